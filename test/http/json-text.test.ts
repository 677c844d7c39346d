// The scanner that finds raw text in JSON, held against JSON.parse.

import { expect } from 'chai';
import fc from 'fast-check';
import { isDeeperThan, topLevelMembers } from '../../src/http/json-text.ts';

const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
/** Names and strings with all that makes scanning hard: quotes, backslashes, brackets, and names of Object.prototype. */
const hardText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', 'u', '0', ' ', '\n') }),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'toolName', 'arguments', ''),
);
const hardValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('null', 'true', 'false', '0', '-1.50e+10', '1E400', '12345678901234567890'),
    hardText.map((text) => JSON.stringify(text)),
    fc
      .array(fc.tuple(space, tie('value'), space), { maxLength: 3 })
      .map((items) => `[${items.map((i) => i.join('')).join(',')}]`),
    fc
      .array(fc.tuple(space, hardText, space, space, tie('value'), space), { maxLength: 3 })
      .map(
        (items) =>
          `{${items.map(([a, name, b, c, value, d]) => `${a}${JSON.stringify(name)}${b}:${c}${value}${d}`).join(',')}}`,
      ),
  ),
})).value as fc.Arbitrary<string>;

const member = fc.record({ name: hardText, valueText: hardValue, spaces: fc.tuple(space, space, space, space) });

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe('topLevelMembers', () => {
  it('gives every member of any object, in order, with its text untouched', () => {
    fc.assert(
      fc.property(fc.array(member, { maxLength: 5 }), space, space, (members, before, after) => {
        const inner = members.map(
          ({ name, valueText, spaces: [a, b, c, d] }) => `${a}${JSON.stringify(name)}${b}:${c}${valueText}${d}`,
        );
        const text = `${before}{${inner.join(',')}}${after}`;
        JSON.parse(text);
        expect(topLevelMembers(text)).to.deep.equal(members.map(({ name, valueText }) => ({ name, valueText })));
      }),
      { numRuns: 500 },
    );
  });

  it('agrees with JSON.parse on the value of the last of equal names', () => {
    fc.assert(
      fc.property(fc.dictionary(hardText, fc.jsonValue()), fc.constantFrom(0, 2), (object, indent) => {
        const members = topLevelMembers(JSON.stringify(object, null, indent));
        const found = new Map(members.map(({ name, valueText }) => [name, JSON.stringify(JSON.parse(valueText))]));
        const wanted = Object.entries(object).map(([name, value]) => [name, JSON.stringify(value)] as const);
        expect(found).to.deep.equal(new Map(wanted));
      }),
      { numRuns: 500 },
    );
  });

  it('decodes names that are written with escapes', () => {
    expect(topLevelMembers('{"tool\\u004eame":1,"\\"\\\\":2}').map(({ name }) => name)).to.deep.equal([
      'toolName',
      '"\\',
    ]);
  });

  it('reads a string of a hundred thousand backslashes and quotes in one go', () => {
    const valueText = JSON.stringify('\\"'.repeat(50_000));
    const startedAt = performance.now();
    expect(topLevelMembers(`{"a":${valueText}}`)).to.deep.equal([{ name: 'a', valueText }]);
    expect(performance.now() - startedAt).to.be.below(1000);
  });
});

describe('isDeeperThan', () => {
  it('knows the depth of any JSON text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), space, (value, before) => {
        const text = before + JSON.stringify(value);
        const depth = depthOf(value);
        expect(isDeeperThan(text, depth)).to.equal(false);
        if (depth > 0) expect(isDeeperThan(text, depth - 1)).to.equal(true);
      }),
      { numRuns: 500 },
    );
  });

  it('never takes hard text for flatter than its value', () => {
    fc.assert(
      fc.property(hardValue, (text) => {
        const depth = depthOf(JSON.parse(text));
        if (depth > 0) expect(isDeeperThan(text, depth - 1)).to.equal(true);
      }),
      { numRuns: 500 },
    );
  });

  it('reads broken text to an answer, without recursion', () => {
    expect(isDeeperThan('['.repeat(1_000_000), 64)).to.equal(true);
    expect(isDeeperThan(`"${'['.repeat(1_000_000)}`, 64)).to.equal(false);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ' ') }),
        (text) => void isDeeperThan(text, 2),
      ),
    );
  });
});
