// The results of the benchmark: the figures of every part, with the time and the machine.

import type { ToolcellSettings } from '../jobs/workshop.ts';
import type { PeerCheck } from '../measure/checks.ts';
import type { Cell } from '../measure/rounds.ts';
import type { Figure } from './figure.ts';
import type { Machine } from './machine.ts';

export const PARTS = [
  'compare',
  'start',
  'first-call',
  'churn',
  'memory',
  'heap',
  'growth',
  'active',
  'share',
  'reach',
  'processes',
  'paced',
  'bodies',
  'selections',
  'doors',
  'discovery',
  'mcp',
  'scripts',
] as const;
export type PartName = (typeof PARTS)[number];

export interface Measured {
  /** ISO date. */
  readonly at: string;
  readonly machine: Machine;
  readonly seconds: number;
  readonly rounds: number;
  /** Settings that `--set` changed. */
  readonly toolcellSettings: ToolcellSettings;
  readonly figures: readonly Figure[];
  /** Why measurements of the part failed. */
  readonly problems: readonly string[];
}

export interface Comparison extends Measured {
  readonly loadTool: string;
  readonly checks: readonly PeerCheck[];
  /** Peers that were left out, and why. */
  readonly missing: readonly { readonly peer: string; readonly why: string }[];
  readonly cells: readonly Cell[];
}

/** The results by part. A part that was never measured is absent. */
export type Results = { readonly compare?: Comparison } & {
  readonly [Part in Exclude<PartName, 'compare'>]?: Measured;
};
