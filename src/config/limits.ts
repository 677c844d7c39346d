// The limits of one tool: the operator's word, then the lower of that and what the manifest asks. Pure; any zone may call it.

import type { LimitName, Limits } from '../protocol/limits.ts';
import type { Config } from './config.ts';
import { SETTINGS } from './settings.ts';

/** Every limit by name, in the order of the documentation. */
export const LIMIT_NAMES: readonly LimitName[] = Object.freeze(Object.keys(SETTINGS.limits) as LimitName[]);

/** The least and the most that a limit may be set to, by the operator or a manifest. */
export const limitRange = (name: LimitName): { readonly min: number; readonly max: number } => SETTINGS.limits[name];

/**
 * The limits a tool runs under, frozen. `asked` is what its manifest asks: the plugin's wishes overlaid with the tool's.
 * A manifest can lower a limit and never raise it; a wish that is not a positive whole number counts as none, so that no
 * 0 or -1 reaches code for which it would mean "no limit", and one below a limit's minimum counts as that minimum.
 */
export function limitsFor(asked: Partial<Limits>, config: Config, pluginName: string, toolName: string): Limits {
  const allowed = operatorLimits(config, pluginName, toolName);
  const lower = (name: LimitName): number => {
    const wish = Object.hasOwn(asked, name) ? asked[name] : undefined;
    if (!Number.isSafeInteger(wish) || wish === undefined || wish <= 0) return allowed[name];
    return Math.min(allowed[name], Math.max(wish, limitRange(name).min));
  };
  return Object.freeze(Object.fromEntries(LIMIT_NAMES.map((name) => [name, lower(name)])) as unknown as Limits);
}

/** What the operator allows a tool: `limits`, under the plugin's override, under the tool's. */
export function operatorLimits(config: Config, pluginName: string, toolName?: string): Limits {
  const plugin = own(config.plugins.overrides, pluginName);
  const tool = toolName === undefined ? undefined : own(plugin?.tools, toolName);
  return { ...config.limits, ...plugin?.limits, ...tool?.limits };
}

/** The value under a name that a plugin chose: own properties only, so `constructor` finds nothing. */
export const own = <Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
