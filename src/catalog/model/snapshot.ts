// What the server offers at one moment: built whole, frozen, swapped in one step. Front process.

import { createHash } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import { limitSetting } from '../../config/limit-origin.ts';
import { limitsFor } from '../../config/limits.ts';
import type { GrantSuggestion, VersionChange, WishState } from '../../protocol/admin.ts';
import type { FreshStatePolicy, ToolRoute } from '../../protocol/call.ts';
import type { CheckedProgram, FreshStateVerdict, Refusal } from '../../protocol/program.ts';
import type { Manifest, ManifestTool, ToolExample } from '../../sdk/manifest.ts';
import { grantsFor, waitsForGrants, wishStates } from './capabilities.ts';
import { mergedBlock, missingFor } from './missing-grants.ts';
import { byCodePoint } from './order.ts';
import { type Candidate, versionOf } from './versions.ts';

/** A bundle that passed every check so far. */
export interface LoadedBundle extends Candidate {
  /** Absent until the bundle has been tried out: until then its tools are listed, and no call may reach them. */
  readonly program?: CheckedProgram;
}

export interface BundleRefusal extends Refusal {
  readonly bundle: string;
  /** The plugin it would be, where that could be read. */
  readonly pluginName?: string;
  /** The version of the same plugin that serves all the same. */
  readonly stillServes?: string;
  /** The host could not try it out, which says nothing of the bundle. */
  readonly isHostFault?: boolean;
}

/** Why a bundle that nothing is known to be wrong with does not serve. */
export type StandbyCause = 'newer version serves' | 'copy' | 'pinned' | 'waits for approval';

/** A bundle that lies ready and does not serve. */
export interface StandbyBundle {
  readonly bundle: string;
  readonly pluginName: string;
  readonly version: string;
  readonly digest: string;
  readonly cause: StandbyCause;
  /** What it would change, where it waits for approval. */
  readonly changes: readonly VersionChange[];
}

/** A bundle that serves, for people and for `serving` of the next load. */
export interface BundleStatus {
  readonly bundle: string;
  readonly pluginName: string;
  readonly version: string;
  readonly description: string | undefined;
  readonly digest: string;
  readonly tools: readonly string[];
  /** How its calls are kept apart, and why so. */
  readonly freshState: FreshStateVerdict;
  /** False for one that is listed and will be tried out before its first call. */
  readonly isTriedOut: boolean;
  /** What it asks to reach, and how much of that is granted. */
  readonly capabilities: readonly WishState[];
  /** It lacks a grant that it needs: its tools are not listed, unless `plugins.listUngranted`. */
  readonly waitsForGrants: boolean;
  /** Absent if all that it asks for is granted. */
  readonly missing?: GrantSuggestion;
}

/** Everything about the tools at one moment. Frozen; the maps are never written after it is built. */
export interface CatalogSnapshot {
  /** The body of GET /mcp/metadata, which leaves out plugins that wait for a grant, and its strong ETag, quotes included. */
  readonly metadata: { readonly text: string; readonly etag: string };
  /** Names of all tools, sorted by code point. */
  readonly toolNames: readonly string[];
  readonly routes: ReadonlyMap<string, ToolRoute>;
  /** The route of a tool; undefined for any name that is not exactly a tool's. */
  find(toolName: string): ToolRoute | undefined;
  /**
   * The setting of a limit under which a tool runs: a path of the configuration, or a place in its manifest. Undefined if there is no such
   * tool, or no such limit.
   */
  limitSetting(toolName: string, limit: string): string | undefined;
  /** Digest → program, for whoever starts runners. */
  readonly programs: ReadonlyMap<string, CheckedProgram>;
  /** Tool name → the calls its manifest shows, with the results they must have. */
  readonly examples: ReadonlyMap<string, readonly ToolExample[]>;
  /** What serves, sorted by folder name; and the same as it was loaded. */
  readonly bundles: readonly BundleStatus[];
  readonly loaded: readonly LoadedBundle[];
  /** What could serve and does not, and why. */
  readonly standby: readonly StandbyBundle[];
  readonly refused: readonly BundleRefusal[];
}

