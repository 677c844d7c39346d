// What an upgrade changes of what agents know and of what the plugin may use: the manifest of the new version beside what the
// lock file says of the one that was accepted. Front process and command line; runs nothing of a plugin's.

import type { VersionChange } from '../../protocol/admin.ts';
import type { Manifest, ManifestLimits, ManifestTool } from '../../sdk/manifest.ts';
import { capabilityChanges, lockedCapabilities } from './capability-changes.ts';
import type { LockedPlugin, LockedTool } from './lock.ts';

/** Differences told of one version; a rewritten schema can have thousands. */
const MOST_CHANGES = 200;
/** Dropped tools of a plugin that the lock file keeps. A version that would push one out waits. */
export const MOST_DROPPED = 256;

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
function* differences(before: unknown, after: unknown, where: string): Generator<Omit<VersionChange, 'isWidening'>> {
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

function* toolChanges(name: string, before: LockedTool, after: ManifestTool): Generator<VersionChange> {
  for (const change of differences(before, lockedTool(after), `${name} `)) yield { ...change, isWidening: true };
}

type LimitName = keyof ManifestLimits;
/** What a limit that is not asked for comes to: another one that is, or the operator's own, the highest there is. */
type Otherwise = (name: LimitName) => number;
const OPERATORS: Otherwise = () => Number.POSITIVE_INFINITY;

/** The limits of a whole plugin, or of one of its tools. `otherwise` holds for those that are left out, before and after. */
interface Asked {
  readonly limits: ManifestLimits | undefined;
  readonly otherwise: Otherwise;
}

/** A higher limit than before, or none where there was one, lets the plugin use more; a lower one does not. */
function* limitChanges(where: string, before: Asked, after: Asked): Generator<VersionChange> {
  const [was, is] = [before.limits ?? {}, after.limits ?? {}];
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)]) as Set<LimitName>) {
    const [old, now] = [was[name], is[name]];
    if (old === now) continue;
    const isWidening = (now ?? after.otherwise(name)) > (old ?? before.otherwise(name));
    yield { where: `${where}/${name}`, ...told('before', old), ...told('after', now), isWidening };
  }
}

/** A tool's own limit stands in the place of its plugin's, be it lower or higher. */
const ofPlugin =
  (limits: ManifestLimits = {}): Otherwise =>
  (name) =>
    limits[name] ?? OPERATORS(name);

/** The most that any tool of a plugin might use: a tool that is new may do no more. */
const mostOfAnyTool =
  ({ limits, toolLimits }: LockedPlugin): Otherwise =>
  (name) =>
    Math.max(ofPlugin(limits)(name), ...Object.values(toolLimits).map((own) => own[name] ?? 0));

const told = (side: 'before' | 'after', value: number | undefined): Partial<VersionChange> =>
  value === undefined ? {} : { [side]: String(value) };

/** Tools that came, went, came back or say something else. One that comes back is compared with what agents read of it last. */
function* allToolChanges(locked: LockedPlugin, tools: ReadonlyMap<string, ManifestTool>): Generator<VersionChange> {
  const [live, dropped] = [new Map(Object.entries(locked.tools)), new Map(Object.entries(locked.dropped))];
  for (const [name, before] of live) {
    const after = tools.get(name);
    if (after) yield* toolChanges(name, before, after);
    else yield { where: `${name} `, before: before.description, isWidening: false };
  }
  for (const [name, tool] of tools) {
    const before = dropped.get(name);
    if (!live.has(name)) yield { where: `${name} `, after: tool.description, isWidening: false };
    if (before) yield* toolChanges(name, before, tool);
  }
  const gone = [...new Set([...live.keys(), ...dropped.keys()])].filter((name) => !tools.has(name)).length;
  if (gone > MOST_DROPPED) yield { where: '/tools', before: `${gone} tools dropped so far`, isWidening: true };
}

function* allLimitChanges(locked: LockedPlugin, manifest: Manifest): Generator<VersionChange> {
  const [was, is] = [ofPlugin(locked.limits), ofPlugin(manifest.limits)];
  yield* limitChanges(
    '/limits',
    { limits: locked.limits, otherwise: OPERATORS },
    { limits: manifest.limits, otherwise: OPERATORS },
  );
  const toolLimits = new Map(Object.entries(locked.toolLimits));
  for (const { name, limits } of manifest.tools) {
    const isKnown = Object.hasOwn(locked.tools, name) || Object.hasOwn(locked.dropped, name);
    const before = { limits: toolLimits.get(name), otherwise: isKnown ? was : mostOfAnyTool(locked) };
    yield* limitChanges(`${name} /limits`, before, { limits, otherwise: is });
  }
}

function* allChanges(locked: LockedPlugin, manifest: Manifest): Generator<VersionChange> {
  yield* allToolChanges(locked, new Map(manifest.tools.map((tool) => [tool.name, tool])));
  yield* allLimitChanges(locked, manifest);
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

const optional = (side: 'before' | 'after', value: string | undefined): Partial<VersionChange> =>
  value === undefined ? {} : { [side]: value };

/** What a bundle would change of what the lock file says of its plugin: every difference. */
export const changesBetween = (locked: LockedPlugin, manifest: Manifest): readonly VersionChange[] =>
  allChanges(locked, manifest).toArray();

/** At most 200 differences for people to read. Of more, those that widen are told before those that do not. */
export const mostOf = (changes: readonly VersionChange[]): readonly VersionChange[] =>
  changes.length <= MOST_CHANGES
    ? changes
    : changes.toSorted((one, other) => Number(other.isWidening) - Number(one.isWidening)).slice(0, MOST_CHANGES);

/** What the lock file records of a bundle that is accepted. */
export const recordOf = (
  manifest: Manifest,
  { version, digest }: { readonly version: string; readonly digest: string },
): Omit<LockedPlugin, 'accepted' | 'dropped' | 'versions'> => ({
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
