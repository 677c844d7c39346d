// The difference of two texts, line by line, with a few lines around each change.

/** A line of a difference: taken out, put in, or there in both. */
export interface DiffLine {
  readonly mark: '-' | '+' | ' ' | '…';
  readonly text: string;
}

const CONTEXT_LINES = 2;
/** Cells of the table below: a configuration of some hundred changed lines. */
const MOST_CELLS = 4_000_000;

/** The lines that differ between `before` and `after`, with two lines of context; `…` stands for what is left out. */
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

/** Keeps the longest common row of lines, found from the end by a table. */
const changed = (old: readonly string[], fresh: readonly string[]): readonly DiffLine[] => {
  const out = (text: string): DiffLine => ({ mark: '-', text });
  const put = (text: string): DiffLine => ({ mark: '+', text });
  if (old.length * fresh.length > MOST_CELLS) return [...old.map(out), ...fresh.map(put)];
  const width = fresh.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  const cell = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      common[i * width + j] = old[i] === fresh[j] ? cell(i + 1, j + 1) + 1 : Math.max(cell(i + 1, j), cell(i, j + 1));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    const [one, other] = [old[i], fresh[j]];
    if (one !== undefined && one === other) lines.push({ mark: ' ', text: one });
    if (one !== undefined && one === other) [i, j] = [i + 1, j + 1];
    else if (one !== undefined && (other === undefined || cell(i + 1, j) >= cell(i, j + 1))) {
      lines.push(out(one));
      i += 1;
    } else {
      lines.push(put(other ?? ''));
      j += 1;
    }
  }
  return lines;
};

const shortened = (lines: readonly DiffLine[]): readonly DiffLine[] => {
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1).some(({ mark }) => mark !== ' ');
  return lines.flatMap((line, at): readonly DiffLine[] => {
    if (isNear(at)) return [line];
    return at > 0 && isNear(at - 1) ? [{ mark: '…', text: '' }] : [];
  });
};
