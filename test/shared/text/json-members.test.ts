// The members that the scanner's marks give, compared with JSON.parse.

import { expect } from 'chai';
import fc from 'fast-check';
import { topLevelMembers } from '../../../src/shared/text/json-members.ts';
import { JsonScanner } from '../../../src/shared/text/json-scan.ts';
import { cpuMsOf } from '../../support/cpu-time.ts';

const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
/** Names and strings that make scanning hard: quotes, backslashes, brackets, and names of Object.prototype. */
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
const DEEP = 100;

interface Found {
  readonly name: string;
  readonly valueText: string;
}

/** The first `most` members of the object in the text. */
const membersOf = (text: string, most = MANY): Found[] => {
  const bytes = Buffer.from(text.toWellFormed());
  const scanner = new JsonScanner(DEEP, most);
  expect(scanner.fault(bytes)).to.equal(undefined);
  const members = topLevelMembers(bytes, scanner.marks);
  return members.map(({ name, from, to }) => ({ name, valueText: bytes.toString('utf8', from, to) }));
};

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
        expect(membersOf(text)).to.deep.equal(members.map(({ name, valueText }) => ({ name, valueText })));
      }),
      { numRuns: 500 },
    );
  });

  it('agrees with JSON.parse on the value of the last of equal names', () => {
    fc.assert(
      fc.property(fc.dictionary(hardText, fc.jsonValue()), fc.constantFrom(0, 2), (object, indent) => {
        const members = membersOf(JSON.stringify(object, null, indent));
        const found = new Map(members.map(({ name, valueText }) => [name, JSON.stringify(JSON.parse(valueText))]));
        const wanted = Object.entries(object).map(([name, value]) => [name, JSON.stringify(value)] as const);
        expect(found).to.deep.equal(new Map(wanted));
      }),
      { numRuns: 500 },
    );
  });

  it('stops after the given number', () => {
    const text = `{${'"arguments":{},'.repeat(70_000)}"toolName":"echo"}`;
    expect(membersOf(text, 3)).to.deep.equal(Array(3).fill({ name: 'arguments', valueText: '{}' }));
  });

  it('gives the members of the text that was read last', () => {
    const scanner = new JsonScanner(DEEP, MANY);
    for (const text of ['{"a":{"b":1},"c":[2,{"d":3}]}', '[1,', '{"e":"f"}', '{}']) scanner.fault(Buffer.from(text));
    expect(topLevelMembers(Buffer.from('{}'), scanner.marks)).to.deep.equal([]);
    const again = Buffer.from('{"g":"h"}');
    scanner.fault(again);
    expect(topLevelMembers(again, scanner.marks)).to.deep.equal([{ name: 'g', from: 5, to: 8 }]);
  });

  it('decodes names that are written with escapes', () => {
    expect(membersOf('{"tool\\u004eame":1,"\\"\\\\":2}').map(({ name }) => name)).to.deep.equal(['toolName', '"\\']);
  });

  it('reads a string of a hundred thousand backslashes and quotes in one go', () => {
    const valueText = JSON.stringify('\\"'.repeat(50_000));
    const read = (): unknown => expect(membersOf(`{"a":${valueText}}`)).to.deep.equal([{ name: 'a', valueText }]);
    expect(cpuMsOf(read)).to.be.below(1000);
  });
});