/** Names of all plugins of which anything is known. */
export const pluginNames = ({ bundles, standby, refused }: CatalogSnapshot): readonly string[] =>
  [...new Set([...bundles, ...standby, ...refused].flatMap(({ pluginName }) => pluginName ?? []))].toSorted(
    byCodePoint,
  );

/** The operator's cordon that names the plugin, else one of its own. The prefixes keep the two kinds apart. */
const cordonOf = (config: Config, pluginName: string): string => {
  const named = Object.entries(config.pool.cordons).find(([, members]) => members.includes(pluginName));
  return named ? `cordon:${named[0]}` : `plugin:${pluginName}`;
};

/** What decides a plugin's mode: a manifest may ask for the strict one; else the operator's word for the plugin, or for all. */
export const freshStatePolicy = (
  config: Config,
  manifest: Manifest,
): { readonly policy: FreshStatePolicy; readonly by: string } => {
  const { overrides } = config.plugins;
  const override = Object.hasOwn(overrides, manifest.name) ? overrides[manifest.name] : undefined;
  if (manifest.freshState !== undefined) return { policy: manifest.freshState, by: 'its manifest' };
  if (override?.freshState !== undefined)
    return { policy: override.freshState, by: `plugins.overrides.${manifest.name}.freshState` };
  return { policy: config.freshState, by: 'freshState' };
};

const freshStateOf = ({ manifest, program }: LoadedBundle, config: Config): FreshStateVerdict => {
  const { policy, by } = freshStatePolicy(config, manifest);
  if (policy !== 'auto') return { mode: policy, reason: `${by} says so` };
  return program?.verdict ?? { mode: 'isolate', reason: 'not tried out yet' };
};

const routeOf = (bundle: LoadedBundle, tool: ManifestTool, config: Config): ToolRoute => {
  const { manifest, digest } = bundle;
  return Object.freeze({
    toolName: tool.name,
    pluginName: manifest.name,
    version: versionOf(manifest),
    digest,
    cordon: cordonOf(config, manifest.name),
    exportName: tool.export ?? tool.name,
    limits: Object.freeze(limitsFor({ ...manifest.limits, ...tool.limits }, config, manifest.name, tool.name)),
    grants: grantsFor(manifest, config),
    freshState: freshStateOf(bundle, config).mode,
    validateArguments: config.validateArguments,
  });
};

/** What a caller reads of a tool, in this order of fields; absent ones are left out. */
const describe = ({ name, title, description, inputSchema, outputSchema, annotations }: ManifestTool) => ({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
});

/** Which content answers, for a client that keeps to what it knows. */
const identify = ({ manifest, digest }: LoadedBundle) => ({
  name: manifest.name,
  version: versionOf(manifest),
  digest,
});

