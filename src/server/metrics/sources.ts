// Where the figures of a scrape come from. Types only; front process, main thread.

import type { CatalogSnapshot } from '../../catalog/model/snapshot.ts';
import type { Config } from '../../settings/config.ts';
import type { BrokerStatus, Readiness } from '../../shared/protocol/task.ts';

export interface KeyFigures {
  readonly held: number;
  /** When the next key expires that no other key replaces, in milliseconds since 1970; undefined if none does. */
  readonly nextEndMs: number | undefined;
}

/** The parts of a host that are looked at for each scrape. */
export interface Sources {
  readonly catalog: () => CatalogSnapshot;
  readonly callsInFlight: () => number;
  readonly callsQueued: () => number;
  readonly broker: () => BrokerStatus;
  /** Finds why calls cannot work. May take seconds. */
  readonly readiness: () => Promise<Readiness>;
  /** The API keys that have not expired; undefined if there is no file of keys. */
  readonly keys: () => KeyFigures | undefined;
  /** When the TLS certificate ends, in milliseconds since 1970; undefined if the server speaks HTTP. */
  readonly certificateEndMs: () => number | undefined;
  /** True as soon as the server takes no new calls. */
  readonly isDraining: () => boolean;
  readonly pool: Config['pool'];
}
