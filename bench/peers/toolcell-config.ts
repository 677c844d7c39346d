// Writes a configuration of Toolcell for a measurement: every guarantee is on, and every limit has its default, except those that
// would refuse calls of the benchmark, or end runners because another peer's turn was long.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_FOLDER, type ToolcellSettings, type Workshop } from '../jobs/workshop.ts';

export interface ToolcellOptions {
  readonly workshop: Workshop;
  /** The file's name without its ending. */
  readonly name: string;
  readonly pluginsFolder: string;
  /** The setting `freshState`; undefined for its default. */
  readonly freshState?: string | undefined;
  readonly cordons?: Readonly<Record<string, readonly string[]>>;
  readonly settings?: ToolcellSettings;
}

const HOUR_MS = 3_600_000;

const SETTINGS: ToolcellSettings = {
  'limits.queueMs': 10_000,
  'pool.maxQueued': 1_024,
  'pool.idleMs': HOUR_MS,
};

/** The values of `freshState` in this Toolcell's schema. */
export const freshStates = (): readonly string[] => {
  const schema = JSON.parse(readFileSync(join(PROJECT_FOLDER, 'schemas/sandbox.config.schema.json'), 'utf8')) as {
    properties: { freshState: { enum: string[] } };
  };
  return schema.properties.freshState.enum;
};

/** Writes the file. Returns its path. */
export const writeToolcellConfig = (options: ToolcellOptions): string => {
  const file = join(options.workshop.folder, `${options.name}.config.json`);
  const config: Record<string, unknown> = {};
  const set = (path: string, value: unknown): void => {
    const [section, name] = path.split('.') as [string, string?];
    if (name === undefined) config[section] = value;
    else config[section] = { ...(config[section] as object | undefined), [name]: value };
  };
  const settings = { ...SETTINGS, ...options.workshop.toolcellSettings, ...options.settings };
  for (const [path, value] of Object.entries(settings)) set(path, value);
  set('plugins.folder', options.pluginsFolder);
  if (options.freshState) set('freshState', options.freshState);
  if (options.cordons) set('pool.cordons', options.cordons);
  writeFileSync(file, JSON.stringify(config, undefined, 2));
  return file;
};
