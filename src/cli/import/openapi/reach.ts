// The capabilities that the manifest asks for: exactly the methods and paths of the operations, and the secrets with their places.

import type { FetchWish, ManifestCapabilities, SecretWish } from '../../../../packages/plugin/src/manifest.ts';
import { compositeKey } from '../../../shared/text/composite-key.ts';
import { plainName } from './names.ts';
import type { Credential } from './security.ts';
import type { TableOperation } from './table.ts';

/** One operation's request, as far as its reach goes. */
export interface Reaching {
  readonly operation: TableOperation;
  readonly credentials: readonly Credential[];
}

/** `/users/{user-id}` → `/users/{user_id}`: a parameter is one segment, or the part of one that the document says. */
export const pathRule = ({ server, path, parameters }: TableOperation): string =>
  `${new URL(server).pathname.replace(/\/+$/, '')}${path}`
    .split(/(\{[^{}]+\})/)
    .map((piece) => {
      if (!/^\{.+\}$/s.test(piece)) return asSent(piece);
      const name = piece.slice(1, -1);
      const isMatrix = parameters.some((one) => one.in === 'path' && one.name === name && one.style === 'matrix');
      return `${isMatrix ? ';' : ''}{${plainName(name).slice(0, 64) || 'value'}}`;
    })
    .join('');

/** A fixed part of a path as the URL standard writes it. */
const asSent = (piece: string): string =>
  new URL(`https://x/_${piece.replaceAll(/[?#]/g, encodeURIComponent)}`).pathname.slice(2);

/** Rules with the same origin and path become one. */
const fetchWishes = (reaching: readonly Reaching[]): readonly FetchWish[] => {
  const rules = new Map<string, { readonly origin: string; readonly path: string; readonly methods: Set<string> }>();
  const add = (origin: string, path: string, method: string): void => {
    const key = compositeKey(origin, path.replaceAll(/\{\w+\}/g, '{}'));
    const rule = rules.get(key) ?? { origin, path, methods: new Set<string>() };
    rule.methods.add(method);
    rules.set(key, rule);
  };
  for (const { operation, credentials } of reaching) {
    add(new URL(operation.server).origin, pathRule(operation), operation.method);
    for (const { entry } of credentials) {
      if (entry.kind !== 'client') continue;
      const url = new URL(entry.tokenUrl);
      add(url.origin, url.pathname, 'POST');
    }
  }
  return [...rules.values()].map(({ origin, methods, path }) => ({ origin, methods: [...methods].sort(), path }));
};

/** A secret that two schemes or two servers would need under one name gets one name for each origin. */
const secretWishes = (reaching: readonly Reaching[]): readonly SecretWish[] => {
  const wishes = new Map<string, SecretWish>();
  for (const { operation, credentials } of reaching)
    for (const credential of credentials)
      for (const wish of credential.secretsFor(new URL(operation.server).origin))
        wishes.set(compositeKey(wish.name, wish.origin), wish);
  return [...wishes.values()];
};

export const capabilitiesOf = (reaching: readonly Reaching[]): ManifestCapabilities => {
  const secrets = secretWishes(reaching);
  return { fetch: fetchWishes(reaching), ...(secrets.length > 0 && { secrets }) };
};
