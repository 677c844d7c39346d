// The scanner that finds raw text in JSON, held against JSON.parse.

import { expect } from 'chai';
import fc from 'fast-check';
import { topLevelMembers } from '../../src/http/json-text.ts';

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

const MANY = 1_000;
const member = fc.record({ name: hardText, valueText: hardValue, spaces: fc.tuple(space, space, space, space) });

describe('topLevelMembers', () => {
  it('gives every member of any object, in order, with its text untouched', () => {
    fc.assert(
      fc.property(fc.array(member, { maxLength: 5 }), space, space, (members, before, after) => {
        const inner = members.map(
          ({ name, valueText, spaces: [a, b, c, d] }) => `${a}${JSON.stringify(name)}${b}:${c}${valueText}${d}`,
        );
        const text = `${before}{${inner.join(',')}}${after}`;
        JSON.parse(text);
        expect(topLevelMembers(text, MANY)).to.deep.equal(members.map(({ name, valueText }) => ({ name, valueText })));
      }),
      { numRuns: 500 },
    );
  });

  it('agrees with JSON.parse on the value of the last of equal names', () => {
    fc.assert(
      fc.property(fc.dictionary(hardText, fc.jsonValue()), fc.constantFrom(0, 2), (object, indent) => {
        const members = topLevelMembers(JSON.stringify(object, null, indent), MANY);
        const found = new Map(members.map(({ name, valueText }) => [name, JSON.stringify(JSON.parse(valueText))]));
        const wanted = Object.entries(object).map(([name, value]) => [name, JSON.stringify(value)] as const);
        expect(found).to.deep.equal(new Map(wanted));
      }),
      { numRuns: 500 },
    );
  });

  it('stops after as many as are wanted', () => {
    const text = `{${'"arguments":{},'.repeat(70_000)}"toolName":"echo"}`;
    expect(topLevelMembers(text, 3)).to.deep.equal(Array(3).fill({ name: 'arguments', valueText: '{}' }));
  });

  it('decodes names that are written with escapes', () => {
    expect(topLevelMembers('{"tool\\u004eame":1,"\\"\\\\":2}', MANY).map(({ name }) => name)).to.deep.equal([
      'toolName',
      '"\\',
    ]);
  });

  it('reads a string of a hundred thousand backslashes and quotes in one go', () => {
    const valueText = JSON.stringify('\\"'.repeat(50_000));
    const startedAt = performance.now();
    expect(topLevelMembers(`{"a":${valueText}}`, MANY)).to.deep.equal([{ name: 'a', valueText }]);
    expect(performance.now() - startedAt).to.be.below(1000);
  });
});
