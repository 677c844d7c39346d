// Which line sets a limit that was passed, as an author reads it: with the line of the file, and what changes it.

import { limitOrigin } from '../../config/limit-origin.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { LimitName } from '../../protocol/limits.ts';
import type { Manifest } from '../../sdk/manifest.ts';
import { manifestPlace } from './manifest-place.ts';

export interface LimitQuestion {
  readonly limit: LimitName;
  readonly toolName: string;
  readonly manifest: Manifest;
  readonly settings: LoadedConfig;
  /** The author's folder, whose plugin.json has lines; without it only names are told. */
  readonly folder?: string;
}

/** One line: where the limit is set, and what changes it. */
export const limitSource = ({ limit, toolName, manifest, settings, folder }: LimitQuestion): string => {
  const origin = limitOrigin({ limit, toolName, manifest, config: settings.config });
  const { value, allowed } = origin;
  if (origin.by === 'manifest') {
    const place = manifestPlace(folder, origin.pointer, manifest);
    const room = allowed > value ? `raise it there, up to the operator's ${allowed}` : 'the operator allows no more';
    return `${place} asks for ${limit} ${value}: ${room}`;
  }
  const { path } = origin;
  const source = settings.sources[path] ?? 'default';
  const where = source === 'default' ? `${path} is ${allowed} by default` : `${source} sets ${path} to ${allowed}`;
  const raise = `plugins.overrides.${manifest.name}.limits.${limit}`;
  return `${where}: an operator raises it for this plugin with ${raise} in sandbox.config.json`;
};
