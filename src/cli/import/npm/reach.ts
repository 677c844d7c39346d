// Makes the capabilities that a plugin asks for from the requests that its server wanted to send. Runs on the author's machine.

import type { FetchWish, ManifestCapabilities, SecretWish } from '../../../../packages/plugin/src/manifest.ts';
import { shown } from '../../../catalog/model/refusal.ts';
import { originFault } from '../../../shared/protocol/origins.ts';
import type { NotedRequest } from './guest/trial.ts';

export interface Reach {
  readonly capabilities: ManifestCapabilities;
  readonly notes: readonly string[];
  /** Origins that only the code names. */
  readonly written: readonly string[];
}

interface Seen {
  readonly methods: Set<string>;
  readonly paths: Set<string>;
}

const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;
/** Of one plugin. */
const MOST_ORIGINS = 16;
const MOST_SECRETS = 32;

/** What all paths begin with, up to a slash, and then anything. */
const pathPattern = (paths: Iterable<string>): string => {
  const [first = '/', ...others] = [...paths];
  let shared = first;
  for (const path of others) while (!path.startsWith(shared)) shared = shared.slice(0, -1);
  return `${shared.slice(0, shared.lastIndexOf('/') + 1)}*`.replace(/^\*$/, '/*');
};

const isPlainPath = (path: string): boolean => !/[*{}?#\\%]/.test(path);

const seenIn = (requests: readonly NotedRequest[]): ReadonlyMap<string, Seen> => {
  const seen = new Map<string, Seen>();
  for (const { method, url } of requests) {
    const parsed = URL.parse(url);
    if (parsed === null || originFault(parsed.origin) !== undefined || !METHOD.test(method)) continue;
    const at = seen.get(parsed.origin) ?? { methods: new Set(), paths: new Set() };
    at.methods.add(method);
    at.paths.add(isPlainPath(parsed.pathname) ? parsed.pathname : '/');
    if (seen.size < MOST_ORIGINS) seen.set(parsed.origin, at);
  }
  return seen;
};

type Places = Pick<SecretWish, 'headers' | 'parameters' | 'bodyMembers'>;

const HEADER = /^[a-z0-9-]{1,64}$/;
const MEMBER = /^[\w.-]{1,128}$/;

/** The places of a secret in the form of a manifest. */
const placesOf = (places: readonly string[]): Places => {
  const named = (kind: string, form: RegExp): readonly string[] =>
    [...new Set(places)]
      .filter((one) => one.startsWith(`${kind} `))
      .map((one) => one.slice(kind.length + 1))
      .filter((one) => form.test(one));
  const headers = named('header', HEADER);
  const parameters = named('parameter', MEMBER);
  const bodyMembers = named('body', MEMBER);
  const others = parameters.length + bodyMembers.length;
  return {
    ...(headers.length > 0 && (headers.join() !== 'authorization' || others > 0) && { headers }),
    ...(parameters.length > 0 && { parameters }),
    ...(bodyMembers.length > 0 && { bodyMembers }),
  };
};

interface WantedSecret {
  readonly name: string;
  /** The operator's word for where it goes. */
  readonly origin: string | undefined;
  /** True if the operator named it. */
  readonly isNamed: boolean;
}

const secretWish = (
  { name, origin, isNamed }: WantedSecret,
  requests: readonly NotedRequest[],
  origins: readonly string[],
): { readonly wish?: SecretWish; readonly note?: string } => {
  const uses = requests.filter(({ secrets }) => secrets.some((one) => one.name === name));
  const places = uses.flatMap(({ secrets }) => secrets.filter((one) => one.name === name).map(({ place }) => place));
  const found = [...new Set(uses.map(({ url }) => new URL(url).origin))];
  const at = origin ?? found[0] ?? (origins.length === 1 && isNamed ? origins[0] : undefined);
  if (at === undefined) {
    const note = `${name} was in no request when the tools were tried; --secret ${name}@https://HOST says where it belongs, --set ${name}= that it stays empty`;
    return { note };
  }
  const others = found.filter((one) => one !== at);
  const note =
    others.length > 0
      ? `${name} was sent to ${others.map((one) => shown(one)).join(', ')} too; it is bound to ${at} alone`
      : undefined;
  const wish = { name, origin: at, ...placesOf(places), description: `What the server reads as the variable ${name}.` };
  return {
    wish: found.length > 0 || isNamed ? wish : { ...wish, optional: true },
    ...(note !== undefined && { note }),
  };
};

/** Origins of a server's code that a manifest asks for beside those of its requests. */
const MOST_WRITTEN = 8;

/** Wishes for addresses that the code only writes down. Its tools are listed without them. */
const writtenWishes = (addresses: readonly string[], origins: readonly string[]): readonly FetchWish[] => {
  const paths = Map.groupBy(addresses, (address) => new URL(address).origin);
  return [...paths]
    .filter(([origin]) => !origins.includes(origin))
    .slice(0, Math.max(0, Math.min(MOST_WRITTEN, MOST_ORIGINS - origins.length)))
    .map(([origin, all]) => ({
      origin,
      methods: ['GET', 'POST'],
      path: pathPattern(
        all.map((address) => new URL(address).pathname).map((path) => (isPlainPath(path) ? path : '/')),
      ),
      optional: true,
    }));
};

/** The capabilities that the requests need and that the code writes down, and what is not known of the secrets. */
export const reachOf = (
  requests: readonly NotedRequest[],
  wanted: readonly WantedSecret[],
  addresses: readonly string[] = [],
): Reach => {
  const seen = seenIn(requests);
  const origins = [...seen.keys()];
  const named = wanted.map(({ origin }) => origin).filter((one) => one !== undefined && !seen.has(one)) as string[];
  const fetch: FetchWish[] = [
    ...[...seen].map(([origin, { methods, paths }]) => ({
      origin,
      methods: [...methods].sort(),
      path: pathPattern(paths),
    })),
    ...[...new Set(named)].map((origin) => ({ origin, methods: ['GET', 'POST'] })),
  ];
  const written = writtenWishes(
    addresses,
    fetch.map(({ origin }) => origin),
  );
  const secrets = wanted.slice(0, MOST_SECRETS).map((one) => secretWish(one, requests, origins));
  const wishes = secrets.flatMap(({ wish }) => (wish ? [wish] : []));
  const all = [...fetch, ...written];
  return {
    capabilities: { ...(all.length > 0 && { fetch: all }), ...(wishes.length > 0 && { secrets: wishes }) },
    notes: [
      ...secrets.flatMap(({ note }) => (note === undefined ? [] : [note])),
      ...written.map(
        ({ origin, path }) =>
          `found in its code, and asked by no tool when it was tried: ${origin}${path}; the plugin asks for it as optional → leave it out of plugin.json if the server does not need it`,
      ),
    ],
    written: written.map(({ origin }) => origin),
  };
};
