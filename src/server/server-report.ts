// What the admin API tells of a running server beside its plugins. Front process, main thread.

import type { Dispatcher } from '../broker/queue/dispatcher.ts';
import { idleSettings, knownIn } from '../catalog/operate/idle-settings.ts';
import type { CatalogSync } from '../catalog/serve/catalog-sync.ts';
import type { Config } from '../settings/config.ts';
import type { ServerReport } from '../shared/protocol/admin.ts';
import type { Readiness } from '../shared/protocol/task.ts';
import { IN_FORCE } from './configuration-state.ts';
import type { HostOptions } from './host-options.ts';

interface ServerReportParts extends Pick<HostOptions, 'configurationNow'> {
  readonly sync: CatalogSync;
  readonly dispatcher: Dispatcher;
  readonly configNow: () => Config;
  readonly readiness: () => Promise<Readiness>;
}

/** Returns what makes a report. */
export const serverReport =
  ({ sync, dispatcher, configNow, readiness, configurationNow = () => IN_FORCE }: ServerReportParts) =>
  async (): Promise<ServerReport> => {
    const { runners, keys, store, tools } = await readiness();
    const { problems, waiting } = configurationNow();
    return {
      configuration: { state: problems.length === 0 ? 'in force' : 'refused', problems, waitsForRestart: waiting },
      unready: [runners, keys, store, tools].filter((reason) => reason !== undefined),
      paused: dispatcher.status().quarantined,
      idleSettings: idleSettings(knownIn(sync.catalog.snapshot, sync.lock.written), configNow()),
      callsInFlight: dispatcher.callsInFlight,
      callsQueued: dispatcher.callsQueued,
    };
  };
