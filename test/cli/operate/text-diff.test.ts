// The difference between two texts, for a person.

import { expect } from 'chai';
import fc from 'fast-check';
import { diffLines } from '../../../src/cli/operate/text-diff.ts';

const shown = (before: string, after: string): readonly string[] =>
  diffLines(before, after).map(({ mark, text }) => `${mark}${text}`);

describe('the difference between two texts', () => {
  it('has the lines that changed, and two lines around them', () => {
    const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].join('\n');
    expect(shown(before, before.replace('5', 'five').replace('9', '9\n10'))).to.deep.equal([
      ...[' 3', ' 4', '-5', '+five', ' 6', ' 7', ' 8', ' 9', '+10'],
    ]);
    expect(shown(before, before)).to.deep.equal([]);
    expect(shown('', 'a\nb\n')).to.deep.equal(['+a', '+b']);
  });

  it('contains every line that only one of the texts has', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before.join('\n'), after.join('\n'));
        const side = (mark: string): string =>
          lines
            .flatMap((line) => (line.mark === mark ? [line.text] : []))
            .sort()
            .join();
        const rest = (one: readonly string[], other: readonly string[]): string => {
          const left = [...other];
          return one
            .filter((each) => {
              const at = left.indexOf(each);
              if (at >= 0) left.splice(at, 1);
              return at < 0;
            })
            .sort()
            .join();
        };
        for (const each of rest(before, after)) expect(side('-')).to.contain(each);
        for (const each of rest(after, before)) expect(side('+')).to.contain(each);
      }),
    );
  });
});
