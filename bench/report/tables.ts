// Writes the results as Markdown tables, which are readable in a terminal too.

import { JOBS } from '../jobs/jobs.ts';
import type { PeerCheck } from '../measure/checks.ts';
import { THREAD_GROUPS } from '../measure/thread-cpu.ts';
import { PEERS, POOLED, WORKERD, YARDSTICK } from '../peers/list.ts';
import { type Figure, goalText, isMet, shortNumber, withUnit } from './figure.ts';
import { Ratios, type Setting } from './ratios.ts';
import type { Comparison } from './results.ts';

type Row = readonly string[];

/** The guarantees that were tested, in the order of the columns. */
const GUARANTEES = ['freshState', 'timeCap', 'processBoundary'] as const;

/** A Markdown table with padded columns. The first `textColumns` columns are text, the others numbers. */
export const table = (head: Row, rows: readonly Row[], textColumns = 1): string => {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const isText = (column: number): boolean => column < textColumns;
  const line = (row: Row): string =>
    `| ${widths.map((width, column) => (isText(column) ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (isText(column) ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
};

export const titleOf = (peer: string): string => PEERS.find(({ name }) => name === peer)?.title ?? peer;

/** The guarantees of each peer that the checks found. */
export const checksTable = (checks: readonly PeerCheck[]): string =>
  table(
    ['peer', 'name', 'answers equally', 'fresh state', 'time cap', 'process boundary'],
    checks.map(({ peer, wrongAnswers, freshState, timeCap, processBoundary }) => [
      titleOf(peer),
      `\`${peer}\``,
      wrongAnswers.length === 0 ? 'yes' : `not ${wrongAnswers.join(', ')}`,
      ...[freshState, timeCap, processBoundary].map((has) => (has ? 'yes' : 'no')),
    ]),
    6,
  );

const verdictOf = (figure: Figure): string =>
  ({ true: 'yes', false: 'no', undefined: 'not measured' })[`${isMet(figure)}`];

/** Goals, measured values and the figures behind them. */
export const figuresTable = (figures: readonly Figure[]): string =>
  table(
    ['figure', 'reached', 'goal', 'met', 'seen'],
    figures.map((figure) => [
      figure.name,
      withUnit(figure.reached, figure.unit),
      goalText(figure),
      verdictOf(figure),
      figure.detail ?? '',
    ]),
    5,
  );

/** Goals and measured values alone. */
export const goalsTable = (figures: readonly Figure[]): string =>
  table(
    ['figure', 'reached', 'goal'],
    figures.map((figure) => [figure.name, withUnit(figure.reached, figure.unit), goalText(figure)]),
    3,
  );

const settingsOf = ({ cells }: Pick<Comparison, 'cells'>): readonly Setting[] =>
  cells
    .map(({ toolName, connections }) => ({ toolName, connections }))
    .filter(
      (setting, at, all) =>
        all.findIndex((other) => other.toolName === setting.toolName && other.connections === setting.connections) ===
        at,
    );

/** What each peer guarantees, and its calls per second with each tool at one number of connections. */
export const peersTable = ({ cells, checks }: Comparison, connections: number): string => {
  const ratios = new Ratios(cells);
  const settings = settingsOf({ cells }).filter((setting) => setting.connections === connections);
  const rows = checks.map(({ peer, wrongAnswers, ...guarantees }) => {
    const wrong = wrongAnswers.length === 0 ? '' : ` (wrong answers: ${wrongAnswers.join(', ')})`;
    const calls = settings.map((setting) => ratios.median(peer, setting, 'callsPerSecond'));
    return [
      `${titleOf(peer)}${wrong}`,
      `\`${peer}\``,
      ...GUARANTEES.map((name) => (guarantees[name] ? 'yes' : 'no')),
      ...calls.map((value) => (value === undefined ? '–' : shortNumber(value))),
    ];
  });
  return table(['peer', 'name', 'fresh', 'cap', 'process', ...settings.map(({ toolName }) => toolName)], rows, 5);
};

/** Explains the columns of `comparisonTables`. */
const COLUMNS = `"to Koa", "to Koa+Piscina" and "to workerd" (its warm worker) are medians of per-round ratios of calls per second.
CPU is that of the whole process tree, in microseconds per call. The columns after it, if it was measured by thread: the main thread of
the process that serves HTTP; its workers, threads that run JavaScript (a broker, a pool); its helpers, which collect garbage, compile
and write files; and all processes below it.`;

/** One table for each tool and number of connections, under a heading, and what their columns mean. */
export const comparisonTables = (comparison: Comparison): string =>
  [
    COLUMNS,
    ...settingsOf(comparison).map((setting) => {
      const title = JOBS.find(({ toolName }) => toolName === setting.toolName)?.title ?? setting.toolName;
      return `### ${title}, ${setting.connections} connection${setting.connections === 1 ? '' : 's'}\n\n${settingTable(comparison, setting)}`;
    }),
  ].join('\n\n');

const settingTable = ({ cells, checks }: Comparison, setting: Setting): string => {
  const ratios = new Ratios(cells);
  const hasThreads = cells.some(({ visits }) => visits.some((visit) => visit?.threadUs));
  const rows = PEERS.flatMap(({ name }) => {
    const cell = ratios.cell(name, setting);
    if (!cell) return [];
    const threadUs = ratios.threadUs(name, setting);
    const fewer = cell.usedConnections < cell.connections ? ` (${cell.usedConnections} connections)` : '';
    const number = (value: number | undefined): string => (value === undefined ? '–' : shortNumber(value));
    const ms = (value: number | undefined): string => (value === undefined ? '–' : shortNumber(value / 1e3));
    return [
      [
        `${titleOf(name)}${fewer}`,
        checks.find(({ peer }) => peer === name)?.freshState ? 'yes' : 'no',
        number(ratios.median(name, setting, 'callsPerSecond')),
        ...[YARDSTICK, POOLED, WORKERD].map((to) => number(ratios.ratio(name, to, setting))),
        ms(ratios.median(name, setting, 'p50Us')),
        ms(ratios.median(name, setting, 'p99Us')),
        number(ratios.median(name, setting, 'cpuUs')),
        ...(hasThreads ? THREAD_GROUPS.map((group) => number(threadUs?.[group])) : []),
      ],
    ];
  });
  const head = ['peer', 'fresh', 'calls/s', 'to Koa', 'to Koa+Piscina', 'to workerd', 'p50 ms', 'p99 ms', 'CPU µs'];
  return table(hasThreads ? [...head, ...THREAD_GROUPS] : head, rows, 2);
};
