// Whose a tool's name is: the plugin's that the lock file has it under, whether the tool is served or was dropped. Front process and command line.

import type { Manifest } from '../../sdk/manifest.ts';
import type { Lock } from './lock.ts';

/** Tool name → the plugins that have it in the lock file. More than one only in files of before names had owners. */
export type Owners = ReadonlyMap<string, readonly string[]>;

/** A name that a bundle claims and that is another plugin's. */
export interface TakenName {
  readonly tool: string;
  readonly owner: string;
}

const known = new WeakMap<Lock, Owners>();

/** Who owns which name, by a lock file. */
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

/** Names of tools that a bundle claims and that are not its plugin's to claim. */
export const takenNames = ({ name, tools }: Manifest, owners: Owners): readonly TakenName[] =>
  tools.flatMap((tool) => {
    const [owner, ...others] = owners.get(tool.name) ?? [];
    return owner === undefined || [owner, ...others].includes(name) ? [] : [{ tool: tool.name, owner }];
  });

/** Finds the bundle of a plugin that has a tool of this name. */
export type Claimed = (taken: TakenName) => string | undefined;

/** {@link Claimed} among bundles, of which the first that claims a name is told. */
export const claimedAmong = (bundles: Iterable<{ readonly bundle: string; readonly manifest: Manifest }>): Claimed => {
  const claims = new Map<string, string>();
  const key = ({ tool, owner }: TakenName): string => `${owner} ${tool}`;
  for (const { bundle, manifest } of bundles) {
    for (const tool of manifest.tools) {
      const claim = key({ tool: tool.name, owner: manifest.name });
      if (!claims.has(claim)) claims.set(claim, bundle);
    }
  }
  return (taken) => claims.get(key(taken));
};
