// What a host is started with. Types only.

import type { BundleRefusal, CatalogSnapshot } from '../catalog/model/snapshot.ts';
import type { KeyRecord } from '../front/doors/key-record.ts';
import type { AdminLogEntry } from '../front/http/admin.ts';
import type { HttpBounds } from '../front/http/bounds.ts';
import type { CallLogEntry } from '../front/http/call-log.ts';
import type { ConfigurationState } from './configuration-state.ts';
import type { BegunSandbox, SandboxOptions } from './sandbox.ts';
import type { TraceSettings } from './traces/environment.ts';

/** Options of a host. Callbacks run in the main thread. */
export interface HostOptions extends SandboxOptions {
  readonly onCall: (entry: CallLogEntry) => void;
  readonly onAdmin?: (entry: AdminLogEntry) => void;
  /** Called with the API keys after each reading of their file, the one at start included. */
  readonly onKeys?: (keys: readonly KeyRecord[]) => void;
  /** Called if a listed bundle is refused by its inspection while the host serves. */
  readonly onRefused?: (refusal: BundleRefusal) => void;
  /** Called when another snapshot begins to serve. */
  readonly onSwap?: (before: CatalogSnapshot, after: CatalogSnapshot) => void;
  /** Where spans are sent; nowhere if absent. */
  readonly traces?: TraceSettings;
  /** New bundles that are tried out before the host listens; 24 if absent. */
  readonly triedOutAtStart?: number;
  /** How far the clocks of the issuer of tokens and of this server may differ; 30 s if absent. */
  readonly clockSkewMs?: number;
  /** Of the bounds of its HTTP server, those that differ here; see bounds.ts. */
  readonly http?: Partial<HttpBounds>;
  /** Keeps the names of the plugins that are called in `cacheFolder`, for the next start. */
  readonly keepsActive?: boolean;
  /** What became of the configuration file when it was last read, for the figures and the admin API. */
  readonly configurationNow?: () => ConfigurationState;
  /** Variables of the server's environment; imports of the admin API get those that lead npm to its registry. */
  readonly importEnvironment?: Readonly<Record<string, string | undefined>>;
  /** The sandbox, if it is being opened already with the same options. */
  readonly sandbox?: BegunSandbox;
}
