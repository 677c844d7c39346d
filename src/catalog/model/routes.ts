// Makes the routes of a bundle's tools: version, cordon, limits, grants and mode of fresh state in force. Front process.

import type { Manifest, ManifestTool } from '../../../packages/plugin/src/manifest.ts';
import type { Config } from '../../settings/config.ts';
import { LIMIT_NAMES, limitsFor } from '../../settings/limits.ts';
import type { CallerLimits, ResultForm, ToolRoute } from '../../shared/protocol/call.ts';
import type { FreshStatePolicy } from '../../shared/protocol/fresh-state.ts';
import type { LimitName, Limits } from '../../shared/protocol/limits.ts';
import type { FreshStateVerdict } from '../../shared/protocol/program.ts';
import { grantsFor } from './capabilities.ts';
import { type ListedBundle, versionOf } from './versions.ts';

/** The cordon that the operator put the plugin in, or one of its own. The prefixes keep the two kinds apart. */
const cordonOf = (config: Config, pluginName: string): string => {
  const named = Object.entries(config.pool.cordons).find(([, members]) => members.includes(pluginName));
  return named ? `cordon:${named[0]}` : `plugin:${pluginName}`;
};

/** A plugin's policy for fresh state and the setting it is from: the manifest, then the plugin's override, then the server's. */
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

/** The mode of fresh state in which calls of a bundle run, and why. */
export const freshStateOf = ({ manifest, program }: ListedBundle, config: Config): FreshStateVerdict => {
  const { policy, by } = freshStatePolicy(config, manifest);
  if (policy !== 'auto') return { mode: policy, reason: `${by} says so` };
  return program?.verdict ?? { mode: 'isolate', reason: 'not tried out yet' };
};

const resultFormOf = ({ contentBlocks, outputSchema }: ManifestTool): ResultForm => {
  if (contentBlocks === true) return 'content';
  return outputSchema?.type === 'object' ? 'object' : 'value';
};

const routeOf = (bundle: ListedBundle, tool: ManifestTool, config: Config): ToolRoute => {
  const { manifest, digest } = bundle;
  return Object.freeze({
    toolName: tool.name,
    pluginName: manifest.name,
    version: versionOf(manifest),
    digest,
    cordon: cordonOf(config, manifest.name),
    exportName: tool.export ?? tool.name,
    resultForm: resultFormOf(tool),
    limits: Object.freeze(limitsFor({ ...manifest.limits, ...tool.limits }, config, manifest.name, tool.name)),
    grants: grantsFor(manifest, config),
    freshState: freshStateOf(bundle, config).mode,
  });
};

/** Brokers and runners know a route by its identity, so there is one for each set of limits. */
const lowered = new WeakMap<ToolRoute, Map<string, ToolRoute>>();

/** The route with the limits of some callers, as far as they are lower. */
export const loweredRoute = (route: ToolRoute, { key, values }: CallerLimits): ToolRoute => {
  const known = lowered.get(route) ?? new Map<string, ToolRoute>();
  lowered.set(route, known);
  const found = known.get(key);
  if (found !== undefined) return found;
  const lower = (name: LimitName): number => Math.min(route.limits[name], values[name] ?? Infinity);
  const limits = Object.fromEntries(LIMIT_NAMES.map((name) => [name, lower(name)])) as unknown as Limits;
  const made = Object.freeze({ ...route, limits: Object.freeze(limits) });
  known.set(key, made);
  return made;
};

/** Tool name → route, for each tool of a bundle. */
export const routesOf = (bundle: ListedBundle, config: Config): readonly (readonly [string, ToolRoute])[] =>
  bundle.manifest.tools.map((tool) => [tool.name, routeOf(bundle, tool, config)]);
