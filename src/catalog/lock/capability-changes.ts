// What an upgrade changes of what a plugin asks to reach: the manifest of the new version beside what the lock file keeps of the one
// that was accepted. Front process and command line; runs nothing of a plugin's.

import type { VersionChange } from '../../protocol/admin.ts';
import type { FetchRule } from '../../protocol/capabilities.ts';
import { originCovers } from '../../protocol/origins.ts';
import type { Manifest, SecretWish } from '../../sdk/manifest.ts';
import { askedSecret, standsAsUsual, wishesOf } from '../model/capabilities.ts';
import type { LockedCapabilities, LockedFetch, LockedSecret } from './lock.ts';

/** What the lock file keeps of what a manifest asks for, in one order; `{}` where that is nothing. */
export const lockedCapabilities = (manifest: Manifest): LockedCapabilities => {
  const { fetch, store, secrets } = wishesOf(manifest);
  return {
    ...(fetch.length > 0 && { fetch }),
    ...(store && { store: { scope: store } }),
    ...(secrets.length > 0 && { secrets: secrets.map(lockedSecret) }),
  };
};

const lockedSecret = (wish: SecretWish): LockedSecret => {
  const { name, origin, headers, parameters } = askedSecret(wish);
  return standsAsUsual({ name, origin, headers, parameters })
    ? { name, origin }
    : { name, origin, ...(headers.length > 0 && { headers }), ...(parameters.length > 0 && { parameters }) };
};

/**
 * True where every path that fits `narrow` fits `wide` too, as far as that is plain to see: the same, or `wide` is a beginning with a
 * single `*` behind it. What is not plain counts as wider, and a person looks at it.
 */
const pathCovers = (wide: string, narrow: string): boolean =>
  wide === narrow || (wide.indexOf('*') === wide.length - 1 && narrow.startsWith(wide.slice(0, -1)));

const ruleCovers = (wide: LockedFetch, narrow: LockedFetch): boolean =>
  originCovers(wide.origin, narrow.origin) &&
  pathCovers(wide.path, narrow.path) &&
  narrow.methods.every((method) => wide.methods.includes(method));

/** As one line that a person reads. */
const told = ({ origin, methods, path }: LockedFetch): string => `${methods.join(', ')} ${origin}${path}`;

const isSame = (one: LockedFetch, other: LockedFetch): boolean => told(one) === told(other);

/** A rule of one method each: two rules that differ in methods only are covered by one that has both. */
const byMethod = (rules: readonly LockedFetch[]): readonly LockedFetch[] =>
  rules.flatMap((rule) => rule.methods.map((method) => ({ ...rule, methods: [method] })));

function* fetchChanges(before: readonly LockedFetch[], after: readonly FetchRule[]): Generator<VersionChange> {
  const known = byMethod(before);
  for (const rule of after) {
    if (before.some((old) => isSame(old, rule))) continue;
    const isWidening = byMethod([rule]).some((one) => !known.some((old) => ruleCovers(old, one)));
    yield { where: '/capabilities/fetch', after: told(rule), isWidening };
  }
  for (const old of before) {
    if (after.some((rule) => isSame(old, rule))) continue;
    yield { where: '/capabilities/fetch', before: told(old), isWidening: false };
  }
}

type Scope = 'plugin' | 'caller' | undefined;

const scopeTold = (scope: Scope, side: 'before' | 'after'): Partial<VersionChange> =>
  scope === undefined ? {} : { [side]: `scope ${scope}` };

function* storeChanges(before: Scope, after: Scope): Generator<VersionChange> {
  if (before === after) return;
  // Keys of one caller become those of all: what it keeps may come before others.
  const isWidening = after !== undefined && (before === undefined || after === 'plugin');
  yield { where: '/capabilities/store', ...scopeTold(before, 'before'), ...scopeTold(after, 'after'), isWidening };
}

/** As one line that a person reads; its places are told if they are not the usual one. */
const secretTold = (secret: LockedSecret): string => {
  const asked = askedSecret(secret);
  const places = [
    ...asked.headers.map((name) => `header ${name}`),
    ...asked.parameters.map((name) => `parameter ${name}`),
  ];
  return `${asked.name} for ${asked.origin}${standsAsUsual(asked) ? '' : ` in ${places.join(', ')}`}`;
};

const secretCovers = (wide: LockedSecret, narrow: LockedSecret): boolean => {
  const [one, other] = [askedSecret(wide), askedSecret(narrow)];
  return (
    one.name === other.name &&
    one.origin === other.origin &&
    other.headers.every((name) => one.headers.includes(name)) &&
    other.parameters.every((name) => one.parameters.includes(name))
  );
};

function* secretChanges(before: readonly LockedSecret[], after: readonly LockedSecret[]): Generator<VersionChange> {
  const [known, now] = [before, after].map((secrets) => new Set(secrets.map(secretTold))) as [Set<string>, Set<string>];
  for (const secret of after) {
    const told = secretTold(secret);
    if (known.has(told)) continue;
    const isWidening = !before.some((old) => secretCovers(old, secret));
    yield { where: '/capabilities/secrets', after: told, isWidening };
  }
  for (const told of known)
    if (!now.has(told)) yield { where: '/capabilities/secrets', before: told, isWidening: false };
}

/** What a manifest asks for more than the lock file says, which is widening, and what it asks for no longer. */
export function* capabilityChanges(locked: LockedCapabilities, manifest: Manifest): Generator<VersionChange> {
  const { fetch, store, secrets } = wishesOf(manifest);
  yield* fetchChanges(locked.fetch ?? [], fetch);
  yield* storeChanges(locked.store?.scope, store);
  yield* secretChanges(locked.secrets ?? [], secrets);
}
