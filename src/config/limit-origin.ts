// Which line sets a limit that was passed: the manifest's if it asks for less, else the operator's configuration. Pure; asked for when
// a limit was passed, not for every call.

import type { LimitName, Limits } from '../protocol/limits.ts';
import type { Config } from './config.ts';
import { LIMIT_NAMES, operatorLimits, own } from './limits.ts';

/** What of a manifest matters here. */
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

/** `value` is in force; `allowed` is what the operator allows at most. */
export type LimitOrigin = { readonly value: number; readonly allowed: number } & (
  | { readonly by: 'manifest' /** JSON pointer into plugin.json. */; readonly pointer: string }
  | { readonly by: 'operator' /** Path of the setting; the default if it is not set. */; readonly path: string }
);

export const limitOrigin = ({ limit, toolName, manifest, config }: LimitQuestion): LimitOrigin => {
  const index = manifest.tools.findIndex(({ name }) => name === toolName);
  const allowed = operatorLimits(config, manifest.name, toolName)[limit];
  const wishes = [
    { pointer: `/tools/${index}/limits/${limit}`, wish: wishOf(manifest.tools[index]?.limits, limit) },
    { pointer: `/limits/${limit}`, wish: wishOf(manifest.limits, limit) },
  ];
  const asked = wishes.find(({ wish }) => wish !== undefined);
  if (asked?.wish !== undefined && asked.wish <= allowed)
    return { by: 'manifest', pointer: asked.pointer, value: asked.wish, allowed };
  return { by: 'operator', path: operatorPath(limit, toolName, manifest.name, config), value: allowed, allowed };
};

/** The origin as a problem document names it: a path of the configuration, or a place in the plugin's manifest. Undefined for what is no limit of a call. */
export const limitSetting = (
  question: Omit<LimitQuestion, 'limit'> & { readonly limit: string },
): string | undefined => {
  const limit = LIMIT_NAMES.find((name) => name === question.limit);
  if (limit === undefined) return undefined;
  const origin = limitOrigin({ ...question, limit });
  return origin.by === 'manifest' ? `plugin.json ${origin.pointer}` : origin.path;
};

/** The innermost setting that the operator wrote, or the one for the whole server. */
const operatorPath = (limit: LimitName, toolName: string, pluginName: string, { plugins }: Config): string => {
  const plugin = own(plugins.overrides, pluginName);
  const inPlugin = `plugins.overrides.${pluginName}`;
  if (isSet(own(plugin?.tools, toolName)?.limits, limit)) return `${inPlugin}.tools.${toolName}.limits.${limit}`;
  return isSet(plugin?.limits, limit) ? `${inPlugin}.limits.${limit}` : `limits.${limit}`;
};

const isSet = (limits: Partial<Limits> | undefined, limit: LimitName): boolean => wishOf(limits, limit) !== undefined;

const wishOf = (limits: Partial<Limits> | undefined, limit: LimitName): number | undefined =>
  limits !== undefined && Object.hasOwn(limits, limit) ? limits[limit] : undefined;
