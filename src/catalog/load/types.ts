// What a load is given, and what its steps hand to each other. Front process.

import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import type { Config } from '../../settings/config.ts';
import type { Inspector, Refusal } from '../../shared/protocol/program.ts';
import type { Lock } from '../lock/lock.ts';
import type { BundleRefusal, CatalogSnapshot, StandbyBundle } from '../model/snapshot.ts';
import type { Candidate, ListedBundle } from '../model/versions.ts';
import type { ProgramCache } from './program-cache.ts';

/** A bundle that has passed every check except the one that runs it. */
export interface UninspectedBundle extends Candidate {
  readonly entryName: string;
  /** A script that evaluates to `(require) => exports`. */
  readonly factoryCode: string;
}

/** A bundle that looks right, inspected before or not. */
export type SoundBundle = UninspectedBundle | ListedBundle;

export interface RefusedBundle {
  readonly state: 'refused';
  readonly bundle: string;
  readonly refusals: readonly Refusal[];
  /** True if it may still be being written, so that a later look may find it complete. */
  readonly isIncomplete: boolean;
  /** True if the machine kept it from being read, which is not the bundle's fault. It is read again soon. */
  readonly isHostFault?: boolean;
  /** The plugin that its manifest names, if the manifest is in order. */
  readonly pluginName?: string;
}

/** A checked bundle: its program if it was inspected before, the parts to inspect, or why it is refused. */
export type CheckedBundle =
  | { readonly state: 'loaded'; readonly loaded: ListedBundle }
  | { readonly state: 'uninspected'; readonly uninspected: UninspectedBundle }
  | RefusedBundle;

/** A bundle as it was found at an earlier read. Its compiled program is kept elsewhere, by digest. */
export type Remembered =
  | { readonly manifest: Manifest; readonly digest: string; readonly signedBy?: string }
  | { readonly refused: RefusedBundle };

export interface BundleRecall {
  /** The earlier result for a bundle that has not changed since; undefined for others. */
  recall(bundle: string): Remembered | undefined;
  keep(bundle: string, remembered: Remembered): void;
}

export type InspectionOutcome =
  | { readonly ok: true; readonly loaded: ListedBundle }
  | { readonly ok: false; readonly refused: readonly BundleRefusal[] };

export interface InspectOptions {
  readonly config: Config;
  readonly inspector: Inspector;
  /** True for authors, who want to see the results of examples: failing ones do not refuse the bundle. */
  readonly examplesMayFail?: boolean;
  /** The cache of programs between starts, and the host's release that inspected them. */
  readonly cache?: { readonly programs: ProgramCache; readonly release: string };
}

export interface CheckOptions extends InspectOptions {
  readonly folder: string;
  /** The snapshot that serves now. Its bundles keep their names, an unchanged one is not compiled again, and one that got worse goes on as it was. */
  readonly serving?: CatalogSnapshot;
  /** Digest → bundle that is listed and not inspected yet. */
  readonly listed?: ReadonlyMap<string, UninspectedBundle>;
  /** What was read of bundles before. The check updates it. */
  readonly memory?: BundleRecall;
  /** Time to compile a bundle; {@link LOAD_MS} if absent. */
  readonly loadMs?: number;
}

/** Progress of a load. Reported once for each bundle, when it is decided whether it can be loaded. */
export interface LoadProgress {
  readonly bundle: string;
  readonly isLoaded: boolean;
  readonly done: number;
  readonly total: number;
}

export interface LoadOptions extends CheckOptions {
  /** The lock file: the accepted versions and the operator's decisions. Empty if absent. */
  readonly lock?: Lock;
  /** Digest → why the bundle is known to fail. */
  readonly failures?: ReadonlyMap<string, readonly BundleRefusal[]>;
  /** Bundles that are being written; these are not read. */
  readonly unsettled?: ReadonlySet<string>;
  readonly onProgress?: (progress: LoadProgress) => void;
  /** New bundles that are inspected now; if there are more, only those with disputed names. 24 if absent. */
  readonly triedOutAtStart?: number;
}

/** The bundle of a plugin that serves, and why the others do not. */
export interface Selection {
  readonly chosen: ListedBundle | undefined;
  readonly standby: readonly StandbyBundle[];
  readonly refused: readonly BundleRefusal[];
}

export interface LoadResult {
  /** The bundles that serve. */
  readonly loaded: readonly ListedBundle[];
  /** Those of `loaded` that are not inspected yet. */
  readonly uninspected: readonly UninspectedBundle[];
  readonly standby: readonly StandbyBundle[];
  readonly refused: readonly BundleRefusal[];
  /** Digest → why the bundle fails. */
  readonly failures: ReadonlyMap<string, readonly BundleRefusal[]>;
}
