// Writes a configuration of Toolcell for a measurement: every guarantee on, every limit at its default save those that
// would refuse calls that a benchmark sends on purpose, or end runners only because another peer's turn was long.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '../jobs/workshop.ts';

export interface ToolcellOptions {
  /** Where the file goes, and its name without the ending. */
  readonly folder: string;
  readonly name: string;
  readonly pluginsFolder: string;
  /** Undefined for the default. */
  readonly freshState?: string;
  readonly cordons?: Readonly<Record<string, readonly string[]>>;
  /** Settings over those below, as a path and a value: `pool.runners` → 4. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

const HOUR_MS = 3_600_000;
/** More than the connections of any measurement. */
const MOST_CALLS = 128;

const SETTINGS: Readonly<Record<string, unknown>> = {
  'limits.concurrencyPerPlugin': MOST_CALLS,
  'limits.queueMs': 10_000,
  'pool.maxQueued': 1_024,
  'pool.idleMs': HOUR_MS,
};

/** The ways of giving fresh state that this Toolcell offers, as its schema names them. */
export const freshStates = (): readonly string[] => {
  const schema = JSON.parse(readFileSync(join(PROJECT_FOLDER, 'schemas/sandbox.config.schema.json'), 'utf8')) as {
    properties: { freshState: { enum: string[] } };
  };
  return schema.properties.freshState.enum;
};

/** Writes the file and gives its path. */
export const writeToolcellConfig = (options: ToolcellOptions): string => {
  const file = join(options.folder, `${options.name}.config.json`);
  const config: Record<string, unknown> = {};
  const set = (path: string, value: unknown): void => {
    const [section, name] = path.split('.') as [string, string?];
    if (name === undefined) config[section] = value;
    else config[section] = { ...(config[section] as object | undefined), [name]: value };
  };
  for (const [path, value] of Object.entries({ ...SETTINGS, ...options.settings })) set(path, value);
  set('plugins.folder', options.pluginsFolder);
  if (options.freshState) set('freshState', options.freshState);
  if (options.cordons) set('pool.cordons', options.cordons);
  writeFileSync(file, JSON.stringify(config, undefined, 2));
  return file;
};
