// What an upgrade changes of what agents know and of what the plugin may use: the manifest of the new version beside what the
// lock file says of the one that was accepted. Front process and command line; runs nothing of a plugin's.

import type { Manifest, ManifestLimits, ManifestTool } from '../sdk/manifest.ts';
import { capabilityChanges, lockedCapabilities } from './capability-changes.ts';
import type { LockedPlugin, LockedTool } from './lock.ts';

/** One difference. `before` and `after` are untrusted text, absent where there was or is nothing. */
export interface Change {
  /** JSON pointer after the name of the tool, such as `summarizeText /inputSchema/properties/text`; or a field of the plugin. */
  readonly where: string;
  readonly before?: string;
  readonly after?: string;
  /** It rewrites what agents already know of a tool, or lets the plugin reach or use more than before. */
  readonly isWidening: boolean;
}

/** Differences told of one version; a rewritten schema can have thousands. */
const MOST_CHANGES = 200;

/** What the lock file keeps of a tool: all that an agent reads. */
export const lockedTool = ({
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: ManifestTool): LockedTool => ({
  ...(title !== undefined && { title }),
  description,
  inputSchema,
  outputSchema,
  ...(annotations && { annotations: { ...annotations } }),
});

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

const entriesOf = (value: object): ReadonlyMap<string, unknown> => new Map(Object.entries(value));

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Differences of two JSON values, place by place; the order of an object's members is none. */
function* differences(before: unknown, after: unknown, where: string): Generator<Omit<Change, 'isWidening'>> {
  if (before === after) return;
  if (isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after)) {
    const [old, now] = [entriesOf(before), entriesOf(after)];
    for (const key of new Set([...old.keys(), ...now.keys()]))
      yield* differences(old.get(key), now.get(key), `${where}/${escaped(key)}`);
    return;
  }
  yield {
    where,
    ...(before !== undefined && { before: textOf(before) }),
    ...(after !== undefined && { after: textOf(after) }),
  };
}

function* toolChanges(name: string, before: LockedTool, after: ManifestTool): Generator<Change> {
  for (const change of differences(before, lockedTool(after), `${name} `)) yield { ...change, isWidening: true };
}

/** A limit that is asked for and was not, or a higher one than before, lets the plugin use more; a lower one does not. */
function* limitChanges(where: string, before: ManifestLimits = {}, after: ManifestLimits = {}): Generator<Change> {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof ManifestLimits>) {
    const [old, now] = [before[name], after[name]];
    if (old === now) continue;
    // Absent is the operator's own limit, the highest there is.
    const isWidening = (now ?? Number.POSITIVE_INFINITY) > (old ?? Number.POSITIVE_INFINITY);
    yield { where: `${where}/${name}`, ...told('before', old), ...told('after', now), isWidening };
  }
}

const told = (side: 'before' | 'after', value: number | undefined): Partial<Change> =>
  value === undefined ? {} : { [side]: String(value) };

function* allChanges(locked: LockedPlugin, manifest: Manifest): Generator<Change> {
  const tools = new Map(manifest.tools.map((tool) => [tool.name, tool]));
  const known = new Map(Object.entries(locked.tools));
  for (const [name, before] of known) {
    const after = tools.get(name);
    if (after) yield* toolChanges(name, before, after);
    else yield { where: `${name} `, before: before.description, isWidening: false };
  }
  for (const [name, { description }] of tools)
    if (!known.has(name)) yield { where: `${name} `, after: description, isWidening: false };
  yield* limitChanges('/limits', locked.limits, manifest.limits);
  const toolLimits = new Map(Object.entries(locked.toolLimits));
  for (const [name, tool] of tools)
    if (known.has(name)) yield* limitChanges(`${name} /limits`, toolLimits.get(name), tool.limits);
  if (locked.freshState !== manifest.freshState) {
    const isWidening = manifest.freshState === undefined;
    yield {
      where: '/freshState',
      ...optional('before', locked.freshState),
      ...optional('after', manifest.freshState),
      isWidening,
    };
  }
  yield* capabilityChanges(locked.capabilities, manifest);
}

const optional = (side: 'before' | 'after', value: string | undefined): Partial<Change> =>
  value === undefined ? {} : { [side]: value };

/** What a bundle would change of what the lock file says of its plugin; at most 200 differences, the first first. */
export const changesBetween = (locked: LockedPlugin, manifest: Manifest): readonly Change[] =>
  allChanges(locked, manifest).take(MOST_CHANGES).toArray();

/** What the lock file records of a bundle that is accepted. */
export const recordOf = (
  manifest: Manifest,
  { version, digest }: { readonly version: string; readonly digest: string },
): Omit<LockedPlugin, 'accepted'> => ({
  version,
  digest,
  tools: Object.fromEntries(manifest.tools.map((tool) => [tool.name, lockedTool(tool)])),
  limits: { ...manifest.limits },
  toolLimits: Object.fromEntries(
    manifest.tools.flatMap(({ name, limits }) => (limits ? [[name, { ...limits }] as const] : [])),
  ),
  ...(manifest.freshState && { freshState: manifest.freshState }),
  capabilities: lockedCapabilities(manifest),
});
