// Writes the configuration that grants a plugin all it requests: merged with what is granted already, and never more than the manifest
// requests. Front process and command line.

import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import type { PluginGrants, SecretBinding } from '../../settings/config.ts';
import { isPlainlyPrivate, originCovers } from '../../shared/protocol/origins.ts';
import { grantedTo, isBound, missingAlgorithms, type ReachConfig, requestedBy } from './capabilities.ts';

/** Members to add to a configuration. Each is absent if nothing of its kind is missing. */
export interface MissingGrants {
  /** The plugin's whole entry under `grants`: the grants it has already and those it lacks. */
  readonly grants?: PluginGrants;
  /** Name of each unbound secret → a binding to the environment variable of that name. */
  readonly secrets?: Readonly<Record<string, SecretBinding>>;
}

const missingGrants = (manifest: Manifest, grants: PluginGrants): PluginGrants | undefined => {
  const { fetch: asked, store } = requestedBy(manifest);
  const granted = [...(grants.fetch ?? []), ...(grants.privateFetch ?? [])];
  const origins = [...new Set(asked.map(({ origin }) => origin))].filter(
    (origin) => !granted.some((pattern) => originCovers(pattern, origin)),
  );
  const needsStore = store !== undefined && grants.store !== true;
  if (origins.length === 0 && !needsStore) return undefined;
  const fetch = [...(grants.fetch ?? []), ...origins.filter((origin) => !isPlainlyPrivate(origin))];
  const privateFetch = [...(grants.privateFetch ?? []), ...origins.filter(isPlainlyPrivate)];
  return {
    ...(fetch.length > 0 && { fetch }),
    ...(privateFetch.length > 0 && { privateFetch }),
    ...((needsStore || grants.store !== undefined) && { store: needsStore || grants.store === true }),
  };
};

/** Where the key comes from: where it came from before, if only an algorithm is missing. */
const sourceOf = (name: string, plugin: string, { secrets }: ReachConfig): SecretBinding => {
  const binding = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  if (binding?.plugin !== plugin || binding.algorithms === undefined) return { env: name };
  const { env, file, command } = binding;
  return { ...(env !== undefined && { env }), ...(file !== undefined && { file }), ...(command && { command }) };
};

/** The grants and bindings that a manifest's requests lack, optional ones included; undefined if none is missing. */
export const missingFor = (manifest: Manifest, config: ReachConfig): MissingGrants | undefined => {
  const { name: plugin } = manifest;
  const grants = missingGrants(manifest, grantedTo(plugin, config));
  const { secrets, signing } = requestedBy(manifest);
  const unbound = [
    ...secrets
      .filter((secret) => !isBound(secret, plugin, config))
      .map(({ name, origin }) => [name, { plugin, origin, env: name }] as const),
    ...signing
      .filter((wish) => missingAlgorithms(wish, plugin, config).length > 0)
      .map(({ name, algorithms }) => [name, { plugin, algorithms, ...sourceOf(name, plugin, config) }] as const),
  ];
  if (grants === undefined && unbound.length === 0) return undefined;
  return {
    ...(grants && { grants }),
    ...(unbound.length > 0 && { secrets: Object.fromEntries(unbound) }),
  };
};

/** Merges the missing grants of several plugins into members of one configuration, without repeated keys. */
export const mergedBlock = (
  missing: readonly (readonly [pluginName: string, MissingGrants | undefined])[],
): Readonly<Record<string, object>> => {
  const grants = missing.flatMap(([name, found]) => (found?.grants ? [[name, found.grants] as const] : []));
  const secrets = missing.flatMap(([, found]) => Object.entries(found?.secrets ?? {}));
  return {
    ...(grants.length > 0 && { grants: Object.fromEntries(grants) }),
    ...(secrets.length > 0 && { secrets: Object.fromEntries(secrets) }),
  };
};
