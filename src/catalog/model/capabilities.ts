// Compares the capabilities that a manifest requests with those that the operator granted. Front process and command line.
//
// A plugin that lacks a grant is left out of the list of tools unless `plugins.listUngranted` is set: agents paid for descriptions of tools that
// could not work. A grant is lacking if a whole request of the manifest is not granted; some origins of a pattern are enough, and an `optional`
// request is not waited for. Whether a tool works without a grant cannot be seen from outside, so `optional` is the author's word. It widens
// nothing, so an upgrade that adds it needs no approval.
//
// A call of such a tool still runs, and fails if it reaches for what is missing, because its arguments decide what it reaches. Rejected: listing
// everything with a note, which costs tokens and rewrites the author's text; requests for each tool, which most authors do not know of their
// libraries; refusing the plugin, which hides its other tools from the operator.

import type { Manifest, SecretWish, SigningWish } from '../../../packages/plugin/src/manifest.ts';
import type { Config, PluginGrants } from '../../settings/config.ts';
import type { CapabilityRequest } from '../../shared/protocol/admin.ts';
import type { FetchRule, Grants, RequestedSecret, RequestedSigning } from '../../shared/protocol/capabilities.ts';
import { originCovers } from '../../shared/protocol/origins.ts';
import { byCodePoint } from '../../shared/text/order.ts';

/** The parts of a configuration that decide what a plugin may reach. */
export type ReachConfig = Pick<Config, 'grants' | 'secrets'>;

/** The capabilities that a manifest requests, with defaults written out, sorted by code point. */
export interface RequestedCapabilities {
  readonly fetch: readonly FetchRule[];
  /** The scope of the store; undefined if the manifest does not request it. */
  readonly store: 'plugin' | 'caller' | undefined;
  readonly secrets: readonly SecretWish[];
  readonly signing: readonly SigningWish[];
}

const ruleKey = ({ origin, path, methods }: FetchRule): string => JSON.stringify([origin, path, methods]);

/** The requested capabilities of a manifest. Takes any manifest that could be read. */
export const requestedBy = ({ capabilities = {} }: Pick<Manifest, 'capabilities'>): RequestedCapabilities => {
  const { fetch = [], store, secrets = [], signing = [] } = capabilities;
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
    signing: signing
      .map((wish) => ({ ...wish, algorithms: wish.algorithms.toSorted(byCodePoint) }))
      .toSorted((one, other) => byCodePoint(one.name, other.name)),
  };
};

const NOTHING: PluginGrants = Object.freeze({});

/** The granted capabilities of a plugin. Looks at own keys only, because a plugin may be called `constructor`. */
export const grantedTo = (pluginName: string, { grants }: Pick<Config, 'grants'>): PluginGrants =>
  (Object.hasOwn(grants, pluginName) ? grants[pluginName] : undefined) ?? NOTHING;

/** The requested and the granted capabilities of a plugin, frozen, as its calls carry them. */
export const grantsFor = (manifest: Manifest, config: Pick<Config, 'grants'>): Grants => {
  const { fetch: requested, store: scope, secrets, signing } = requestedBy(manifest);
  const { fetch = [], privateFetch = [], store = false } = grantedTo(manifest.name, config);
  return Object.freeze({
    fetch: Object.freeze({
      requested: Object.freeze(
        requested.map((rule) => Object.freeze({ ...rule, methods: Object.freeze([...rule.methods]) })),
      ),
      // A grant under `privateFetch` is a grant to fetch, too.
      granted: Object.freeze([...new Set([...fetch, ...privateFetch])]),
      grantedPrivate: Object.freeze([...privateFetch]),
    }),
    store: Object.freeze({ scope, isGranted: scope !== undefined && store }),
    secrets: Object.freeze({
      requested: Object.freeze(secrets.map((wish) => Object.freeze(requestedSecret(wish)))),
    }),
    signing: Object.freeze({
      requested: Object.freeze(
        signing.map(
          ({ name, algorithms }): RequestedSigning => Object.freeze({ name, algorithms: Object.freeze(algorithms) }),
        ),
      ),
    }),
  });
};

/** The headers that may carry a secret if its manifest names no place. */
const DEFAULT_HEADERS = Object.freeze(['authorization']);

