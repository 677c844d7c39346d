// The catalog while it serves: one snapshot, swapped in one step. If a load lists many new bundles, each is inspected before its first call, or while
// there are no calls. One that fails is taken off the list, and one that passes serves once it is recorded. Front process. Decision 0013.

import type { Config } from '../../settings/config.ts';
import type { CheckedProgram, Inspection } from '../../shared/protocol/program.ts';
import { readFolder } from '../load/read-folder.ts';
import type { InspectOptions, LoadOptions, LoadResult, UninspectedBundle } from '../load/types.ts';
import { type BundleRefusal, type CatalogSnapshot, reconfigured, snapshotOf, withProgram } from '../model/snapshot.ts';
import { candidateOf, type ListedBundle } from '../model/versions.ts';
import type { PassRecord } from './batched-record.ts';
import { Inspections, type PendingInspection } from './inspections.ts';

export interface LiveCatalogOptions extends InspectOptions {
  /** Called with a bundle that failed its inspection and has been taken off the list. */
  readonly onRefused?: (refusal: BundleRefusal) => void;
  /** Where a bundle that passes after the load is recorded before it serves; nowhere if absent. */
  readonly record?: PassRecord;
}

const NO_RECORD: PassRecord = { soon: () => Promise.resolve(), hurry: () => {} };

/** The catalog of a plugins folder as it is now. Nothing follows the folder; see catalog-sync.ts. */
export const openCatalog = async (options: LoadOptions & LiveCatalogOptions): Promise<LiveCatalog> =>
  new LiveCatalog(options, await readFolder(options));

/** Holds the snapshot, and changes it by loads, configurations and inspections. Used in the front process. */
export class LiveCatalog {
  #options: LiveCatalogOptions;
  readonly #inspections: Inspections;
  #snapshot: CatalogSnapshot;
  #failures: Map<string, readonly BundleRefusal[]>;
  #isClosed = false;

  constructor(options: LiveCatalogOptions, state: LoadResult) {
    this.#options = options;
    this.#snapshot = snapshotOf(state, options.config);
    this.#failures = new Map(state.failures);
    this.#inspections = new Inspections({
      options: () => this.#options,
      onSettled: (uninspected, inspection) => this.#inspected(uninspected, inspection),
      record: options.record ?? NO_RECORD,
    });
    this.#inspections.list(state.uninspected);
  }

  get snapshot(): CatalogSnapshot {
    return this.#snapshot;
  }

  /** True after `close`: no load or configuration has an effect any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Digest → why the bundle is known to fail, for bundles in the folder. */
  get failures(): ReadonlyMap<string, readonly BundleRefusal[]> {
    return this.#failures;
  }

  get listed(): ReadonlyMap<string, UninspectedBundle> {
    return this.#inspections.listed;
  }

  /** Bundles with the programs that they have passed with. These are to be recorded before they serve. */
  withPassed(bundles: readonly ListedBundle[]): readonly ListedBundle[] {
    const { programs } = this.#snapshot;
    const { passed } = this.#inspections;
    return bundles.map((bundle) => withKnown(bundle, programs.get(bundle.digest) ?? passed.get(bundle.digest)));
  }

  /** From now on serves `state`. Calls that have their route keep it. */
  load(state: LoadResult): void {
    if (this.#isClosed) return;
    const { loaded, uninspected } = this.#withWhatIsKnown(state);
    this.#snapshot = snapshotOf({ ...state, loaded }, this.#options.config, this.#snapshot);
    this.#failures = new Map(state.failures);
    this.#inspections.list(uninspected);
    this.inspectRest();
  }

  /** From now on serves the same bundles under another configuration, in one step. Calls that have their route keep it. */
  reconfigure(config: Config): void {
    if (this.#isClosed) return;
    this.#options = { ...this.#options, config };
    this.#snapshot = reconfigured(this.#snapshot, config);
  }

  /** As {@link Inspections.whenInspected}. */
  whenInspected(toolName: string): PendingInspection | undefined {
    return this.#inspections.whenInspected(toolName);
  }

  /** From now on tries out the remaining bundles, one at a time, while the server is quiet. */
  inspectRest(): void {
    this.#inspections.beginRest();
  }

  close(): void {
    this.#isClosed = true;
    this.#inspections.close();
  }

  /** Bundles that were inspected while the folder was read need no second inspection. */
  #withWhatIsKnown({ loaded, uninspected }: LoadResult): Pick<LoadResult, 'loaded' | 'uninspected'> {
    const { programs } = this.#snapshot;
    return {
      loaded: loaded.map((bundle) => withKnown(bundle, programs.get(bundle.digest))),
      uninspected: uninspected.filter(({ digest }) => !programs.has(digest)),
    };
  }

  #inspected(uninspected: UninspectedBundle, inspection: Inspection): void {
    const { config, onRefused } = this.#options;
    const { bundle, manifest, digest } = uninspected;
    if (inspection.ok) {
      const inspected = { ...candidateOf(uninspected), program: inspection.program };
      this.#snapshot = withProgram(this.#snapshot, inspected, config);
      return;
    }
    const refusal = { bundle, pluginName: manifest.name, ...inspection.refusal };
    const { loaded, standby, refused } = this.#snapshot;
    const parts = { loaded: loaded.filter((one) => one.bundle !== bundle), standby, refused: [...refused, refusal] };
    this.#snapshot = snapshotOf(parts, config, this.#snapshot);
    this.#failures.set(digest, [refusal]);
    onRefused?.(refusal);
  }
}

const withKnown = (bundle: ListedBundle, program: CheckedProgram | undefined): ListedBundle =>
  bundle.program || !program ? bundle : { ...bundle, program };
