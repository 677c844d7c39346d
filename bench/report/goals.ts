// Computes the figures with goals of the part `compare` from its cells.

import type { Cell } from '../measure/rounds.ts';
import { POOLED, toolcellName, WORKERD, YARDSTICK } from '../peers/list.ts';
import type { Figure } from './figure.ts';
import { type Metric, Ratios } from './ratios.ts';

const REALM = toolcellName('realm');
const ISOLATE = toolcellName('isolate');

/** A goal for the ratio of one peer to another, with a tool and a number of connections. */
interface RatioGoal {
  readonly of: string;
  readonly to: string;
  readonly toolName: string;
  readonly connections: number;
  readonly metric?: Metric;
  readonly goal: Figure['goal'];
}

const SMALL = 'summarizeText';

const GOALS: readonly RatioGoal[] = [
  { of: REALM, to: POOLED, toolName: SMALL, connections: 64, goal: { atLeast: 1.3 } },
  { of: REALM, to: WORKERD, toolName: SMALL, connections: 64, goal: { atLeast: 2 } },
  { of: REALM, to: POOLED, toolName: SMALL, connections: 8, goal: { atLeast: 1.25 } },
  { of: REALM, to: WORKERD, toolName: SMALL, connections: 8, goal: { atLeast: 1.8 } },
  { of: REALM, to: POOLED, toolName: 'orderReport', connections: 8, goal: { atLeast: 0.95 } },
  { of: REALM, to: POOLED, toolName: 'sha256', connections: 8, goal: { atLeast: 1 } },
  { of: REALM, to: POOLED, toolName: 'markdownToHtml', connections: 8, goal: { atLeast: 0.6 } },
  { of: REALM, to: YARDSTICK, toolName: SMALL, connections: 1, metric: 'p50Us', goal: { atMost: 2 } },
  { of: REALM, to: POOLED, toolName: SMALL, connections: 1, metric: 'p50Us', goal: { atMost: 1.1 } },
  { of: REALM, to: YARDSTICK, toolName: SMALL, connections: 8, metric: 'cpuUs', goal: { atMost: 1.8 } },
  { of: ISOLATE, to: 'isolate-per-call', toolName: SMALL, connections: 64, goal: { atLeast: 2 } },
  { of: REALM, to: 'context-per-call', toolName: SMALL, connections: 64, goal: { atLeast: 12 } },
  { of: REALM, to: 'isolate-per-call', toolName: SMALL, connections: 64, goal: { atLeast: 30 } },
  { of: REALM, to: 'workerd-fresh', toolName: SMALL, connections: 64, goal: { atLeast: 90 } },
];

const METRIC_NAMES: Readonly<Record<Metric, string>> = {
  callsPerSecond: 'calls per second',
  p50Us: 'p50',
  p99Us: 'p99',
  cpuUs: 'CPU per call',
};

/** Every goal as a figure. `reached` is undefined if one of the peers was not measured. */
export const goalFigures = (cells: readonly Cell[]): readonly Figure[] => {
  const ratios = new Ratios(cells);
  return GOALS.map(({ of, to, toolName, connections, metric = 'callsPerSecond', goal }) => ({
    name: `${of} to ${to}: ${toolName}, ${connections} connection${connections === 1 ? '' : 's'}, ${METRIC_NAMES[metric]}`,
    reached: ratios.ratio(of, to, { toolName, connections }, metric),
    unit: '×',
    goal,
  }));
};
