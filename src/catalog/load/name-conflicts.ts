// Decides who gets a name that two bundles claim, if the lock file gives it to neither or to both (see names.ts). The bundle that serves now keeps
// it, else the first by folder name. The other bundle is refused whole, because nobody has tested half a plugin. Front process.

import type { BundleRefusal, BundleStatus } from '../model/snapshot.ts';
import type { Candidate, ListedBundle } from '../model/versions.ts';

type Claimant = Pick<Candidate, 'bundle' | 'manifest'>;

/** `plugin text-tools` or `tool summarizeText`: a plugin may have the name of another one's tool. */
const claimsOf = (pluginName: string, tools: readonly string[]): readonly string[] => [
  `plugin ${pluginName}`,
  ...tools.map((tool) => `tool ${tool}`),
];

const claims = ({ manifest }: Claimant): readonly string[] =>
  claimsOf(
    manifest.name,
    manifest.tools.map(({ name }) => name),
  );

const placeOf = ({ manifest }: Claimant, claim: string): string => {
  const index = manifest.tools.findIndex(({ name }) => `tool ${name}` === claim);
  return index < 0 ? 'plugin.json /name' : `plugin.json /tools/${index}/name`;
};

/** The refusal of a bundle that claims a name of the bundle `owner`. */
export const refusalOf = (bundle: Claimant, claim: string, owner: string, isServing = false): BundleRefusal => {
  const [kind, name] = claim.split(' ');
  return {
    bundle: bundle.bundle,
    pluginName: bundle.manifest.name,
    where: placeOf(bundle, claim),
    reason: `the ${kind} name "${name}" belongs to the bundle "${owner}"${isServing ? ', which is already serving' : ''}`,
    hint: `rename the ${kind}, or take "${owner}" out of the plugins folder`,
  };
};

/** Folders of the bundles that claim a name which another bundle claims too. */
export const disputedBundles = (bundles: readonly Claimant[]): ReadonlySet<string> => {
  const claimants = new Map<string, string[]>();
  for (const bundle of bundles) {
    for (const claim of claims(bundle)) claimants.set(claim, [...(claimants.get(claim) ?? []), bundle.bundle]);
  }
  return new Set([...claimants.values()].filter(({ length }) => length > 1).flat());
};

/** Claim → folder of the bundle that serves it now, if that bundle still claims it. */
const servingOwners = (bundles: readonly ListedBundle[], serving: readonly BundleStatus[]): Map<string, string> => {
  const claimed = new Map(bundles.map((bundle) => [bundle.bundle, new Set(claims(bundle))]));
  const owners = new Map<string, string>();
  for (const { bundle, pluginName, tools } of serving) {
    for (const claim of claimsOf(pluginName, tools)) if (claimed.get(bundle)?.has(claim)) owners.set(claim, bundle);
  }
  return owners;
};

/**
 * Splits bundles, given in order of folder name, into those that keep all their names and those that are refused for one.
 * Bundles that serve now are settled first, so that a name that one of them gives up goes to the next in order.
 */
export const settleClaims = (
  bundles: readonly ListedBundle[],
  serving: readonly BundleStatus[],
): { readonly kept: readonly ListedBundle[]; readonly refused: readonly BundleRefusal[] } => {
  const owners = servingOwners(bundles, serving);
  const incumbents = new Set(owners.values());
  const kept = new Set<ListedBundle>();
  const refused: BundleRefusal[] = [];
  const inOrder = [
    ...bundles.filter(({ bundle }) => incumbents.has(bundle)),
    ...bundles.filter(({ bundle }) => !incumbents.has(bundle)),
  ];
  for (const bundle of inOrder) {
    const lost = claims(bundle).filter((claim) => (owners.get(claim) ?? bundle.bundle) !== bundle.bundle);
    if (lost.length === 0) {
      for (const claim of claims(bundle)) owners.set(claim, bundle.bundle);
      kept.add(bundle);
      continue;
    }
    for (const claim of lost) {
      const owner = owners.get(claim) ?? '';
      refused.push(refusalOf(bundle, claim, owner, incumbents.has(owner)));
    }
    for (const [claim, owner] of owners) if (owner === bundle.bundle) owners.delete(claim);
  }
  return { kept: bundles.filter((bundle) => kept.has(bundle)), refused };
};