const metadataOf = (tools: readonly ManifestTool[], bundles: readonly LoadedBundle[]): CatalogSnapshot['metadata'] => {
  const text = JSON.stringify({ tools: tools.map(describe), plugins: bundles.map(identify) });
  return Object.freeze({ text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` });
};

const statusOf = (loaded: LoadedBundle, config: Config): BundleStatus => {
  const { bundle, manifest, digest, program } = loaded;
  return Object.freeze({
    bundle,
    pluginName: manifest.name,
    version: versionOf(manifest),
    description: manifest.description,
    digest,
    tools: Object.freeze(manifest.tools.map(({ name }) => name).toSorted(byCodePoint)),
    freshState: freshStateOf(loaded, config),
    isTriedOut: program !== undefined,
    capabilities: Object.freeze(wishStates(manifest, config)),
    waitsForGrants: waitsForGrants(manifest, config),
    ...suggestionFor(manifest, config),
  });
};

const suggestionFor = (manifest: Manifest, config: Config): Pick<BundleStatus, 'missing'> => {
  const missing = missingFor(manifest, config);
  if (!missing) return {};
  return { missing: { command: `toolcell grant ${manifest.name}`, config: mergedBlock([[manifest.name, missing]]) } };
};

const routesOf = (bundle: LoadedBundle, config: Config): readonly (readonly [string, ToolRoute])[] =>
  bundle.manifest.tools.map((tool) => [tool.name, routeOf(bundle, tool, config)]);

/** Keeps the routes of the previous snapshot if the bundle has not changed, because brokers and runners compare routes by identity. */
const routesAfter = (
  bundle: LoadedBundle,
  before: CatalogSnapshot | undefined,
  config: Config,
): readonly (readonly [string, ToolRoute])[] => {
  if (!before || before.programs.get(bundle.digest) !== bundle.program || !bundle.program)
    return routesOf(bundle, config);
  return bundle.manifest.tools.map(({ name }) => [name, before.routes.get(name) as ToolRoute]);
};

const programsOf = (bundles: readonly LoadedBundle[]): readonly (readonly [string, CheckedProgram])[] =>
  bundles.flatMap(({ digest, program }) => (program ? [[digest, program] as const] : []));

const toolsOf = (bundles: readonly LoadedBundle[]): readonly ManifestTool[] =>
  bundles.flatMap(({ manifest }) => manifest.tools).toSorted((left, right) => byCodePoint(left.name, right.name));

/** What a snapshot is made of. Plugin and tool names of `loaded` are unique; see claims. */
export interface SnapshotParts {
  readonly loaded: readonly LoadedBundle[];
  readonly standby?: readonly StandbyBundle[];
  readonly refused: readonly BundleRefusal[];
}

/** The snapshot of these bundles; `before` is the one that it follows. */
export const snapshotOf = (
  { loaded, standby = [], refused }: SnapshotParts,
  config: Config,
  before?: CatalogSnapshot,
): CatalogSnapshot => {
  const tools = toolsOf(loaded);
  const listed = config.plugins.listUngranted
    ? loaded
    : loaded.filter(({ manifest }) => !waitsForGrants(manifest, config));
  const routes = new Map(loaded.flatMap((bundle) => routesAfter(bundle, before, config)));
  return Object.freeze({
    metadata: metadataOf(toolsOf(listed), listed),
    toolNames: Object.freeze(tools.map(({ name }) => name)),
    routes,
    find: (toolName: string) => routes.get(toolName),
    limitSetting: (toolName: string, limit: string) => {
      const { manifest } = loaded.find((bundle) => bundle.manifest.tools.some(({ name }) => name === toolName)) ?? {};
      return manifest && limitSetting({ limit, toolName, manifest, config });
    },
    programs: new Map(programsOf(loaded)),
    examples: new Map(tools.map(({ name, examples = [] }) => [name, Object.freeze(examples)])),
    bundles: Object.freeze(loaded.map((bundle) => statusOf(bundle, config))),
    loaded: Object.freeze(loaded),
    standby: Object.freeze(standby),
    refused: Object.freeze(refused.map((refusal) => Object.freeze(refusal))),
  });
};

/** The same snapshot once a bundle in it has been tried out: with its program, and its tools in the mode that fits it. */
export const withProgram = (snapshot: CatalogSnapshot, tried: LoadedBundle, config: Config): CatalogSnapshot => {
  const routes = new Map([...snapshot.routes, ...routesOf(tried, config)]);
  const status = statusOf(tried, config);
  return Object.freeze({
    ...snapshot,
    routes,
    find: (toolName: string) => routes.get(toolName),
    programs: new Map([...snapshot.programs, ...programsOf([tried])]),
    bundles: Object.freeze(snapshot.bundles.map((known) => (known.bundle === tried.bundle ? status : known))),
    loaded: Object.freeze(snapshot.loaded.map((known) => (known.bundle === tried.bundle ? tried : known))),
  });
};

const isSame = (one: ToolRoute | undefined, other: ToolRoute): one is ToolRoute =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other);

/** The same bundles under another configuration. A route that nothing changes for stays the same object: brokers know it by that. */
export const reconfigured = (before: CatalogSnapshot, config: Config): CatalogSnapshot => {
  const fresh = snapshotOf(before, config);
  const routes = new Map(
    [...fresh.routes].map(([name, route]) => {
      const known = before.routes.get(name);
      return [name, isSame(known, route) ? known : route];
    }),
  );
  return Object.freeze({ ...fresh, routes, find: (toolName: string) => routes.get(toolName) });
};
