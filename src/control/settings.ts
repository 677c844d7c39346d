// What a control thread is told when it starts: plain data, made by main from the configuration.

import type { LaunchPlan } from '../launch/plan.ts';
import type { PreparationLimits } from './call-watch.ts';
import type { EgressOptions } from './capabilities/egress.ts';
import type { StoreSettings } from './capabilities/store.ts';

export interface ControlSettings {
  readonly launch: LaunchPlan;
  /** Threads that can run at a time on this machine. */
  readonly cores: number;
  /** How long a runner may take to get ready for a call; the host's own limits if absent. */
  readonly preparation?: PreparationLimits;
  /** How requests of tools leave. */
  readonly egress: EgressOptions;
  /** Where the store of the plugins is kept. */
  readonly store: StoreSettings;
}