/** A requested secret with its headers (lower case), parameters and members of the body, sorted and without repetition. */
export const requestedSecret = (wish: SecretWish): RequestedSecret => {
  const { name, origin, headers, parameters = [], bodyMembers = [] } = wish;
  const usual = parameters.length + bodyMembers.length > 0 ? [] : DEFAULT_HEADERS;
  return {
    name,
    origin,
    headers: sortedOnce(headers?.map((header) => header.toLowerCase()) ?? usual),
    parameters: sortedOnce(parameters),
    bodyMembers: sortedOnce(bodyMembers),
  };
};

const sortedOnce = (names: readonly string[]): readonly string[] =>
  Object.freeze([...new Set(names)].toSorted(byCodePoint));

/** True if a secret goes into the `authorization` header only. */
export const standsAsUsual = ({ headers, parameters, bodyMembers }: RequestedSecret): boolean =>
  parameters.length + bodyMembers.length === 0 && headers.join() === DEFAULT_HEADERS.join();

/** True if the operator bound a requested secret to this plugin and its origin. */
export const isBound = (
  { name, origin }: SecretWish,
  plugin: string,
  { secrets }: Pick<Config, 'secrets'>,
): boolean => {
  const binding = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  return binding?.plugin === plugin && binding.origin === origin;
};

/** The algorithms by which the operator lets a plugin sign with a key. */
const boundAlgorithms = (
  { name }: SigningWish,
  plugin: string,
  { secrets }: Pick<Config, 'secrets'>,
): readonly string[] => {
  const binding = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  return (binding?.plugin === plugin && binding.algorithms) || [];
};

/** The algorithms that a plugin asks for and may not sign with. */
export const missingAlgorithms = (
  wish: SigningWish,
  plugin: string,
  config: Pick<Config, 'secrets'>,
): readonly string[] => {
  const bound = boundAlgorithms(wish, plugin, config);
  return wish.algorithms.filter((algorithm) => !bound.includes(algorithm));
};

const signingState = (
  wish: SigningWish,
  plugin: string,
  config: Pick<Config, 'secrets'>,
): CapabilityRequest['state'] => {
  const missing = missingAlgorithms(wish, plugin, config).length;
  if (missing === 0) return 'granted';
  return missing < wish.algorithms.length ? 'in part' : 'not granted';
};

/** Whether `origin`, which may be a pattern, is granted: wholly, in part or not at all. */
const originState = (origin: string, { fetch = [], privateFetch = [] }: PluginGrants): CapabilityRequest['state'] => {
  const granted = [...fetch, ...privateFetch];
  if (granted.some((pattern) => originCovers(pattern, origin))) return 'granted';
  // The manifest may request a pattern, and the operator may have granted only some of its origins.
  return granted.some((pattern) => originCovers(origin, pattern)) ? 'in part' : 'not granted';
};

const optional = (isOptional: boolean | undefined): Pick<CapabilityRequest, 'isOptional'> =>
  isOptional ? { isOptional } : {};

const fetchStates = ({ capabilities }: Manifest, grants: PluginGrants): readonly CapabilityRequest[] => {
  const wishes = capabilities?.fetch ?? [];
  return requestedBy({ capabilities: { fetch: wishes } }).fetch.map(({ origin, methods, path }) => ({
    capability: `fetch ${methods.join(', ')} ${origin}${path}`,
    state: originState(origin, grants),
    origin,
    // An origin is optional only if every entry for it is.
    ...optional(wishes.filter((wish) => wish.origin === origin).every((wish) => wish.optional === true)),
  }));
};

/** Each requested capability of a plugin and whether it is granted. */
export const capabilityRequests = (manifest: Manifest, config: ReachConfig): readonly CapabilityRequest[] => {
  const { store, secrets, signing } = requestedBy(manifest);
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
      (secret): CapabilityRequest => ({
        capability: `secret ${secret.name} for ${secret.origin}`,
        state: isBound(secret, manifest.name, config) ? 'granted' : 'not granted',
        ...optional(secret.optional),
      }),
    ),
    ...signing.map(
      (wish): CapabilityRequest => ({
        capability: `sign ${wish.algorithms.join(', ')} with ${wish.name}`,
        state: signingState(wish, manifest.name, config),
        ...optional(wish.optional),
      }),
    ),
  ];
};

/** True if a required capability is not granted at all, so that the tools could only fail. */
export const waitsForGrants = (manifest: Manifest, config: ReachConfig): boolean =>
  capabilityRequests(manifest, config).some(({ state, isOptional }) => state === 'not granted' && !isOptional);
