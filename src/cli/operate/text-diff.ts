// The lines in which two texts differ, for a person who is asked whether to write the second. Command line.

import { diff } from 'node:util';

/** A line of a difference: `-` removed, `+` added, ` ` in both texts, `…` for lines that are left out. */
interface DiffLine {
  readonly mark: '-' | '+' | ' ' | '…';
  readonly text: string;
}

const CONTEXT_LINES = 2;
/** Most pairs of lines that are compared: enough for 1,000 changed lines, in 0.2 s. Larger differences show all lines as replaced. */
const MOST_PAIRS = 1_000_000;

/** The lines that differ between `before` and `after`, with two lines of context. */
export const diffLines = (before: string, after: string): readonly DiffLine[] => {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < fresh.length - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  const same = (lines: readonly string[]): readonly DiffLine[] => lines.map((text) => ({ mark: ' ', text }));
  const middle = changed(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail));
  return shortened([...same(old.slice(0, head)), ...middle, ...same(old.slice(old.length - tail))]);
};

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));

const MARKS = { '-1': '+', '0': ' ', '1': '-' } as const;

const changed = (old: readonly string[], fresh: readonly string[]): readonly DiffLine[] => {
  const pairs = old.length * fresh.length;
  // Node's `diff` throws for two empty lists.
  if (pairs > 0 && pairs <= MOST_PAIRS)
    return diff(old, fresh).map(([operation, text]) => ({ mark: MARKS[operation], text }));
  return [
    ...old.map((text): DiffLine => ({ mark: '-', text })),
    ...fresh.map((text): DiffLine => ({ mark: '+', text })),
  ];
};

const shortened = (lines: readonly DiffLine[]): readonly DiffLine[] => {
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1).some(({ mark }) => mark !== ' ');
  return lines.flatMap((line, at): readonly DiffLine[] => {
    if (isNear(at)) return [line];
    return at > 0 && isNear(at - 1) ? [{ mark: '…', text: '' }] : [];
  });
};
