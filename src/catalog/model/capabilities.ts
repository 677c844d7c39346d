// What a plugin asks for and what of it is granted: from its manifest and the operator's configuration. Front process and command line.

import type { Config, PluginGrants } from '../../config/config.ts';
import type { WishState } from '../../protocol/admin.ts';
import type { AskedSecret, FetchRule, Grants } from '../../protocol/capabilities.ts';
import { originCovers } from '../../protocol/origins.ts';
import type { Manifest, SecretWish } from '../../sdk/manifest.ts';
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
  const { fetch: asked, store: scope, secrets } = wishesOf(manifest);
  const { fetch = [], privateFetch = [], store = false } = grantedTo(manifest.name, config);
  return Object.freeze({
    fetch: Object.freeze({
      asked: Object.freeze(asked.map((rule) => Object.freeze({ ...rule, methods: Object.freeze([...rule.methods]) }))),
      // An origin that may be private may be reached.
      granted: Object.freeze([...new Set([...fetch, ...privateFetch])]),
      grantedPrivate: Object.freeze([...privateFetch]),
    }),
    store: Object.freeze({ scope, isGranted: scope !== undefined && store }),
    secrets: Object.freeze({
      asked: Object.freeze(secrets.map((wish) => Object.freeze(askedSecret(wish)))),
    }),
  });
};

/** Where a secret stands if its manifest names no place. */
const USUAL_HEADERS = Object.freeze(['authorization']);

/** A wish for a secret with its places, in one order. */
export const askedSecret = ({ name, origin, headers, parameters = [] }: SecretWish): AskedSecret => {
  const named = headers?.map((header) => header.toLowerCase()) ?? (parameters.length > 0 ? [] : USUAL_HEADERS);
  return {
    name,
    origin,
    headers: Object.freeze([...new Set(named)].toSorted(byCodePoint)),
    parameters: Object.freeze([...new Set(parameters)].toSorted(byCodePoint)),
  };
};

/** True if a secret stands where most do, and nowhere else. */
export const standsAsUsual = ({ headers, parameters }: AskedSecret): boolean =>
  parameters.length === 0 && headers.join() === USUAL_HEADERS.join();

const isBound = ({ name, origin }: SecretWish, plugin: string, secrets: Config['secrets']): boolean => {
  const binding = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  return binding?.plugin === plugin && binding.origin === origin;
};

/** How much of the requests to an origin, or to those that a pattern stands for, is granted. */
const originState = (origin: string, { fetch = [], privateFetch = [] }: PluginGrants): WishState['state'] => {
  const granted = [...fetch, ...privateFetch];
  if (granted.some((pattern) => originCovers(pattern, origin))) return 'granted';
  // A pattern may be asked for, and some origins that it stands for be granted.
  return granted.some((pattern) => originCovers(origin, pattern)) ? 'in part' : 'not granted';
};

const optional = (isOptional: boolean | undefined): Pick<WishState, 'isOptional'> => (isOptional ? { isOptional } : {});

const fetchStates = ({ capabilities }: Manifest, grants: PluginGrants): readonly WishState[] => {
  const wishes = capabilities?.fetch ?? [];
  return wishesOf({ capabilities: { fetch: wishes } }).fetch.map(({ origin, methods, path }) => ({
    capability: `fetch ${methods.join(', ')} ${origin}${path}`,
    state: originState(origin, grants),
    origin,
    // Of several wishes for an origin, one that must be granted counts.
    ...optional(wishes.filter((wish) => wish.origin === origin).every((wish) => wish.optional === true)),
  }));
};

/** What a plugin asks for, one by one, and how much of it is granted. */
export const wishStates = (manifest: Manifest, config: ReachConfig): readonly WishState[] => {
  const { store, secrets } = wishesOf(manifest);
  const grants = grantedTo(manifest.name, config);
  return [
    ...fetchStates(manifest, grants),
    ...(store === undefined
      ? []
      : [
          {
            capability: store === 'caller' ? 'store for each caller' : 'store',
            state: grants.store === true ? ('granted' as const) : ('not granted' as const),
            ...optional(manifest.capabilities?.store?.optional),
          },
        ]),
    ...secrets.map(
      (secret): WishState => ({
        capability: `secret ${secret.name} for ${secret.origin}`,
        state: isBound(secret, manifest.name, config.secrets) ? 'granted' : 'not granted',
        ...optional(secret.optional),
      }),
    ),
  ];
};

/** True if something is not granted at all that the plugin does not call optional: its tools could only fail. */
export const waitsForGrants = (manifest: Manifest, config: ReachConfig): boolean =>
  wishStates(manifest, config).some(({ state, isOptional }) => state === 'not granted' && !isOptional);
