// Records in the lock file which bundles serve and which ones the operator has approved. Front process and command line.

import { type Candidate, type ListedBundle, versionOf } from '../model/versions.ts';
import { lockedTool, MOST_DROPPED, recordOf } from './changes.ts';
import { entryOf, type Lock, type LockedPlugin, type LockedVersion, withEntry } from './lock.ts';
import { ownersIn, takenNames } from './names.ts';

/** Version numbers that the lock file keeps of a plugin, the newest last. */
const MOST_VERSIONS = 1_000;
/** Digests of a plugin that are remembered as accepted, the newest last. */
const MOST_ACCEPTED = 16;

/** The lock after the bundles that serve were accepted. It records new facts and changes nothing else. */
export const lockAfter = (lock: Lock, loaded: readonly ListedBundle[]): Lock =>
  // A bundle that is not inspected yet may turn out not to work.
  loaded.reduce((next, bundle) => (bundle.program ? withServing(next, bundle) : next), lock);

const withServing = (lock: Lock, bundle: ListedBundle): Lock => {
  const { manifest } = bundle;
  const before = entryOf(lock, manifest.name);
  if (before && isRecorded(before, bundle) && areItsOwn(lock, bundle)) return lock;
  return withEntry(withoutNames(lock, bundle), manifest.name, entryAfter(before, bundle));
};

const isRecorded = ({ digest, key, tools }: LockedPlugin, bundle: ListedBundle): boolean =>
  digest === bundle.digest &&
  (bundle.signedBy === undefined || bundle.signedBy === key) &&
  bundle.manifest.tools.every(({ name }) => Object.hasOwn(tools, name));

/** No other plugin has one of its names. */
const areItsOwn = (lock: Lock, { manifest }: Candidate): boolean => {
  const owners = ownersIn(lock);
  return manifest.tools.every(({ name }) => owners.get(name)?.every((owner) => owner === manifest.name) ?? true);
};

/** The lock in which no other plugin owns a name of this bundle's tools. */
const withoutNames = (lock: Lock, { manifest }: Candidate): Lock => {
  const names = new Set(manifest.tools.map(({ name }) => name));
  const owners = new Set([...names].flatMap((name) => ownersIn(lock).get(name) ?? []));
  owners.delete(manifest.name);
  let next = lock;
  for (const owner of owners) {
    const entry = entryOf(lock, owner);
    if (!entry) continue;
    next = withEntry(next, owner, {
      ...entry,
      tools: without(entry.tools, names),
      dropped: without(entry.dropped, names),
      toolLimits: without(entry.toolLimits, names),
    });
  }
  return next;
};

const without = <Value>(
  record: { readonly [name: string]: Value },
  names: ReadonlySet<string>,
): Record<string, Value> => Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)));

const entryAfter = (before: LockedPlugin | undefined, { manifest, digest, signedBy }: Candidate): LockedPlugin => {
  const version = versionOf(manifest);
  const { toolLimits, ...record } = recordOf(manifest, { version, digest });
  const live = new Set(manifest.tools.map(({ name }) => name));
  const gone = Object.entries(without({ ...before?.dropped, ...before?.tools }, live)).slice(-MOST_DROPPED);
  const dropped = Object.fromEntries(gone);
  const limitsOfGone = Object.entries(before?.toolLimits ?? {}).filter(([name]) => Object.hasOwn(dropped, name));
  // The same content without its signature is still what that key has signed.
  const key = signedBy ?? (before?.digest === digest ? before.key : undefined);
  return {
    ...record,
    ...(key !== undefined && { key }),
    dropped,
    toolLimits: { ...Object.fromEntries(limitsOfGone), ...toolLimits },
    accepted: acceptedWith(before?.accepted ?? [], digest),
    versions: versionsWith(before?.versions ?? [], { version, digest }),
    ...(before?.pinned !== undefined && { pinned: before.pinned }),
  };
};

/** The accepted digests with `digest` added as the newest; at most 16. */
export const acceptedWith = (accepted: readonly string[], digest: string): readonly string[] =>
  [...accepted.filter((known) => known !== digest), digest].slice(-MOST_ACCEPTED);

const versionsWith = (known: readonly LockedVersion[], one: LockedVersion): readonly LockedVersion[] =>
  [...known.filter(({ version }) => version !== one.version), one].slice(-MOST_VERSIONS);

/**
 * The lock after the operator has approved a bundle. Tool names of other plugins that it claims belong to its plugin from then on, and later
 * versions are compared with the approved text. If the plugin has never served, the whole bundle is recorded for that comparison.
 */
export const withApproval = (lock: Lock, bundle: Candidate): Lock => {
  const { manifest, digest } = bundle;
  const before = entryOf(lock, manifest.name);
  if (!before) return withEntry(withoutNames(lock, bundle), manifest.name, entryAfter(undefined, bundle));
  const taken = new Set(takenNames(manifest, ownersIn(lock)).map(({ tool }) => tool));
  const tools = manifest.tools.filter(({ name }) => taken.has(name));
  const limits = tools.flatMap(({ name, limits }) => (limits ? [[name, { ...limits }] as const] : []));
  return withEntry(withoutNames(lock, bundle), manifest.name, {
    ...before,
    dropped: { ...before.dropped, ...Object.fromEntries(tools.map((tool) => [tool.name, lockedTool(tool)])) },
    toolLimits: { ...before.toolLimits, ...Object.fromEntries(limits) },
    accepted: acceptedWith(before.accepted, digest),
  });
};
