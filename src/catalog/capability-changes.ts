// What an upgrade changes of what a plugin asks to reach: the manifest of the new version beside what the lock file keeps of the one
// that was accepted. Front process and command line; runs nothing of a plugin's.

import type { FetchRule } from '../protocol/capabilities.ts';
import { originCovers } from '../protocol/origins.ts';
import type { Manifest } from '../sdk/manifest.ts';
import { wishesOf } from './capabilities.ts';
import type { Change } from './changes.ts';
import type { LockedCapabilities, LockedFetch, LockedSecret } from './lock.ts';

/** What the lock file keeps of what a manifest asks for, in one order; `{}` where that is nothing. */
export const lockedCapabilities = (manifest: Manifest): LockedCapabilities => {
  const { fetch, store, secrets } = wishesOf(manifest);
  return {
    ...(fetch.length > 0 && { fetch }),
    ...(store && { store: { scope: store } }),
    ...(secrets.length > 0 && { secrets: secrets.map(({ name, origin }) => ({ name, origin })) }),
  };
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

function* fetchChanges(before: readonly LockedFetch[], after: readonly FetchRule[]): Generator<Change> {
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

const scopeTold = (scope: Scope, side: 'before' | 'after'): Partial<Change> =>
  scope === undefined ? {} : { [side]: `scope ${scope}` };

function* storeChanges(before: Scope, after: Scope): Generator<Change> {
  if (before === after) return;
  // Keys of one caller become those of all: what it keeps may come before others.
  const isWidening = after !== undefined && (before === undefined || after === 'plugin');
  yield { where: '/capabilities/store', ...scopeTold(before, 'before'), ...scopeTold(after, 'after'), isWidening };
}

function* secretChanges(before: readonly LockedSecret[], after: readonly LockedSecret[]): Generator<Change> {
  const line = ({ name, origin }: LockedSecret): string => `${name} for ${origin}`;
  const [known, now] = [new Set(before.map(line)), new Set(after.map(line))];
  for (const secret of now)
    if (!known.has(secret)) yield { where: '/capabilities/secrets', after: secret, isWidening: true };
  for (const secret of known)
    if (!now.has(secret)) yield { where: '/capabilities/secrets', before: secret, isWidening: false };
}

/** What a manifest asks for more than the lock file says, which is widening, and what it asks for no longer. */
export function* capabilityChanges(locked: LockedCapabilities, manifest: Manifest): Generator<Change> {
  const { fetch, store, secrets } = wishesOf(manifest);
  yield* fetchChanges(locked.fetch ?? [], fetch);
  yield* storeChanges(locked.store?.scope, store);
  yield* secretChanges(locked.secrets ?? [], secrets);
}
