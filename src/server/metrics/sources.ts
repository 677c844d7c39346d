// Where the figures of a scrape come from. Front process, main thread.

import type { CatalogSnapshot } from '../../catalog/model/snapshot.ts';
import { hasExpired, type KeyRecord } from '../../front/doors/key-record.ts';
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
  /** True if the configuration file was refused when it was last read; undefined if no file is followed. */
  readonly isConfigurationRefused: () => boolean | undefined;
  readonly pool: Config['pool'];
}

/** `nowMs`: milliseconds since 1970. */
export const keyFiguresOf = (keys: readonly KeyRecord[], nowMs: number): KeyFigures => {
  const held = keys.filter((key) => !hasExpired(key, nowMs));
  const nextEndMs = held.reduce(
    (first, { expiresAt, replacedBy }) =>
      expiresAt === undefined || replacedBy !== undefined ? first : Math.min(first, Date.parse(expiresAt)),
    Number.POSITIVE_INFINITY,
  );
  return { held: held.length, nextEndMs: nextEndMs === Number.POSITIVE_INFINITY ? undefined : nextEndMs };
};
