// Finds lines in streams that are cut anywhere, with memory for one line.

import { expect } from 'chai';
import fc from 'fast-check';
import { linesWith, Reach } from '../../../src/cli/why/scan.ts';

async function* cut(text: string, sizes: readonly number[]): AsyncGenerator<Buffer, void, undefined> {
  const bytes = Buffer.from(text);
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const found = async (chunks: AsyncIterable<Buffer>, reach = new Reach()): Promise<readonly string[]> => {
  const lines: string[] = [];
  for await (const line of linesWith(chunks, 'needle', reach)) lines.push(line);
  return lines;
};

describe('the lines of a log with a text', () => {
  it('are the same wherever the stream is cut', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('needle', 'needleneedle', 'x needle ü', 'need', 'le', '', 'é'), { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom('', '\n'),
        async (lines, sizes, end) => {
          const expected = lines.filter((line) => line.includes('needle'));
          expect(await found(cut(lines.join('\n') + end, sizes))).to.deep.equal(expected);
        },
      ),
    ));

  it('leaves out a line that is too long, counts it, and goes on with the next', async () => {
    const reach = new Reach();
    async function* chunks(): AsyncGenerator<Buffer, void, undefined> {
      yield Buffer.from('needle 1\nneedle too long ');
      for (let part = 0; part < 50; part += 1) yield Buffer.alloc(100_000, 'x');
      yield Buffer.from(' needle\nneedle 2\n');
    }
    expect(await found(chunks(), reach)).to.deep.equal(['needle 1', 'needle 2']);
    expect(reach.tooLong).to.equal(1);
  });

  it('knows the times of the first and the last line, whatever texts in lines say', async () => {
    const reach = new Reach();
    const line = (time: string, text: string): string => `${JSON.stringify({ level: 30, time, text })}\n`;
    const forged = line('1999', '');
    await found(cut(line('T1', forged) + line('T2', 'a') + line('T3', forged), [40]), reach);
    expect([reach.first, reach.last]).to.deep.equal(['T1', 'T3']);
  });
});
