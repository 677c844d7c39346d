// How far a plugin's calls stay below each limit: figures, and a table with bars on a terminal.

import type { LimitName } from '../../protocol/limits.ts';
import type { Paint } from '../command.ts';
import { amountOf } from '../plugin/failure-lines.ts';
import type { LoadedPlugin } from '../plugin/workbench.ts';
import type { Sample } from './run-cases.ts';

/** One tool beside one of its limits, in the unit of the limit's name. */
export interface Headroom {
  readonly toolName: string;
  readonly limit: LimitName;
  /** Half of the calls stay below it; absent where only the most is known. */
  readonly p50?: number;
  /** 99 of 100 calls stay below it; of fewer calls, the most. */
  readonly p99: number;
  readonly allowed: number;
}

/** The value that so much of the samples does not exceed; nearest rank. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
};

const COSTS: readonly (readonly [LimitName, (sample: Sample) => number])[] = [
  ['cpuMs', ({ cpuMs }) => cpuMs],
  ['wallMs', ({ runMs }) => runMs],
  ['resultBytes', ({ resultBytes }) => resultBytes],
];

/** The headroom of every tool that was called. `heaps` is the smallest heap that was enough, in MB, by tool. */
export const headroomOf = (
  { snapshot }: LoadedPlugin,
  samples: readonly Sample[],
  heaps: ReadonlyMap<string, number>,
): readonly Headroom[] =>
  [...snapshot.routes].flatMap(([toolName, { limits }]) => {
    const own = samples.filter((one) => one.toolName === toolName);
    if (own.length === 0) return [];
    const rows = COSTS.map(([limit, costOf]) => {
      const costs = own.map(costOf);
      return { toolName, limit, p50: quantile(costs, 0.5), p99: quantile(costs, 0.99), allowed: limits[limit] };
    });
    const heap: Headroom = {
      toolName,
      limit: 'memoryMb',
      p99: heaps.get(toolName) ?? limits.memoryMb,
      allowed: limits.memoryMb,
    };
    return [...rows, heap];
  });

const BAR_CELLS = 20;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of 20 characters for a share from 0 to 1, in eighths of a character. */
export const bar = (share: number): string => {
  const eighths = Math.min(BAR_CELLS * 8, Math.max(0, Math.round(share * BAR_CELLS * 8)));
  const full = '█'.repeat(Math.floor(eighths / 8));
  return `${full}${EIGHTHS[eighths % 8]}`.padEnd(BAR_CELLS, '·');
};

/** From here on a limit is near, and from there on hardly missed. */
const NEAR = 0.5;
const TIGHT = 0.8;

const HEAD = ['tool', 'limit', 'p50', 'p99', 'allowed', 'p99 of it'];
const RIGHT = new Set([2, 3, 4]);

/** The figures as an aligned table; with bars where somebody looks at it. */
export const headroomTable = (rows: readonly Headroom[], paint: Paint, withBars: boolean): readonly string[] => {
  const cells = rows.map(({ toolName, limit, p50, p99, allowed }, index) => [
    rows[index - 1]?.toolName === toolName ? '' : toolName,
    limit,
    p50 === undefined ? '' : amountOf(limit, p50),
    `${p50 === undefined ? '≤ ' : ''}${amountOf(limit, p99)}`,
    amountOf(limit, allowed),
  ]);
  const widths = HEAD.slice(0, -1).map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return RIGHT.has(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ');
  const shareCell = ({ p99, allowed }: Headroom): string => {
    const share = p99 / allowed;
    const percent = share > 0 && share < 0.01 ? '<1 %' : `${Math.round(share * 100)} %`;
    const text = `${withBars ? `${bar(share)} ` : ''}${percent.padStart(5)}`;
    return share >= TIGHT ? paint.bad(text) : share >= NEAR ? paint.warning(text) : paint.good(text);
  };
  const body = rows.map((row, index) => `${line(cells[index] ?? [])}  ${shareCell(row)}`);
  return [paint.strong(line(HEAD)), ...body];
};
