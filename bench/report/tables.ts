// Writes the results as Markdown tables, which are readable in a terminal too.

import { JOBS } from '../jobs/jobs.ts';
import type { PeerCheck } from '../measure/checks.ts';
import { THREAD_GROUPS } from '../measure/thread-cpu.ts';
import { PEERS, POOLED, WORKERD, YARDSTICK } from '../peers/list.ts';
import { type Figure, goalText, isMet, shortNumber, withUnit } from './figure.ts';
import { Ratios, type Setting } from './ratios.ts';
import type { Comparison } from './results.ts';

type Row = readonly string[];

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

/** Goals and measured values. */
export const figuresTable = (figures: readonly Figure[]): string =>
  table(
    ['figure', 'reached', 'goal', 'met', 'seen'],
    figures.map((figure) => {
      const met = isMet(figure);
      const verdict = met === undefined ? 'not measured' : met ? 'yes' : 'no';
      return [figure.name, withUnit(figure.reached, figure.unit), goalText(figure), verdict, figure.detail ?? ''];
    }),
    5,
  );

const settingsOf = ({ cells }: Comparison): readonly Setting[] =>
  cells
    .map(({ toolName, connections }) => ({ toolName, connections }))
    .filter(
      (setting, at, all) =>
        all.findIndex((other) => other.toolName === setting.toolName && other.connections === setting.connections) ===
        at,
    );

/** One table for each tool and number of connections, under a heading; for those with `connections` alone if it is given. */
export const comparisonTables = (comparison: Comparison, connections?: number): string =>
  settingsOf(comparison)
    .filter((setting) => connections === undefined || setting.connections === connections)
    .map((setting) => {
      const title = JOBS.find(({ toolName }) => toolName === setting.toolName)?.title ?? setting.toolName;
      return `### ${title}, ${setting.connections} connection${setting.connections === 1 ? '' : 's'}\n\n${settingTable(comparison, setting)}`;
    })
    .join('\n\n');

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
