// Characters that could hide, forge or reorder a line are escaped in the log, in JSON answers and in results, and JSON keeps its value.

import { expect } from 'chai';
import { measure } from '../../../src/cell/guest/bootstrap/text.ts';
import { jsonLine } from '../../../src/server/log/json-lines.ts';
import { createPrettyLines } from '../../../src/server/log/pretty-lines.ts';
import { textBytes } from '../../../src/shared/protocol/log-cost.ts';
import { printable } from '../../../src/shared/text/printable.ts';

const span = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join('');

/** C0, DEL, C1, separators, bidirectional marks and marks without width. */
const CONTROLS = span(0, 0x1f);
const OTHERS = [
  span(0x7f, 0x9f),
  span(0x200b, 0x200f),
  span(0x2028, 0x202e),
  span(0x2060, 0x2069),
  '\u061c\ufeff',
].join('');
const ALL = CONTROLS + OTHERS;
const isSafe = (text: string): boolean => ![...text].some((character) => ALL.includes(character));

describe('a line for a person', () => {
  it('has no character that a terminal obeys, or that hides or reorders text', () => {
    expect(printable(OTHERS)).to.match(/^(?:\\u[0-9a-f]{4})+$/);
    expect(isSafe(printable(JSON.stringify({ [ALL]: ALL })))).to.equal(true);
  });

  it('keeps the value of JSON, and the newlines of its layout', () => {
    const value = { [ALL]: [ALL, 'plain é 日本 😀'] };
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
      expect(JSON.parse(printable(text))).to.deep.equal(value);
      expect(printable(text).split('\n')).to.have.length(text.split('\n').length);
    }
  });

  it('is what the log writes in both formats', () => {
    const fields = { text: ALL, [`n${ALL}`]: { deep: ALL }, error: new Error(ALL) };
    const json = jsonLine('info', '2026-01-31T12:00:00.000Z', fields, ALL);
    expect(isSafe(json.slice(0, -1))).to.equal(true);
    expect(JSON.parse(json)).to.include({ text: ALL, msg: ALL });
    const pretty = createPrettyLines(false).line('info', 0, fields, ALL);
    expect(isSafe(pretty.replaceAll('\n', ''))).to.equal(true);
  });

  it('counts for a tool with its written length, in the host and in the isolate', () => {
    for (const character of [...ALL, 'a', '"', '\\', 'é', '日', '\u00a0', '\u2027', '\u202f', '\ufffe']) {
      const bytes = textBytes(character);
      expect(bytes, JSON.stringify(character)).to.equal(Buffer.byteLength(printable(JSON.stringify(character))) - 2);
      expect(measure(character, 100), JSON.stringify(character)).to.deep.equal({ units: 1, bytes });
    }
  });
});
