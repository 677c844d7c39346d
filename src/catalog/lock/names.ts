// Finds the owner of a tool's name: the plugin that has it in the lock file, even if the tool was dropped. Front process and command line.

import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { compositeKey } from '../../shared/text/composite-key.ts';
import type { Candidate } from '../model/versions.ts';
import type { Lock } from './lock.ts';

/** Tool name → the plugins that have it in the lock file. More than one only in files from before names had owners. */
export type Owners = ReadonlyMap<string, readonly string[]>;

/** A tool name that a bundle claims and another plugin owns. */
export interface TakenName {
  readonly tool: string;
  readonly owner: string;
}

const known = new WeakMap<Lock, Owners>();

export const ownersIn = (lock: Lock): Owners => {
  const found = known.get(lock);
  if (found) return found;
  const owners = new Map<string, string[]>();
  for (const [plugin, { tools, dropped }] of Object.entries(lock.plugins)) {
    for (const tool of new Set([...Object.keys(tools), ...Object.keys(dropped)]))
      owners.set(tool, [...(owners.get(tool) ?? []), plugin]);
  }
  known.set(lock, owners);
  return owners;
};

export const takenNames = ({ name, tools }: Manifest, owners: Owners): readonly TakenName[] =>
  tools.flatMap((tool) => {
    const [owner, ...others] = owners.get(tool.name) ?? [];
    return owner === undefined || [owner, ...others].includes(name) ? [] : [{ tool: tool.name, owner }];
  });

/** Finds the bundle of a plugin that has a tool of this name. */
export type Claimed = (taken: TakenName) => string | undefined;

/** The taken names whose owner has a bundle that claims them, and that bundle. The owner keeps them. */
export const clashesOf = (
  taken: readonly TakenName[],
  claimed: Claimed,
): readonly (TakenName & { readonly bundle: string })[] =>
  taken.flatMap((name) => {
    const bundle = claimed(name);
    return bundle === undefined ? [] : [{ ...name, bundle }];
  });

/** {@link Claimed} among bundles. The first bundle that claims a name counts. */
export const claimedAmong = (bundles: Iterable<Pick<Candidate, 'bundle' | 'manifest'>>): Claimed => {
  const claims = new Map<string, string>();
  const key = ({ tool, owner }: TakenName): string => compositeKey(owner, tool);
  for (const { bundle, manifest } of bundles) {
    for (const tool of manifest.tools) {
      const claim = key({ tool: tool.name, owner: manifest.name });
      if (!claims.has(claim)) claims.set(claim, bundle);
    }
  }
  return (taken) => claims.get(key(taken));
};
