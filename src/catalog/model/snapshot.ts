// Builds the snapshot that the catalog serves at one moment: whole and frozen, replaced in one step. Front process.

import { createHash } from 'node:crypto';
import type { Manifest, ManifestTool } from '../../../packages/plugin/src/manifest.ts';
import type { Config } from '../../settings/config.ts';
import { limitSetting } from '../../settings/limits.ts';
import type { RefusedBundle, ServingVersion, StandbyVersion } from '../../shared/protocol/admin.ts';
import type { ToolRoute } from '../../shared/protocol/call.ts';
import type { CheckedProgram } from '../../shared/protocol/program.ts';
import { byCodePoint } from '../../shared/text/order.ts';
import { capabilityRequests, waitsForGrants } from './capabilities.ts';
import { mergedBlock, missingFor } from './missing-grants.ts';
import { listedResultSchema } from './result-schemas.ts';
import { freshStateOf, routesOf } from './routes.ts';
import { type ListedBundle, versionOf } from './versions.ts';

/** Why one bundle in the folder does not serve. */
export interface BundleRefusal extends RefusedBundle {
  /** The plugin's name, if its manifest could be read. */
  readonly pluginName?: string;
  /** True if the host could not inspect the bundle, which is not the bundle's fault. */
  readonly isHostFault?: boolean;
}

/** Why a bundle without a known fault does not serve. */
export type StandbyCause = 'newer version serves' | 'copy' | 'pinned away' | 'waits for approval' | 'waits for grants';

/** A bundle that stands by: it has no known fault and does not serve. */
export interface StandbyBundle extends Omit<StandbyVersion, 'warnings'> {
  readonly pluginName: string;
  readonly cause: StandbyCause;
}

/** A bundle that serves, as operators see it. */
export interface BundleStatus extends ServingVersion {
  readonly pluginName: string;
}

/** Everything about the tools at one moment. Frozen; nothing writes to its maps. */
export interface CatalogSnapshot {
  /** The body of GET /mcp/metadata, without plugins that wait for a grant, and its strong ETag, quotes included. */
  readonly metadata: { readonly text: string; readonly etag: string };
  /** Names of all tools, sorted by code point. */
  readonly toolNames: readonly string[];
  /** Tool name → its route. */
  readonly routes: ReadonlyMap<string, ToolRoute>;
  /** Where a tool's limit is set: a path of the configuration or a place in its manifest. Undefined for an unknown tool or limit. */
  limitSetting(toolName: string, limit: string): string | undefined;
  /** Digest → program, for the broker. */
  readonly programs: ReadonlyMap<string, CheckedProgram>;
  /** The bundles that serve, sorted by folder name. */
  readonly bundles: readonly BundleStatus[];
  /** The same bundles with their manifests and programs. */
  readonly loaded: readonly ListedBundle[];
  /** Bundles without a known fault that do not serve, and why. */
  readonly standby: readonly StandbyBundle[];
  readonly refused: readonly BundleRefusal[];
}

/** Names of all plugins in the folder whose name could be read, sorted by code point. */
export const pluginNames = ({ bundles, standby, refused }: CatalogSnapshot): readonly string[] =>
  [...new Set([...bundles, ...standby, ...refused].flatMap(({ pluginName }) => pluginName ?? []))].toSorted(
    byCodePoint,
  );

/** The fields of a tool that callers read, in this order. JSON leaves absent ones out. */
export const listedTool = (tool: ManifestTool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: tool.inputSchema,
  outputSchema: listedResultSchema(tool),
  contentBlocks: tool.contentBlocks,
  annotations: tool.annotations,
});

/** Tells clients which content serves, so that they can notice a change, and which of the listed tools belong to it. */
const identify = ({ manifest, digest }: ListedBundle, listed: ReadonlySet<ManifestTool>) => ({
  name: manifest.name,
  version: versionOf(manifest),
  digest,
  tools: sortedOnce(manifest.tools, () => manifest.tools)
    .filter((tool) => listed.has(tool))
    .map(({ name }) => name),
});

const metadataOf = (tools: readonly ManifestTool[], bundles: readonly ListedBundle[]): CatalogSnapshot['metadata'] => {
  const listed = new Set(tools);
  const plugins = JSON.stringify(bundles.map((bundle) => identify(bundle, listed)));
  const parts = tools.map(partOf);
  const hash = createHash('sha256').update(plugins);
  for (const { digest } of parts) hash.update(digest);
  const text = `{"tools":[${parts.map((part) => part.text).join(',')}],"plugins":${plugins}}`;
  return Object.freeze({ text, etag: `"${hash.digest('base64url')}"` });
};

/** A tool in a list, as JSON, and a digest of it. */
interface ToolPart {
  readonly text: string;
  readonly digest: Buffer;
}

/** Tools are written and hashed once: callers may ask for ever new lists of them, and each then costs little more than its bytes. */
const parts = new WeakMap<ManifestTool, ToolPart>();

const partOf = (tool: ManifestTool): ToolPart => {
  const known = parts.get(tool);
  if (known !== undefined) return known;
  const text = JSON.stringify(listedTool(tool));
  const made = { text, digest: createHash('sha256').update(text).digest() };
  parts.set(tool, made);
  return made;
};

const statusOf = (loaded: ListedBundle, config: Config): BundleStatus => {
  const { bundle, manifest, digest, program } = loaded;
  return Object.freeze({
    bundle,
    pluginName: manifest.name,
    version: versionOf(manifest),
    digest,
    tools: Object.freeze(manifest.tools.map(({ name }) => name).toSorted(byCodePoint)),
    freshState: freshStateOf(loaded, config),
    isTriedOut: program !== undefined,
    capabilities: Object.freeze(capabilityRequests(manifest, config)),
    waitsForGrants: waitsForGrants(manifest, config),
    ...suggestionFor(manifest, config),
  });
};

