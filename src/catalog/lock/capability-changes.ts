// Finds how an upgrade changes the requested capabilities: compares the new version's manifest with the lock file's record of the accepted
// one. Front process and command line; runs no plugin code.

import type { Manifest, SecretWish } from '../../../packages/plugin/src/manifest.ts';
import type { VersionChange } from '../../shared/protocol/admin.ts';
import type { FetchRule } from '../../shared/protocol/capabilities.ts';
import { originCovers } from '../../shared/protocol/origins.ts';
import { requestedBy, requestedSecret, standsAsUsual } from '../model/capabilities.ts';
import type { LockedCapabilities, LockedSecret, LockedSigning } from './lock.ts';

/** A difference; a side that is undefined is left out. */
export const changeOf = (
  where: string,
  before: string | undefined,
  after: string | undefined,
  isWidening: boolean,
): VersionChange => ({
  where,
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
  isWidening,
});

/** The requested capabilities as the lock file keeps them, in one order; `{}` if the manifest requests none. */
export const lockedCapabilities = (manifest: Manifest): LockedCapabilities => {
  const { fetch, store, secrets, signing } = requestedBy(manifest);
  return {
    ...(fetch.length > 0 && { fetch }),
    ...(store && { store: { scope: store } }),
    ...(secrets.length > 0 && { secrets: secrets.map(lockedSecret) }),
    ...(signing.length > 0 && { signing: signing.map(({ name, algorithms }) => ({ name, algorithms })) }),
  };
};

const lockedSecret = (wish: SecretWish): LockedSecret => {
  const requested = requestedSecret(wish);
  const { name, origin, headers, parameters, bodyMembers } = requested;
  if (standsAsUsual(requested)) return { name, origin };
  return {
    name,
    origin,
    ...(headers.length > 0 && { headers }),
    ...(parameters.length > 0 && { parameters }),
    ...(bodyMembers.length > 0 && { bodyMembers }),
  };
};

/**
 * True if it is plain that every path that fits `narrow` fits `wide` too: they are the same, or `wide` is a prefix and a single `*`. A prefix may have no
 * escapes, no `;` and no `{`, because paths are compared decoded and without parameters too, and a prefix can end in the middle of a character. Anything else counts as wider, so that a person
 * looks at it.
 */
const pathCovers = (wide: string, narrow: string): boolean =>
  withoutNames(wide) === withoutNames(narrow) ||
  (wide.indexOf('*') === wide.length - 1 && !/[%;{]/.test(wide) && narrow.startsWith(wide.slice(0, -1)));

/** The names of a path's parameters are for people. */
const withoutNames = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');

const ruleCovers = (wide: FetchRule, narrow: FetchRule): boolean =>
  originCovers(wide.origin, narrow.origin) &&
  pathCovers(wide.path, narrow.path) &&
  narrow.methods.every((method) => wide.methods.includes(method));

/** A rule as one line for people. */
const ruleText = ({ origin, methods, path }: FetchRule): string => `${methods.join(', ')} ${origin}${path}`;

/** Splits rules into one for each method, because two rules that differ only in methods together cover a rule that has both. */
const byMethod = (rules: readonly FetchRule[]): readonly FetchRule[] =>
  rules.flatMap((rule) => rule.methods.map((method) => ({ ...rule, methods: [method] })));

const rulesCover = (wide: readonly FetchRule[], narrow: FetchRule): boolean =>
  byMethod([narrow]).every((one) => byMethod(wide).some((old) => ruleCovers(old, one)));

/**
 * Entries of a list that came, which widens unless `covers` says that those before allow as much, and entries that went.
 * `textOf` gives an entry as one line for people.
 */
function* listChanges<Entry>(
  where: string,
  before: readonly Entry[],
  after: readonly Entry[],
  textOf: (entry: Entry) => string,
  covers: (entry: Entry) => boolean,
): Generator<VersionChange> {
  const [known, now] = [new Set(before.map(textOf)), new Set(after.map(textOf))];
  for (const entry of after)
    if (!known.has(textOf(entry))) yield { where, after: textOf(entry), isWidening: !covers(entry) };
  for (const text of known.difference(now)) yield { where, before: text, isWidening: false };
}

type Scope = 'plugin' | 'caller' | undefined;

const scopeText = (scope: Scope): string | undefined => scope && `scope ${scope}`;

function* storeChanges(before: Scope, after: Scope): Generator<VersionChange> {
  if (before === after) return;
  // If keys of one caller become keys of all, what one caller keeps may reach others.
  const isWidening = after !== undefined && (before === undefined || after === 'plugin');
  yield changeOf('/capabilities/store', scopeText(before), scopeText(after), isWidening);
}

/** A secret as one line for people; names its places if they are not the usual one. */
const secretText = (secret: LockedSecret): string => {
  const requested = requestedSecret(secret);
  const places = [
    ...requested.headers.map((name) => `header ${name}`),
    ...requested.parameters.map((name) => `parameter ${name}`),
    ...requested.bodyMembers.map((name) => `member ${name} of the body`),
  ];
  return `${requested.name} for ${requested.origin}${standsAsUsual(requested) ? '' : ` in ${places.join(', ')}`}`;
};

const secretCovers = (wide: LockedSecret, narrow: LockedSecret): boolean => {
  const [one, other] = [requestedSecret(wide), requestedSecret(narrow)];
  return (
    one.name === other.name &&
    one.origin === other.origin &&
    other.headers.every((name) => one.headers.includes(name)) &&
    other.parameters.every((name) => one.parameters.includes(name)) &&
    other.bodyMembers.every((name) => one.bodyMembers.includes(name))
  );
};

const signingText = ({ name, algorithms }: LockedSigning): string => `${name} with ${algorithms.join(', ')}`;

const signingCovers = (wide: LockedSigning, narrow: LockedSigning): boolean =>
  wide.name === narrow.name && narrow.algorithms.every((algorithm) => wide.algorithms.includes(algorithm));

/** Requested capabilities that are new, which widens, and those that are no longer requested. */
export function* capabilityChanges(locked: LockedCapabilities, manifest: Manifest): Generator<VersionChange> {
  const { fetch, store, secrets, signing } = requestedBy(manifest);
  const { fetch: rules = [], secrets: known = [], signing: keys = [] } = locked;
  yield* listChanges('/capabilities/fetch', rules, fetch, ruleText, (rule) => rulesCover(rules, rule));
  yield* storeChanges(locked.store?.scope, store);
  yield* listChanges('/capabilities/secrets', known, secrets, secretText, (secret) =>
    known.some((old) => secretCovers(old, secret)),
  );
  yield* listChanges('/capabilities/signing', keys, signing, signingText, (wish) =>
    keys.some((old) => signingCovers(old, wish)),
  );
}
