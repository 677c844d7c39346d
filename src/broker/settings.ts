// What a broker is told when its thread starts: plain data, made by main from the configuration.

import type { PreparationLimits } from './call-watch.ts';
import type { EgressOptions } from './capabilities/egress.ts';
import type { StoreSettings } from './capabilities/store.ts';
import type { LaunchPlan } from './launch-plan.ts';

export interface BrokerSettings {
  readonly launch: LaunchPlan;
  /** Runner processes this broker may keep at a time, spares not counted. */
  readonly runners: number;
  readonly spares: number;
  readonly callsPerRunner: number;
  /** Threads that can run at a time on this machine. */
  readonly cores: number;
  readonly recycleAfterCalls: number;
  readonly recycleAfterIsolates: number;
  readonly idleMs: number;
  /** The largest `resultBytes` any tool may have, and the largest program: what one frame from a runner may hold. */
  readonly resultBytes: number;
  readonly programBytes: number;
  /** The longest question that any tool may ask of the host. */
  readonly askBytes: number;
  /** Limits of an inspection. */
  readonly loadMs: number;
  readonly loadMemoryMb: number;
  readonly loadRssMb: number;
  readonly killGraceMs: number;
  /** How long a runner may take to say its first word, and to get ready for a call; the host's own limits if absent. */
  readonly startMs?: number;
  readonly preparation?: PreparationLimits;
  readonly quarantine: {
    readonly kills: number;
    readonly windowMs: number;
    readonly pauseMs: number;
    readonly maxPauseMs: number;
  };
  /** How requests of tools leave. */
  readonly egress: EgressOptions;
  /** Where the store of the plugins is kept. */
  readonly store: StoreSettings;
}
