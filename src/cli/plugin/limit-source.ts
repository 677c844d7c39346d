// Which line sets a limit that was passed: the manifest's where it asks for less, else the operator's configuration.

import { operatorLimits } from '../../config/limits.ts';
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

/** One line: where the limit stands, and what changes it. */
export const limitSource = (question: LimitQuestion): string => {
  const { limit, toolName, manifest, settings } = question;
  const index = manifest.tools.findIndex(({ name }) => name === toolName);
  const tool = manifest.tools[index];
  const allowed = operatorLimits(settings.config, manifest.name, toolName)[limit];
  const wishes = [
    { pointer: `/tools/${index}/limits/${limit}`, wish: wishOf(tool?.limits, limit) },
    { pointer: `/limits/${limit}`, wish: wishOf(manifest.limits, limit) },
  ];
  const asked = wishes.find(({ wish }) => wish !== undefined);
  if (asked?.wish !== undefined && asked.wish <= allowed) {
    const place = manifestPlace(question.folder, asked.pointer, manifest);
    const room =
      allowed > asked.wish ? `raise it there, up to the operator's ${allowed}` : 'the operator allows no more';
    return `${place} asks for ${limit} ${asked.wish}: ${room}`;
  }
  return operatorSource(question, allowed);
};

const wishOf = (limits: Manifest['limits'], limit: LimitName): number | undefined =>
  limits !== undefined && Object.hasOwn(limits, limit) ? limits[limit as keyof typeof limits] : undefined;

const operatorSource = ({ limit, toolName, manifest, settings }: LimitQuestion, allowed: number): string => {
  const paths = [
    `plugins.overrides.${manifest.name}.tools.${toolName}.limits.${limit}`,
    `plugins.overrides.${manifest.name}.limits.${limit}`,
    `limits.${limit}`,
  ];
  const set = paths.find((path) => settings.sources[path] !== undefined) ?? (paths[2] as string);
  const source = settings.sources[set] ?? 'default';
  const where = source === 'default' ? `${set} is ${allowed} by default` : `${source} sets ${set} to ${allowed}`;
  return `${where}: an operator raises it for this plugin with ${paths[1]} in sandbox.config.json`;
};
