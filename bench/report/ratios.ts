// Looks up measured values, and computes ratios round by round.

import type { Cell, Visit } from '../measure/rounds.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import { type CpuByThread, medianByThread } from '../measure/thread-cpu.ts';

export type Metric = 'callsPerSecond' | 'p50Us' | 'p99Us' | 'cpuUs';

export interface Setting {
  readonly toolName: string;
  readonly connections: number;
}

/** The measured cells by peer and setting. */
export class Ratios {
  readonly #cells: readonly Cell[];

  constructor(cells: readonly Cell[]) {
    this.#cells = cells;
  }

  cell(peer: string, { toolName, connections }: Setting): Cell | undefined {
    return this.#cells.find(
      (cell) => cell.peer === peer && cell.toolName === toolName && cell.connections === connections,
    );
  }

  /** The median over rounds, or undefined if the peer was not measured. */
  median(peer: string, setting: Setting, metric: Metric): number | undefined {
    return median(this.#perRound(peer, setting, metric).filter((value) => value !== undefined));
  }

  /** The median over rounds of each thread group's CPU per call, in microseconds; undefined if it was not measured. */
  threadUs(peer: string, setting: Setting): CpuByThread | undefined {
    return medianByThread((this.cell(peer, setting)?.visits ?? []).map((visit) => visit?.threadUs));
  }

  /** The median of per-round ratios of one peer to another, or undefined if one of them was not measured. */
  ratio(peer: string, to: string, setting: Setting, metric: Metric = 'callsPerSecond'): number | undefined {
    return medianRatio(this.#perRound(peer, setting, metric), this.#perRound(to, setting, metric));
  }

  #perRound(peer: string, setting: Setting, metric: Metric): readonly (number | undefined)[] {
    return (this.cell(peer, setting)?.visits ?? []).map((visit: Visit | undefined) => visit?.[metric]);
  }
}
