// Finds how an upgrade changes what agents read and what the plugin may use: compares the new version's manifest with the lock file's record of
// the accepted one. Front process and command line; runs no plugin code.

import type { ImportedFrom, Manifest, ManifestLimits, ManifestTool } from '../../../packages/plugin/src/manifest.ts';
import type { VersionChange } from '../../shared/protocol/admin.ts';
import { pointerOf } from '../../shared/text/json-places.ts';
import { capabilityChanges, changeOf, lockedCapabilities } from './capability-changes.ts';
import type { LockedPlugin, LockedTool } from './lock.ts';

/** Differences reported of one version; a rewritten schema can have thousands. */
const MOST_CHANGES = 200;
/** Dropped tools of a plugin that the lock file keeps. A version that would push one out waits for approval. */
export const MOST_DROPPED = 256;

/** The parts of a tool that the lock file keeps: everything that an agent reads. */
export const lockedTool = ({
  title,
  description,
  inputSchema,
  outputSchema,
  contentBlocks,
  annotations,
}: ManifestTool): LockedTool => ({
  ...(title !== undefined && { title }),
  description,
  inputSchema,
  ...(outputSchema && { outputSchema }),
  ...(contentBlocks && { contentBlocks }),
  ...(annotations && { annotations: { ...annotations } }),
});

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

const entriesOf = (value: object): ReadonlyMap<string, unknown> => new Map(Object.entries(value));

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : JSON.stringify(value));

/** Differences of two JSON values that agents read, place by place. The order of an object's members does not count. */
function* differences(before: unknown, after: unknown, where: string): Generator<VersionChange> {
  if (before === after) return;
  if (isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after)) {
    const [old, now] = [entriesOf(before), entriesOf(after)];
    for (const key of new Set([...old.keys(), ...now.keys()]))
      yield* differences(old.get(key), now.get(key), `${where}${pointerOf([key])}`);
    return;
  }
  yield changeOf(where, textOf(before), textOf(after), true);
}

const toolChanges = (name: string, before: LockedTool, after: ManifestTool): Generator<VersionChange> =>
  differences(before, lockedTool(after), `${name} `);

type LimitName = keyof ManifestLimits;
/** The value of a limit that the manifest leaves out: another limit that it sets, or the operator's own, which is the highest. */
type Otherwise = (name: LimitName) => number;
const OPERATORS: Otherwise = () => Number.POSITIVE_INFINITY;

/** Limits of a whole plugin, or of one of its tools. `otherwise` gives those that are left out. */
interface Asked {
  readonly limits: ManifestLimits | undefined;
  readonly otherwise: Otherwise;
}

/** A higher limit, or one that is gone, lets the plugin use more; a lower one does not. */
function* limitChanges(where: string, before: Asked, after: Asked): Generator<VersionChange> {
  const [was, is] = [before.limits ?? {}, after.limits ?? {}];
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)]) as Set<LimitName>) {
    const [old, now] = [was[name], is[name]];
    if (old === now) continue;
    const isWidening = (now ?? after.otherwise(name)) > (old ?? before.otherwise(name));
    yield changeOf(`${where}/${name}`, old?.toString(), now?.toString(), isWidening);
  }
}

/** A tool's own limit takes the place of its plugin's, lower or higher. */
const ofPlugin =
  (limits: ManifestLimits = {}): Otherwise =>
  (name) =>
    limits[name] ?? OPERATORS(name);

/** The most that any tool of a plugin might use. A new tool that stays within it widens nothing. */
const mostOfAnyTool =
  ({ limits, toolLimits }: LockedPlugin): Otherwise =>
  (name) =>
    Math.max(ofPlugin(limits)(name), ...Object.values(toolLimits).map((own) => own[name] ?? 0));

/** Tools that came, went, came back or changed. A tool that comes back is compared with the text that agents read last. */
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
  const [was, is] = [locked.freshState, manifest.freshState];
  if (was !== is) yield changeOf('/freshState', was, is, is === undefined);
  yield* capabilityChanges(locked.capabilities, manifest);
  yield* originChanges(locked.importedFrom, manifest.importedFrom);
}

/** Another document or package is another author's; a newer version of the same one is what an upgrade is for. */
function* originChanges(before: ImportedFrom | undefined, after: ImportedFrom | undefined): Generator<VersionChange> {
  for (const member of ['kind', 'source', 'version', 'integrity'] as const) {
    const [was, is] = [before?.[member], after?.[member]];
    const isOther = member === 'kind' || member === 'source';
    if (was !== is) yield changeOf(`/importedFrom/${member}`, was, is, isOther && after !== undefined);
  }
}

/** Every difference between a bundle and the lock file's record of its plugin. */
export const changesBetween = (locked: LockedPlugin, manifest: Manifest): readonly VersionChange[] =>
  allChanges(locked, manifest).toArray();

/** At most 200 differences for people to read. If there are more, those that widen come first. */
export const mostOf = (changes: readonly VersionChange[]): readonly VersionChange[] =>
  changes.length <= MOST_CHANGES
    ? changes
    : changes.toSorted((one, other) => Number(other.isWidening) - Number(one.isWidening)).slice(0, MOST_CHANGES);

/** The lock file's record of a bundle that is accepted. */
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
  ...(manifest.importedFrom && { importedFrom: { ...manifest.importedFrom } }),
});
