// Runs the corpus against the operator's own configuration on this machine, and prints the verdicts.

import type { IsolationLayer } from '../../control/launch/layers.ts';
import type { Config } from '../../settings/config.ts';
import { Arena } from './arena.ts';
import type { Attack } from './corpus.ts';
import type { Verdict } from './verdict.ts';

/** How much longer than its wallMs and killGraceMs a call may take, as the documents promise. */
const SLACK_MS = 500;

export interface AttackRun {
  readonly config: Config;
  readonly attacks: readonly Attack[];
  /** True: prints all verdicts as JSON at the end. False: prints a line for each attack, and a table at the end. */
  readonly json: boolean;
  readonly searchPath: string;
  readonly print: (text: string) => void;
}

const COLUMNS = ['attack', 'outcome', 'ms', 'neighbours', 'held'] as const;

const wordFor = ({ complaints }: Verdict): string => (complaints.length > 0 ? 'NOT HELD' : 'held');

const neighboursWord = ({ neighbours: { calls, failures, slowestMs } }: Verdict): string =>
  failures.length > 0 ? `${failures.length} of ${calls} WRONG` : `${calls} right, ≤ ${slowestMs} ms`;

const progressLine = (verdict: Verdict, done: number, total: number): string => {
  const { name, outcome, tookMs } = verdict;
  return `${String(done).padStart(String(total).length)}/${total}  ${wordFor(verdict).padEnd(8)}  ${name}  ${outcome}, ${tookMs} ms`;
};

/** All verdicts as a table, in the given order, each complaint below its attack. */
const tableOf = (verdicts: readonly Verdict[]): string => {
  const rows = verdicts.map((verdict) => ({
    cells: [verdict.name, verdict.outcome, `${verdict.tookMs}`, neighboursWord(verdict), wordFor(verdict)],
    notes: verdict.complaints,
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
const layerLines = (layers: readonly IsolationLayer[]): readonly string[] =>
  layers
    .toSorted((a, b) => Number(b.active) - Number(a.active))
    .map(({ name, active, note }) => `  ${active ? 'active    ' : 'NOT ACTIVE'}  ${name}: ${note}`);

/** Makes every attack, and prints the verdicts. Resolves with true if all attacks held. Rejects with the errors of `startHost`. */
export const runAttacks = async (run: AttackRun): Promise<boolean> => {
  const { config, attacks, json, searchPath, print } = run;
  if (!json) print(`Loading ${attacks.length} hostile plugins and a good one …`);
  const rules = { slackMs: SLACK_MS, anyLimit: true };
  // No cache folder: it would keep hostile plugins among the operator's own.
  const arena = await Arena.open({ config, attacks, searchPath, rules });
  const verdicts: Verdict[] = [];
  try {
    for (const attack of attacks) {
      const verdict = await arena.run(attack);
      verdicts.push(verdict);
      if (!json) print(progressLine(verdict, verdicts.length, attacks.length));
    }
    return await report(arena, verdicts, run);
  } finally {
    await arena.close();
  }
};

const report = async (arena: Arena, verdicts: readonly Verdict[], { json, print }: AttackRun): Promise<boolean> => {
  const memory = await arena.peakRss();
  const { layers } = arena.host.launch;
  const notHeld = verdicts.filter(({ complaints }) => complaints.length > 0).length;
  const held = verdicts.length - notHeld;
  if (json) print(JSON.stringify({ held, notHeld, ...memory, layers, verdicts }, null, 2));
  else {
    print(`\n${tableOf(verdicts)}\n\nIsolation layers in force:\n${layerLines(layers).join('\n')}\n`);
    print(`Highest memory of a runner: ${memory.peakRssMb} MB (allowed: ${memory.allowedRssMb} MB)`);
    print(`${held} held, ${notHeld} not held`);
  }
  return notHeld === 0 && memory.peakRssMb <= memory.allowedRssMb;
};
