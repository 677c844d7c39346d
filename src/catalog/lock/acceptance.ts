// What the lock file keeps of what serves and of what the operator has approved. Front process and command line.

import type { LoadedBundle } from '../model/snapshot.ts';
import { type Candidate, versionOf } from '../model/versions.ts';
import { lockedTool, MOST_DROPPED, recordOf } from './changes.ts';
import { acceptedWith, entryOf, type Lock, type LockedPlugin, type LockedVersion, withEntry } from './lock.ts';
import { ownersIn, takenNames } from './names.ts';

/** Version numbers of a plugin that are kept, the newest last. */
const MOST_VERSIONS = 1_000;

/** The lock once what serves has been accepted: what is new to it is recorded, everything else stays as it is. */
export const lockAfter = (lock: Lock, loaded: readonly LoadedBundle[]): Lock =>
  // One that was not tried out yet may still turn out not to work.
  loaded.reduce((next, bundle) => (bundle.program ? withServing(next, bundle) : next), lock);

const withServing = (lock: Lock, bundle: LoadedBundle): Lock => {
  const { manifest } = bundle;
  const before = entryOf(lock, manifest.name);
  if (before && isRecorded(before, bundle) && areItsOwn(lock, bundle)) return lock;
  return withEntry(withoutNames(lock, bundle), manifest.name, entryAfter(before, bundle));
};

const isRecorded = ({ digest, key, tools }: LockedPlugin, bundle: LoadedBundle): boolean =>
  digest === bundle.digest &&
  (bundle.signedBy === undefined || bundle.signedBy === key) &&
  bundle.manifest.tools.every(({ name }) => Object.hasOwn(tools, name));

/** No other plugin has one of its names. */
const areItsOwn = (lock: Lock, { manifest }: Candidate): boolean => {
  const owners = ownersIn(lock);
  return manifest.tools.every(({ name }) => owners.get(name)?.every((owner) => owner === manifest.name) ?? true);
};

/** The lock with the names of a bundle's tools under no other plugin. */
const withoutNames = (lock: Lock, { manifest }: Candidate): Lock => {
  const names = new Set(manifest.tools.map(({ name }) => name));
  const owners = new Set([...names].flatMap((name) => ownersIn(lock).get(name) ?? []));
  owners.delete(manifest.name);
  let next = lock;
  for (const owner of owners) {
    const entry = entryOf(lock, owner);
    if (!entry) continue;
    const rest = <Value>(of: { readonly [tool: string]: Value }): Record<string, Value> => without(of, names);
    const { tools, dropped, toolLimits } = entry;
    const less = { tools: rest(tools), dropped: rest(dropped), toolLimits: rest(toolLimits) };
    next = withEntry(next, owner, { ...entry, ...less });
  }
  return next;
};

const without = <Value>(
  record: { readonly [name: string]: Value },
  names: { has(name: string): boolean },
): Record<string, Value> => Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)));

const entryAfter = (before: LockedPlugin | undefined, { manifest, digest, signedBy }: Candidate): LockedPlugin => {
  const version = versionOf(manifest);
  const { toolLimits, ...record } = recordOf(manifest, { version, digest });
  const live = new Map(manifest.tools.map(({ name }) => [name, true]));
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

const versionsWith = (known: readonly LockedVersion[], one: LockedVersion): readonly LockedVersion[] =>
  [...known.filter(({ version }) => version !== one.version), one].slice(-MOST_VERSIONS);

/**
 * The lock once a bundle may serve by the operator's word. Names of other plugins that it claims are its own from then on; what it says of them
 * is what was approved. Of a plugin that never served, it is what later versions are compared with.
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
