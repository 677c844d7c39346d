// diff-tools: a patch leads from one text to the other, and never half.

import { expect } from 'chai';
import fc from 'fast-check';
import { errorOf, shippedTool } from '../support/shipped-tool.ts';

const numbered = (word: string, count: number): string =>
  Array.from({ length: count }, (_, line) => `${word} ${line}\n`).join('');

describe('diffText and patchText', () => {
  const diff = shippedTool('diff-tools', 'diffText');
  const patch = shippedTool('diff-tools', 'patchText');

  it('lead from any text to any other', async () => {
    const line = fc.constantFrom(
      'a',
      'b',
      'c',
      '',
      '+x',
      '-x',
      '--- y',
      '@@ -1 +1 @@',
      '\\ No newline',
      '__proto__',
      '🎉',
      'd\r',
    );
    const text = fc
      .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
      .map(([lines, ends]) => lines.join('\n') + (ends ? '\n' : ''));
    await fc.assert(
      fc.asyncProperty(text, text, fc.nat({ max: 4 }), async (before, after, context) => {
        const difference = (await diff({ before, after, context })) as { patch: string; identical: boolean };
        expect(difference.identical).to.equal(before === after);
        expect(await patch({ text: before, patch: difference.patch })).to.equal(after);
      }),
      { numRuns: 500 },
    );
  });

  it('compares long texts with few changes', async () => {
    const before = numbered('line', 20_000);
    const after = before.replace('line 17\n', 'changed\n').replace('line 19000\n', '');
    expect(await diff({ before, after })).to.include({ identical: false, added: 1, removed: 2 });
  });

  it('gives up, in bounded time, where too much differs', async () => {
    const start = performance.now();
    const error = await errorOf(diff({ before: numbered('old', 20_000), after: numbered('new', 20_000) }));
    expect(error.message).to.include('more than 2000 lines').and.include('smaller parts');
    expect(performance.now() - start).to.be.below(5000);
  });

  it('changes nothing where a hunk does not fit', async () => {
    const { patch: text } = (await diff({ before: 'a\nb\n', after: 'a\nc\n' })) as { patch: string };
    expect((await errorOf(patch({ text: 'x\ny\n', patch: text }))).message).to.match(/^The patch does not fit/);
  });

  it('says so if the text is not a patch, or a patch of two files', async () => {
    const { patch: one } = (await diff({ before: 'a\n', after: 'b\n' })) as { patch: string };
    for (const wrong of ['@@ nonsense @@\n', '@@ -1,3 +1,1 @@\n-a\n', one + one]) {
      expect((await errorOf(patch({ text: 'a\n', patch: wrong }))).message).to.match(/^"patch" is not a unified diff/);
    }
  });

  it('refuses a context that is no small whole number, and texts beyond a million units', async () => {
    expect((await errorOf(diff({ before: '', after: 'x', context: -1 }))).message).to.match(/^"context" must be/);
    expect((await errorOf(diff({ before: 'x'.repeat(1_000_001), after: '' }))).message).to.match(/^"before" is longer/);
  });
});
