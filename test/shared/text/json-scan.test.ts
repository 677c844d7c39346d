// The scanner of JSON, compared with JSON.parse.

import { expect } from 'chai';
import fc from 'fast-check';
import { type JsonFault, JsonScanner, jsonFault } from '../../../src/shared/text/json-scan.ts';

const DEEP = 10_000;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

/** The scanner's answer for bytes that are cut at these places. */
const faultInSlices = (bytes: Uint8Array, cuts: readonly number[], levels: number): JsonFault | undefined => {
  const scanner = new JsonScanner(levels);
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((one, other) => one - other);
  let from = 0;
  for (const to of ends) {
    const fault = scanner.read(bytes, from, to);
    if (fault) return fault;
    from = to;
  }
  return scanner.end(bytes.length);
};

/** Pieces of JSON, and some others. */
const piece = fc.constantFrom(
  ...['{', '}', '[', ']', ',', ':', '"', '\\', ' ', '\n', '\t', '\r', '\f', '\u00a0', '\ufeff', '\u2028', '\0', '\x7f'],
  ...['0', '1', '-', '+', '.', 'e', 'E', '00', '-0', '1.5', '1e5', '1E-3', '1.', '.5', '-', 'Infinity', 'NaN'],
  ...['true', 'false', 'null', 'tru', 'nul', 'undefined', 'a', 'u', '\\u', '\\u12', '\\uD800', '\\n', '\\x', "'"],
  ...['"a"', '"a":', '"é"', '"😀"', '"\\""', '"\\\\"', '/*', '//', '[1,2]', '{"a":1}', '[,]', '{,}', '[1,]'],
);
const madeOfPieces = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

/** JSON with a part changed, cut out or inserted. */
const mutated = fc
  .tuple(
    fc.oneof(
      fc.json({ maxDepth: 4 }),
      fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value, null, 1)),
    ),
    fc.nat(),
    fc.nat(3),
    piece,
  )
  .map(([text, at, cut, put]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + put + text.slice(place + cut);
  });

describe('the JSON scanner', () => {
  for (const [title, texts] of [
    ['JSON', fc.json()],
    ['JSON that was changed in one place', mutated],
    ['pieces of JSON in any order', madeOfPieces],
    ['any text', fc.string({ unit: 'binary' })],
  ] as const) {
    it(`accepts what JSON.parse accepts, in any slices, and after any other text: ${title}`, () => {
      const again = new JsonScanner(DEEP, 2);
      fc.assert(
        fc.property(texts, fc.array(fc.nat(), { maxLength: 4 }), (text, cuts) => {
          const bytes = Buffer.from(text.toWellFormed());
          const fault = jsonFault(bytes, DEEP);
          expect(fault === undefined).to.equal(isJson(text.toWellFormed()));
          expect(faultInSlices(bytes, cuts, DEEP)).to.deep.equal(fault);
          expect(again.fault(bytes)).to.deep.equal(fault);
        }),
        { numRuns: 2_000 },
      );
    });
  }

  it('accepts what JSON.parse accepts of changed bytes that are still UTF-8', () => {
    const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.nat(255), (text, at, byte) => {
        const bytes = Buffer.from(text.toWellFormed());
        bytes[at % bytes.length] = byte;
        let changed: string;
        try {
          changed = utf8.decode(bytes);
        } catch {
          return;
        }
        expect(jsonFault(bytes, DEEP) === undefined).to.equal(isJson(changed));
      }),
      { numRuns: 2_000 },
    );
  });

  it('knows every byte that may follow every start of a text', () => {
    const starts = [
      '',
      '[',
      '{',
      '[1',
      '{"a"',
      '{"a":',
      '{"a":1',
      '{"a":1,',
      '[1,',
      '"',
      '"\\',
      '"\\u',
      '"\\u00a',
      '-',
    ];
    const more = ['0', '01', '1.', '1.0', '1e', '1e+', '1e1', 't', 'tru', 'f', 'fals', 'n', 'nul', 'true', '[]', '{}'];
    const ends = ['', '0', '"', ']', '}', ']}', 'e', ':1}', '"}', '1}', '000"', ' '];
    for (const start of [...starts, ...more])
      for (let code = 0; code < 128; code += 1)
        for (const end of ends) {
          const text = start + String.fromCharCode(code) + end;
          expect(jsonFault(Buffer.from(text), DEEP) === undefined, JSON.stringify(text)).to.equal(isJson(text));
        }
  });

  it('refuses text that is too deep', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 6 }), (value, levels) => {
        const fault = jsonFault(Buffer.from(JSON.stringify(value)), levels);
        expect(fault === undefined).to.equal(depthOf(value) <= levels);
        if (fault) expect(fault.expected).to.equal(undefined);
      }),
      { numRuns: 500 },
    );
    expect(jsonFault(Buffer.from('['.repeat(1_000_000)), 64)).to.deep.equal({ at: 64, expected: undefined });
    expect(jsonFault(Buffer.from(`"${'['.repeat(1_000)}"`), 0)).to.equal(undefined);
  });

  for (const [text, at, expected] of [
    ['', 0, 'a value'],
    ['[1,]', 3, 'a value'],
    ['[', 1, 'a value or "]"'],
    ['{"a":1,}', 7, 'a name in double quotes'],
    ["{'a':1}", 1, 'a name in double quotes or "}"'],
    ['{"a"}', 4, '":"'],
    ['[1 2]', 3, '"," or what closes the array or object'],
    ['[1}', 2, '"," or what closes the array or object'],
    ['{}{}', 2, 'the end'],
    ['01', 1, 'the end'],
    ['tru', 3, 'true'],
    ['nothing', 1, 'null'],
    ['"a\nb"', 2, 'the end of a string, and control characters only as escapes'],
    ['"\\u12x"', 5, 'four hexadecimal digits after \\u'],
    ['-', 1, 'a digit'],
  ] as const) {
    it(`says where ${JSON.stringify(text)} breaks, and what should be there`, () =>
      expect(jsonFault(Buffer.from(text), DEEP)).to.deep.equal({ at, expected }));
  }
});
