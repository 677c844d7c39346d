// Chooses a version of each plugin of a folder, in rounds: each round leaves out the versions that lost a name in the one before. Front process.

import pLimit from 'p-limit';
import { EMPTY_LOCK, entryOf } from '../lock/lock.ts';
import { type Claimed, ownersIn } from '../lock/names.ts';
import type { BundleRefusal } from '../model/snapshot.ts';
import { INSPECTED_AT_ONCE, type OutcomeOptions, outcomeOf } from './inspect.ts';
import { settled } from './load-result.ts';
import { select } from './selection.ts';
import type { InspectionOutcome, Selection, SoundBundle } from './types.ts';

export interface RoundsOptions extends OutcomeOptions {
  /** Every bundle that is listed in the folder. */
  readonly names: readonly string[];
  readonly claimed: Claimed;
  /** Called once for each bundle, when it is known whether it can be loaded. */
  readonly onDecided: (bundle: string, isLoaded: boolean) => void;
}

type Plugins = ReadonlyMap<string, readonly SoundBundle[]>;

/**
 * The rounds of one load. A version that loses a name to another plugin is left out of the next round if its plugin has another version: an upgrade
 * that claims a foreign name must not stop the version before it. Each bundle is inspected at most once, in all rounds together.
 */
export class VersionRounds {
  readonly #options: RoundsOptions;
  readonly #plugins: Plugins;
  readonly #outcomes = new Map<SoundBundle, Promise<InspectionOutcome>>();
  /** Bundle → refusals for the names that it lost in an earlier round. */
  readonly #lost = new Map<string, readonly BundleRefusal[]>();
  readonly #failures = new Map<string, readonly BundleRefusal[]>();

  constructor(plugins: Plugins, options: RoundsOptions) {
    this.#plugins = plugins;
    this.#options = options;
  }

  /** Digest → why the bundle fails. Without host faults, because the next attempt may succeed. */
  get failures(): ReadonlyMap<string, readonly BundleRefusal[]> {
    return this.#failures;
  }

  /** One selection for each plugin. Never rejects for the content of a bundle. */
  async run(): Promise<readonly Selection[]> {
    let selections = await this.#round((selection, versions) => this.#report(selection, versions));
    while (this.#leaveOutLosers(selections)) selections = await this.#round();
    return selections;
  }

  #round(onSelected?: (selection: Selection, versions: readonly SoundBundle[]) => void): Promise<readonly Selection[]> {
    return pLimit(INSPECTED_AT_ONCE).map(this.#plugins, async ([name, versions]) => {
      const selection = await this.#select(name, versions);
      onSelected?.(selection, versions);
      return selection;
    });
  }

  #select(name: string, versions: readonly SoundBundle[]): Promise<Selection> {
    const { lock = EMPTY_LOCK, serving, config, claimed } = this.#options;
    return select(versions, {
      entry: entryOf(lock, name),
      owners: ownersIn(lock),
      claimed,
      policy: config.plugins.approve,
      config,
      servingDigest: serving?.loaded.find(({ manifest }) => manifest.name === name)?.digest,
      inspect: (candidate) => this.#outcomeOf(candidate),
    });
  }

  #outcomeOf(candidate: SoundBundle): Promise<InspectionOutcome> {
    const lost = this.#lost.get(candidate.bundle);
    if (lost) return Promise.resolve({ ok: false, refused: lost });
    const outcome = this.#outcomes.get(candidate) ?? this.#inspect(candidate);
    this.#outcomes.set(candidate, outcome);
    return outcome;
  }

  async #inspect(candidate: SoundBundle): Promise<InspectionOutcome> {
    const outcome = await outcomeOf(candidate, this.#options);
    if (!outcome.ok && !outcome.refused.some(({ isHostFault }) => isHostFault))
      this.#failures.set(candidate.digest, outcome.refused);
    return outcome;
  }

  #report({ refused }: Selection, versions: readonly SoundBundle[]): void {
    const bad = new Set(refused.map(({ bundle }) => bundle));
    for (const { bundle } of versions) this.#options.onDecided(bundle, !bad.has(bundle));
  }

  /** Leaves out the bundles that lost a name in these selections, if their plugin can do without them. False if there are none. */
  #leaveOutLosers(selections: readonly Selection[]): boolean {
    const { refused } = settled(this.#options.names, selections, this.#options);
    const losers = refused.filter(
      ({ bundle, pluginName = '' }) => !this.#lost.has(bundle) && this.#canDoWithout(pluginName),
    );
    for (const [bundle, refusals] of Map.groupBy(losers, ({ bundle }) => bundle)) this.#lost.set(bundle, refusals);
    return losers.length > 0;
  }

  /** True if another bundle of the plugin may serve in place of one that is left out. */
  #canDoWithout(pluginName: string): boolean {
    const serves = this.#options.serving?.loaded.some(({ manifest }) => manifest.name === pluginName) ?? false;
    return serves || (this.#plugins.get(pluginName)?.length ?? 0) > 1;
  }
}