const suggestionFor = (manifest: Manifest, config: Config): Pick<BundleStatus, 'missing'> => {
  const missing = missingFor(manifest, config);
  if (!missing) return {};
  return { missing: { command: `toolcell grant ${manifest.name}`, config: mergedBlock([[manifest.name, missing]]) } };
};

/** Keeps the routes of the previous snapshot if the bundle has not changed, because brokers and runners compare routes by identity. */
const routesAfter = (
  bundle: ListedBundle,
  before: CatalogSnapshot | undefined,
  config: Config,
): readonly (readonly [string, ToolRoute])[] => {
  if (!before || before.programs.get(bundle.digest) !== bundle.program || !bundle.program)
    return routesOf(bundle, config);
  return bundle.manifest.tools.map(({ name }) => [name, before.routes.get(name) as ToolRoute]);
};

const programsOf = (bundles: readonly ListedBundle[]): readonly (readonly [string, CheckedProgram])[] =>
  bundles.flatMap(({ digest, program }) => (program ? [[digest, program] as const] : []));

const toolsOf = (bundles: readonly ListedBundle[]): readonly ManifestTool[] =>
  sortedOnce(bundles, () => bundles.flatMap(({ manifest }) => manifest.tools));

const sorted = new WeakMap<object, readonly ManifestTool[]>();

/** The tools by name. Comparing names of hundreds of tools takes milliseconds, so each list of them or of bundles is sorted once. */
const sortedOnce = (list: object, tools: () => readonly ManifestTool[]): readonly ManifestTool[] => {
  const made = sorted.get(list) ?? tools().toSorted((left, right) => byCodePoint(left.name, right.name));
  sorted.set(list, made);
  return made;
};

/** The bundles whose tools callers find. */
export const listedIn = (loaded: readonly ListedBundle[], config: Config): readonly ListedBundle[] =>
  config.plugins.listUngranted ? loaded : loaded.filter(({ manifest }) => !waitsForGrants(manifest, config));

/** The body of GET /mcp/metadata and its ETag for a caller who may call these tools alone, and who learns of no other plugin. */
export const metadataFor = (
  { loaded }: CatalogSnapshot,
  config: Config,
  allows: (toolName: string) => boolean,
): CatalogSnapshot['metadata'] => {
  const listed = listedIn(loaded, config).filter(({ manifest }) => manifest.tools.some(({ name }) => allows(name)));
  const ofListed = new Set(listed.flatMap(({ manifest }) => manifest.tools));
  const tools = toolsOf(loaded).filter((tool) => ofListed.has(tool) && allows(tool.name));
  return metadataOf(tools, listed);
};

/** The parts of a snapshot. Plugin and tool names in `loaded` are unique; see claims. */
export interface SnapshotParts {
  readonly loaded: readonly ListedBundle[];
  readonly standby?: readonly StandbyBundle[];
  readonly refused: readonly BundleRefusal[];
}

/** Builds a snapshot. It keeps the routes of `before`, the previous one, for bundles that have not changed. */
export const snapshotOf = (
  { loaded, standby = [], refused }: SnapshotParts,
  config: Config,
  before?: CatalogSnapshot,
): CatalogSnapshot => {
  const listed = listedIn(loaded, config);
  return Object.freeze({
    metadata: metadataOf(toolsOf(listed), listed),
    toolNames: Object.freeze(toolsOf(loaded).map(({ name }) => name)),
    routes: new Map(loaded.flatMap((bundle) => routesAfter(bundle, before, config))),
    limitSetting: (toolName: string, limit: string) => {
      const { manifest } = loaded.find((bundle) => bundle.manifest.tools.some(({ name }) => name === toolName)) ?? {};
      return manifest && limitSetting({ limit, toolName, manifest, config });
    },
    programs: new Map(programsOf(loaded)),
    bundles: Object.freeze(loaded.map((bundle) => statusOf(bundle, config))),
    loaded: Object.freeze(loaded),
    standby: Object.freeze(standby),
    refused: Object.freeze(refused.map((refusal) => Object.freeze(refusal))),
  });
};

/** The snapshot after a bundle in it was inspected: with its program, and its tools in the mode that the inspection chose. */
export const withProgram = (snapshot: CatalogSnapshot, inspected: ListedBundle, config: Config): CatalogSnapshot => {
  const status = statusOf(inspected, config);
  return Object.freeze({
    ...snapshot,
    routes: new Map([...snapshot.routes, ...routesOf(inspected, config)]),
    programs: new Map([...snapshot.programs, ...programsOf([inspected])]),
    bundles: Object.freeze(snapshot.bundles.map((known) => (known.bundle === inspected.bundle ? status : known))),
    loaded: Object.freeze(snapshot.loaded.map((known) => (known.bundle === inspected.bundle ? inspected : known))),
  });
};

const isSame = (one: ToolRoute | undefined, other: ToolRoute): one is ToolRoute =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other);

/** The same bundles under another configuration. An unchanged route stays the same object, because brokers compare routes by identity. */
export const reconfigured = (before: CatalogSnapshot, config: Config): CatalogSnapshot => {
  const fresh = snapshotOf(before, config);
  const routes = new Map(
    [...fresh.routes].map(([name, route]) => {
      const known = before.routes.get(name);
      return [name, isSame(known, route) ? known : route];
    }),
  );
  return Object.freeze({ ...fresh, routes });
};
