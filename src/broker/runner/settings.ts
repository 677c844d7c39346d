// The settings of a broker: plain data that main makes from the configuration.

import type { ControlSettings } from '../../control/link-messages.ts';
import type { LoadLimits } from '../../shared/protocol/task.ts';

/** Limits of an inspection. `loadMs`: time of each stage. */
export interface InspectionLimits extends LoadLimits {
  readonly loadMs: number;
}

export interface QuarantineRules {
  /** Runners lost within `windowMs` that lead to a pause. */
  readonly kills: number;
  readonly windowMs: number;
  /** The first pause. Each further one is twice as long, up to `maxPauseMs`. */
  readonly pauseMs: number;
  readonly maxPauseMs: number;
}

export interface BrokerSettings extends ControlSettings, InspectionLimits {
  /** Runner processes of cordons at a time, spares not counted. */
  readonly runners: number;
  readonly spares: number;
  /** Places for calls in one runner. */
  readonly callsPerRunner: number;
  /** A runner is replaced after this many calls... */
  readonly recycleAfterCalls: number;
  /** ...or, in `isolate` mode, after this many if that is less. */
  readonly recycleAfterIsolates: number;
  /** A runner without calls is ended after this time. */
  readonly idleMs: number;
  /** Highest `resultBytes` of any tool; caps the frames of a runner, as do the next two. */
  readonly resultBytes: number;
  readonly programBytes: number;
  /** Length of the longest host request. */
  readonly hostRequestBytes: number;
  /** How long a runner may take to start; 30 s if absent. */
  readonly startMs?: number;
  readonly quarantine: QuarantineRules;
}
