// The figures of a host that does nothing, for tests of what is exported.

import type { CatalogSnapshot } from '../../src/catalog/model/snapshot.ts';
import { callFigures } from '../../src/server/metrics/call-figures.ts';
import { CallTotals } from '../../src/server/metrics/call-totals.ts';
import { hostFigures, type Seen } from '../../src/server/metrics/host-figures.ts';
import { LabelCap } from '../../src/server/metrics/label-cap.ts';
import { type Family, HostRegistry } from '../../src/server/metrics/registry.ts';
import type { Sources } from '../../src/server/metrics/sources.ts';
import type { BrokerStatus } from '../../src/shared/protocol/task.ts';

const CATALOG = { bundles: [], standby: [], refused: [], toolNames: [] } as unknown as CatalogSnapshot;
export const BROKER: BrokerStatus = {
  runners: [],
  peakRssMb: 12,
  quarantined: [],
  cordons: 0,
  started: 0,
  killed: 0,
  ends: {},
  evictions: { extra: 0, last: 0, busy: 0 },
  quarantines: 0,
  startTrouble: undefined,
};

export const sourcesWith = (more: Partial<Sources> = {}): Sources => ({
  catalog: () => CATALOG,
  callsInFlight: () => 0,
  callsQueued: () => 0,
  broker: () => BROKER,
  readiness: async () => ({}),
  keys: () => undefined,
  certificateEndMs: () => undefined,
  isConfigurationRefused: () => undefined,
  isDraining: () => false,
  pool: { runners: 8, callsPerRunner: 4, maxQueued: 1_000 } as Sources['pool'],
  ...more,
});

/** What a scrape is made of. */
export interface Scraped extends Partial<Pick<Seen, 'readiness'>> {
  /** Calls and requests that were counted before. */
  readonly note?: (totals: CallTotals) => void;
  readonly names?: number;
  readonly sources?: Sources;
  readonly cordonNames?: LabelCap;
}

/** A registry with all figures of a host. */
export const registryOf = (scraped: Scraped = {}): HostRegistry => {
  const { note, names = 10, sources = sourcesWith(), cordonNames = new LabelCap(10) } = scraped;
  const registry = new HostRegistry();
  const { durations, queueTimes } = registry;
  const totals = new CallTotals({ names, clients: true, pluginOf: () => undefined, durations, queueTimes });
  note?.(totals);
  const readiness = 'readiness' in scraped ? scraped.readiness : {};
  const seen: Seen = { broker: sources.broker(), catalog: sources.catalog(), readiness };
  registry.add(callFigures(totals));
  registry.add(hostFigures({ sources, seen: () => seen, cordonNames }));
  return registry;
};

/** All families that a server exports, by name, without those of its process. */
export const FAMILIES: Readonly<Record<string, Family>> = Object.fromEntries(registryOf().families);
