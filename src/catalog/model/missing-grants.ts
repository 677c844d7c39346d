// What an operator would have to write for a plugin to reach what it asks for: complete, merged with what is written already, and never
// more than its manifest asks. Front process and command line.

import type { PluginGrants, SecretBinding } from '../../config/config.ts';
import { originCovers } from '../../protocol/origins.ts';
import type { Manifest } from '../../sdk/manifest.ts';
import { grantedTo, type ReachConfig, wishesOf } from './capabilities.ts';

/** Members of a configuration. Either is absent if nothing of it is missing. */
export interface MissingGrants {
  /** The plugin's whole entry under `grants`: what is granted already, and what is missing. */
  readonly grants?: PluginGrants;
  /** Name → a binding to the environment variable of that name, of the secrets that are not bound. */
  readonly secrets?: Readonly<Record<string, SecretBinding>>;
}

/** Hosts that lead to no public address, as far as the name tells; only `privateFetch` lets these be reached. */
const PLAINLY_PRIVATE =
  /^https?:\/\/(?:(?:[^:/]+\.)?(?:localhost|local|internal|home\.arpa)(?::\d+)?$|127\.\d|10\.\d|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[(?:::1\]|f[cde]))/;

/** True for an origin that leads into a network that is not public, as far as its name tells. */
export const isPlainlyPrivate = (origin: string): boolean => PLAINLY_PRIVATE.test(origin);

const withOrigins = (list: readonly string[] = [], more: readonly string[]): readonly string[] =>
  more.length === 0 ? list : [...list, ...more];

const missingGrants = (manifest: Manifest, grants: PluginGrants): PluginGrants | undefined => {
  const { fetch: asked, store } = wishesOf(manifest);
  const granted = [...(grants.fetch ?? []), ...(grants.privateFetch ?? [])];
  const origins = [...new Set(asked.map(({ origin }) => origin))].filter(
    (origin) => !granted.some((pattern) => originCovers(pattern, origin)),
  );
  const needsStore = store !== undefined && grants.store !== true;
  if (origins.length === 0 && !needsStore) return undefined;
  const fetch = withOrigins(
    grants.fetch,
    origins.filter((origin) => !isPlainlyPrivate(origin)),
  );
  const privateFetch = withOrigins(grants.privateFetch, origins.filter(isPlainlyPrivate));
  return {
    ...(fetch.length > 0 && { fetch }),
    ...(privateFetch.length > 0 && { privateFetch }),
    ...((needsStore || grants.store !== undefined) && { store: needsStore || grants.store === true }),
  };
};

/** What is missing of all that a manifest asks for, optional wishes included; undefined if nothing is. */
export const missingFor = (manifest: Manifest, config: ReachConfig): MissingGrants | undefined => {
  const { name: plugin } = manifest;
  const grants = missingGrants(manifest, grantedTo(plugin, config));
  const unbound = wishesOf(manifest).secrets.filter(({ name, origin }) => {
    const binding = Object.hasOwn(config.secrets, name) ? config.secrets[name] : undefined;
    return binding?.plugin !== plugin || binding.origin !== origin;
  });
  if (grants === undefined && unbound.length === 0) return undefined;
  return {
    ...(grants && { grants }),
    ...(unbound.length > 0 && {
      secrets: Object.fromEntries(unbound.map(({ name, origin }) => [name, { plugin, origin, env: name }])),
    }),
  };
};

/** What is missing of several plugins, as members of one configuration: no key is there twice. */
export const mergedBlock = (
  missing: readonly (readonly [pluginName: string, MissingGrants | undefined])[],
): Readonly<Record<'grants' | 'secrets', object>> | Readonly<Record<string, object>> => {
  const grants = missing.flatMap(([name, each]) => (each?.grants ? [[name, each.grants] as const] : []));
  const secrets = missing.flatMap(([, each]) => Object.entries(each?.secrets ?? {}));
  return {
    ...(grants.length > 0 && { grants: Object.fromEntries(grants) }),
    ...(secrets.length > 0 && { secrets: Object.fromEntries(secrets) }),
  };
};
