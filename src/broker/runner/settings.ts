// What a broker is told when it starts: plain data, made by main from the configuration.

import type { ControlSettings } from '../../control/settings.ts';

export interface BrokerSettings extends ControlSettings {
  /** Runner processes this broker may keep at a time, spares not counted. */
  readonly runners: number;
  readonly spares: number;
  readonly callsPerRunner: number;
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
  /** How long a runner may take to say its first word; the host's own limit if absent. */
  readonly startMs?: number;
  readonly quarantine: {
    readonly kills: number;
    readonly windowMs: number;
    readonly pauseMs: number;
    readonly maxPauseMs: number;
  };
}
