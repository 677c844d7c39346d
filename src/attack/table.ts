// What `npm run attack` prints.

import type { IsolationLayer } from '../launch/plan.ts';
import type { Verdict } from './verdict.ts';

const COLUMNS = ['attack', 'outcome', 'ms', 'neighbours', 'held'] as const;

/** `held`, `NOT HELD`, or a dash for an attack that was not made. */
const wordFor = ({ complaints, skipped }: Verdict): string =>
  complaints.length > 0 ? 'NOT HELD' : skipped === undefined ? 'held' : '–';

const neighboursWord = ({ neighbours: { calls, failures, slowestMs }, skipped }: Verdict): string => {
  if (skipped !== undefined) return '–';
  return failures.length > 0 ? `${failures.length} of ${calls} WRONG` : `${calls} right, ≤ ${slowestMs} ms`;
};

/** One line about an attack that has just ended. */
export const progressLine = (verdict: Verdict, done: number, total: number): string => {
  const { name, outcome, tookMs } = verdict;
  return `${String(done).padStart(String(total).length)}/${total}  ${wordFor(verdict).padEnd(8)}  ${name}  ${outcome}, ${tookMs} ms`;
};

/** All verdicts as a table, in the order of their names, each complaint under its attack. */
export const tableOf = (verdicts: readonly Verdict[]): string => {
  const rows = verdicts.map((verdict) => ({
    cells: [verdict.name, verdict.outcome, `${verdict.tookMs}`, neighboursWord(verdict), wordFor(verdict)],
    notes: [...verdict.complaints, ...(verdict.skipped === undefined ? [] : [verdict.skipped])],
  }));
  const widths = COLUMNS.map((title, column) => {
    const lengths = rows.map(({ cells }) => cells[column]?.length ?? 0);
    return lengths.reduce((widest, length) => Math.max(widest, length), title.length);
  });
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 2 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return [
    line(COLUMNS),
    line(widths.map((width) => '─'.repeat(width))),
    ...rows.flatMap(({ cells, notes }) => [line(cells), ...notes.map((note) => `    → ${note}`)]),
  ].join('\n');
};

/** The layers around a runner, active ones first. */
export const layerLines = (layers: readonly IsolationLayer[]): readonly string[] =>
  layers
    .toSorted((a, b) => Number(b.active) - Number(a.active))
    .map(({ name, active, note }) => `  ${active ? 'active    ' : 'NOT ACTIVE'}  ${name}: ${note}`);
