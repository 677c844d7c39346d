// Computes the limits of a tool, the lower of what the operator allows and what the manifest requests, and finds the line that sets one. Pure.
// Front process and command line.

import { FIXED_LIMITS, type FixedLimit, type LimitName, type Limits } from '../shared/protocol/limits.ts';
import type { Config } from './config.ts';
import { SETTINGS } from './settings.ts';

/** Names of all limits, those that can be set first. */
export const LIMIT_NAMES: readonly LimitName[] = Object.freeze(
  [SETTINGS.limits, FIXED_LIMITS].flatMap((limits) => Object.keys(limits) as LimitName[]),
);

const isFixed = (name: LimitName): name is FixedLimit => Object.hasOwn(FIXED_LIMITS, name);

const leastOf = (name: LimitName): number => (isFixed(name) ? 1 : SETTINGS.limits[name].min);

/**
 * The limits in force for a tool, frozen. `requested` are those of its manifest: the plugin's, overlaid with the tool's.
 * A manifest can only lower a limit. A value that is not a positive whole number counts as absent, so that no
 * 0 or -1 can mean "no limit". A value below a limit's minimum counts as that minimum.
 */
export function limitsFor(requested: Partial<Limits>, config: Config, pluginName: string, toolName: string): Limits {
  const allowed = operatorLimits(config, pluginName, toolName);
  const lower = (name: LimitName): number => {
    const value = own(requested, name);
    if (!Number.isSafeInteger(value) || value === undefined || value <= 0) return allowed[name];
    return Math.min(allowed[name], Math.max(value, leastOf(name)));
  };
  return Object.freeze(Object.fromEntries(LIMIT_NAMES.map((name) => [name, lower(name)])) as unknown as Limits);
}

/** The operator's limits of a tool: `limits`, replaced by the plugin's override, replaced by the tool's. */
export function operatorLimits(config: Config, pluginName: string, toolName: string): Limits {
  const plugin = own(config.plugins.overrides, pluginName);
  const tool = own(plugin?.tools, toolName);
  return { ...FIXED_LIMITS, ...config.limits, ...plugin?.limits, ...tool?.limits };
}

export interface LimitedManifest {
  readonly name: string;
  readonly limits?: Partial<Limits> | undefined;
  readonly tools: readonly { readonly name: string; readonly limits?: Partial<Limits> | undefined }[];
}

export interface LimitQuestion {
  readonly limit: LimitName;
  readonly toolName: string;
  readonly manifest: LimitedManifest;
  readonly config: Config;
}

/** `value` is in force; `allowed` is the most that the operator allows. */
export type LimitOrigin = { readonly value: number; readonly allowed: number } & (
  | { readonly by: 'manifest' /** JSON pointer into plugin.json. */; readonly pointer: string }
  | { readonly by: 'host' }
  | { readonly by: 'operator' /** Path of the setting; the default if it is not set. */; readonly path: string }
);

/** Who sets the limit: the manifest if it requests less, else the operator, or the host if it is a constant. Called only if a limit was passed. */
export const limitOrigin = ({ limit, toolName, manifest, config }: LimitQuestion): LimitOrigin => {
  const index = manifest.tools.findIndex(({ name }) => name === toolName);
  const allowed = operatorLimits(config, manifest.name, toolName)[limit];
  const candidates = [
    { pointer: `/tools/${index}/limits/${limit}`, value: own(manifest.tools[index]?.limits, limit) },
    { pointer: `/limits/${limit}`, value: own(manifest.limits, limit) },
  ];
  const requested = candidates.find(({ value }) => value !== undefined);
  if (requested?.value !== undefined && requested.value <= allowed)
    return { by: 'manifest', pointer: requested.pointer, value: requested.value, allowed };
  if (isFixed(limit)) return { by: 'host', value: allowed, allowed };
  return { by: 'operator', path: operatorPath(limit, toolName, manifest.name, config), value: allowed, allowed };
};

/** The origin as a problem document names it: a setting's path, or a place in the plugin's manifest. Undefined for constants, and for other limits than those of calls. */
export const limitSetting = (
  question: Omit<LimitQuestion, 'limit'> & { readonly limit: string },
): string | undefined => {
  const limit = LIMIT_NAMES.find((name) => name === question.limit);
  if (limit === undefined) return undefined;
  const origin = limitOrigin({ ...question, limit });
  if (origin.by === 'host') return undefined;
  return origin.by === 'manifest' ? `plugin.json ${origin.pointer}` : origin.path;
};

/** The innermost setting that the operator set, or the one for the whole server. */
const operatorPath = (limit: LimitName, toolName: string, pluginName: string, { plugins }: Config): string => {
  const plugin = own(plugins.overrides, pluginName);
  const inPlugin = `plugins.overrides.${pluginName}`;
  if (own(own(plugin?.tools, toolName)?.limits, limit) !== undefined)
    return `${inPlugin}.tools.${toolName}.limits.${limit}`;
  return own(plugin?.limits, limit) !== undefined ? `${inPlugin}.limits.${limit}` : `limits.${limit}`;
};

/** The value under a name that a plugin chose. Only own properties count, so `constructor` finds nothing. */
export const own = <Name extends string, Value>(
  record: { readonly [Key in Name]?: Value } | undefined,
  name: Name,
): Value | undefined => (record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined);
