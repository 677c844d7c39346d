// The compiler accepts good tools, and its message about each mistake in a tool says what is wrong.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Complaint, compile } from './compiler.ts';

const SAMPLES = fileURLToPath(new URL('../../fixtures/sdk', import.meta.url));

describe('the types of the SDK', function () {
  this.timeout(60_000);
  let complaints: readonly Complaint[];
  before(() => {
    complaints = compile(SAMPLES).complaints;
  });

  it('accept good tools: JSON Schema literals, Zod and TypeBox', () => {
    expect(complaints.filter(({ file }) => !file.endsWith('bad.ts'))).to.deep.equal([]);
  });

  const lines = readFileSync(join(SAMPLES, 'bad.ts'), 'utf8').split('\n');
  const slips = lines.flatMap((text, index) => {
    const [, said] = /; \/\/ (.+)$/.exec(text) ?? [];
    return said === undefined ? [] : [{ line: index + 1, said, code: text.slice(0, 60) }];
  });

  for (const { line, said, code } of slips)
    it(`report ${code}…`, () => {
      const messages = complaints.filter((one) => one.file.endsWith('bad.ts') && one.line === line);
      expect(messages.map(({ message }) => message).join('\n')).to.contain(said);
    });

  it('report nothing else', () => {
    expect(slips).to.have.length.above(35);
    const expected = new Set(slips.map(({ line }) => line));
    expect(complaints.filter(({ file, line }) => file.endsWith('bad.ts') && !expected.has(line))).to.deep.equal([]);
  });
});
