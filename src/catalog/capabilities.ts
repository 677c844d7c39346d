// What a plugin asks for and what of it is granted: from its manifest and the operator's configuration. Front process and command line.

import type { Config, PluginGrants, SecretBinding } from '../config/config.ts';
import type { WishState } from '../protocol/admin.ts';
import type { FetchRule, Grants } from '../protocol/capabilities.ts';
import { originCovers } from '../protocol/origins.ts';
import type { Manifest, SecretWish } from '../sdk/manifest.ts';
import { byCodePoint } from './order.ts';

/** The parts of a configuration that decide what a plugin may reach. */
export type ReachConfig = Pick<Config, 'grants' | 'secrets'>;

/** Everything a manifest asks for, complete and in one order. */
export interface Wishes {
  readonly fetch: readonly FetchRule[];
  /** Undefined where the store is not asked for. */
  readonly store: 'plugin' | 'caller' | undefined;
  readonly secrets: readonly SecretWish[];
}

const ruleKey = ({ origin, path, methods }: FetchRule): string => JSON.stringify([origin, path, methods]);

/** What a manifest asks for, with its defaults written out. Takes any manifest that could be read. */
export const wishesOf = ({ capabilities = {} }: Pick<Manifest, 'capabilities'>): Wishes => {
  const { fetch = [], store, secrets = [] } = capabilities;
  const rules = fetch.map(
    ({ origin, methods = ['GET'], path = '/*' }): FetchRule => ({
      origin,
      methods: [...new Set(methods)].toSorted(byCodePoint),
      path,
    }),
  );
  return {
    fetch: rules.toSorted((one, other) => byCodePoint(ruleKey(one), ruleKey(other))),
    store: store && (store.scope ?? 'plugin'),
    secrets: secrets.toSorted((one, other) => byCodePoint(one.name, other.name)),
  };
};

const NOTHING: PluginGrants = Object.freeze({});

/** What the operator grants a plugin. The name is the plugin's own: `constructor` finds nothing. */
export const grantedTo = (pluginName: string, { grants }: Pick<Config, 'grants'>): PluginGrants =>
  (Object.hasOwn(grants, pluginName) ? grants[pluginName] : undefined) ?? NOTHING;

/** What the calls of a plugin's tools may reach, frozen. */
export const grantsFor = (manifest: Manifest, config: Pick<Config, 'grants'>): Grants => {
  const { fetch: asked, store: scope } = wishesOf(manifest);
  const { fetch = [], privateFetch = [], store = false } = grantedTo(manifest.name, config);
  return Object.freeze({
    fetch: Object.freeze({
      asked: Object.freeze(asked.map((rule) => Object.freeze({ ...rule, methods: Object.freeze([...rule.methods]) }))),
      // An origin that may be private may be reached.
      granted: Object.freeze([...new Set([...fetch, ...privateFetch])]),
      grantedPrivate: Object.freeze([...privateFetch]),
    }),
    store: Object.freeze({ scope, isGranted: scope !== undefined && store }),
  });
};

/** A line of sandbox.config.json that sets one member of a plugin's or a secret's. */
const lineFor = (section: string, name: string, value: object): string =>
  `"${section}": { ${JSON.stringify(name)}: ${JSON.stringify(value).replaceAll('":', '": ').replaceAll(',"', ', "')} }`;

/** Hosts that lead to no public address, as far as the name tells; only `privateFetch` lets these be reached. */
const PLAINLY_PRIVATE =
  /^https?:\/\/(?:(?:[^:/]+\.)?(?:localhost|local|internal|home\.arpa)(?::\d+)?$|127\.\d|10\.\d|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[(?:::1\]|f[cde]))/;

const fetchState = ({ origin, methods, path }: FetchRule, name: string, grants: PluginGrants): WishState => {
  const wish = `fetch ${methods.join(', ')} ${origin}${path}`;
  const { fetch = [], privateFetch = [] } = grants;
  const granted = [...fetch, ...privateFetch];
  if (granted.some((pattern) => originCovers(pattern, origin))) return { wish, state: 'granted' };
  // A pattern may be asked for, and some origins that it stands for be granted.
  const isInPart = granted.some((pattern) => originCovers(origin, pattern));
  const line = lineFor(
    'grants',
    name,
    PLAINLY_PRIVATE.test(origin) ? { privateFetch: [...privateFetch, origin] } : { fetch: [...fetch, origin] },
  );
  return { wish, state: isInPart ? 'in part' : 'not granted', line };
};

const secretState = ({ name, origin }: SecretWish, plugin: string, secrets: Config['secrets']): WishState => {
  const wish = `secret ${name} for ${origin}`;
  const binding = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  if (binding?.plugin === plugin && binding.origin === origin) return { wish, state: 'granted' };
  return { wish, state: 'not granted', line: lineFor('secrets', name, { plugin, origin, env: name }) };
};

/** What a plugin asks for, one by one, and how much of it is granted. */
export const wishStates = (manifest: Manifest, config: ReachConfig): readonly WishState[] => {
  const { fetch, store, secrets } = wishesOf(manifest);
  const storeWish = store === 'caller' ? 'store for each caller' : 'store';
  return [
    ...fetch.map((rule) => fetchState(rule, manifest.name, grantedTo(manifest.name, config))),
    ...(store === undefined
      ? []
      : grantedTo(manifest.name, config).store === true
        ? [{ wish: storeWish, state: 'granted' } as const]
        : [
            { wish: storeWish, state: 'not granted', line: lineFor('grants', manifest.name, { store: true }) } as const,
          ]),
    ...secrets.map((secret) => secretState(secret, manifest.name, config.secrets)),
  ];
};

/** What the operator has written for nobody: each a sentence that names the setting. `manifests` are those of all plugins that serve. */
export const idleGrants = (manifests: readonly Manifest[], config: ReachConfig): readonly string[] => {
  const byName = new Map(manifests.map((manifest) => [manifest.name, manifest]));
  return [
    ...Object.entries(config.grants).flatMap(([name, grants]) => idleGrant(name, grants, byName.get(name))),
    ...Object.entries(config.secrets).flatMap(([name, binding]) =>
      idleSecret(name, binding, byName.get(binding.plugin ?? '')),
    ),
  ];
};

const overlaps = (one: string, other: string): boolean => originCovers(one, other) || originCovers(other, one);

const idleGrant = (name: string, grants: PluginGrants, manifest: Manifest | undefined): readonly string[] => {
  if (!manifest) return [`grants.${name}: no plugin of this name serves`];
  const { fetch: asked, store } = wishesOf(manifest);
  const idle = [...(grants.fetch ?? []), ...(grants.privateFetch ?? [])].filter(
    (pattern) => !asked.some(({ origin }) => overlaps(origin, pattern)),
  );
  return [
    ...idle.map((pattern) => `grants.${name}: the plugin does not ask for ${pattern}`),
    ...(grants.store === true && store === undefined
      ? [`grants.${name}.store: the plugin does not ask for the store`]
      : []),
  ];
};

const idleSecret = (
  name: string,
  { plugin, origin = '' }: SecretBinding,
  manifest: Manifest | undefined,
): readonly string[] => {
  if (!manifest) return [`secrets.${name}: no plugin "${plugin}" serves`];
  const { fetch } = wishesOf(manifest);
  return fetch.some((rule) => originCovers(rule.origin, origin))
    ? []
    : [`secrets.${name}: ${manifest.name} does not ask for requests to ${origin}`];
};
