// Shows how far a plugin's calls stay below each limit: figures, and on a terminal a table with bars.

import type { LimitName } from '../../shared/protocol/limits.ts';
import type { Style } from '../common/command.ts';
import { tableLines } from '../common/table.ts';
import { amountOf } from '../plugin/failure-lines.ts';
import type { LoadedPlugin } from '../plugin/workbench.ts';
import type { Sample } from './run-cases.ts';

/** The use of one limit by one tool, in the unit of the limit's name. */
export interface Headroom {
  readonly toolName: string;
  readonly limit: LimitName;
  /** Half of the calls need no more. Absent if only the most is known. */
  readonly p50?: number;
  /** 99 of 100 calls need no more. Of fewer than 100 calls, the most. */
  readonly p99: number;
  readonly allowed: number;
}

/** The value that a share of the samples, from 0 to 1, does not exceed; nearest rank. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
};

const COSTS: readonly (readonly [LimitName, (sample: Sample) => number])[] = [
  ['cpuMs', ({ cpuMs }) => cpuMs],
  ['wallMs', ({ runMs }) => runMs],
  ['resultBytes', ({ resultBytes }) => resultBytes],
];

/** The headroom of every tool that was called. `heaps`: tool → the smallest heap that was enough, in MB. */
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

/** Shares of a limit: from `NEAR` on the table warns, and from `TIGHT` on it is red. */
const NEAR = 0.5;
const TIGHT = 0.8;

const HEAD = ['tool', 'limit', 'p50', 'p99', 'allowed', 'p99 of it'];
const RIGHT = new Set([2, 3, 4]);

/** The figures as an aligned table, with bars if `withBars`. */
export const headroomTable = (rows: readonly Headroom[], style: Style, withBars: boolean): readonly string[] => {
  const shareCell = ({ p99, allowed }: Headroom): string => {
    const share = p99 / allowed;
    const percent = share > 0 && share < 0.01 ? '<1 %' : `${Math.round(share * 100)} %`;
    const text = `${withBars ? `${bar(share)} ` : ''}${percent.padStart(5)}`;
    return share >= TIGHT ? style.bad(text) : share >= NEAR ? style.warning(text) : style.good(text);
  };
  const cells = rows.map((row, index) => {
    const { toolName, limit, p50, p99, allowed } = row;
    return [
      rows[index - 1]?.toolName === toolName ? '' : toolName,
      limit,
      p50 === undefined ? '' : amountOf(limit, p50),
      `${p50 === undefined ? '≤ ' : ''}${amountOf(limit, p99)}`,
      amountOf(limit, allowed),
      shareCell(row),
    ];
  });
  const [head = '', ...body] = tableLines([HEAD, ...cells], RIGHT);
  return [style.strong(head), ...body];
};
