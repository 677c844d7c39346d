// Writes a configuration of Toolcell for a measurement: every guarantee on, every limit at its default save those that
// would refuse calls that a benchmark sends on purpose, or end runners only because another peer's turn was long.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_FOLDER, type ToolcellSettings, type Workshop } from '../jobs/workshop.ts';

export interface ToolcellOptions {
  readonly workshop: Workshop;
  /** The file's name without its ending. */
  readonly name: string;
  readonly pluginsFolder: string;
  /** Undefined for the default. */
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

/** The ways of giving fresh state that this Toolcell offers, as its schema names them. */
export const freshStates = (): readonly string[] => {
  const schema = JSON.parse(readFileSync(join(PROJECT_FOLDER, 'schemas/sandbox.config.schema.json'), 'utf8')) as {
    properties: { freshState: { enum: string[] } };
  };
  return schema.properties.freshState.enum;
};

/** Writes the file and gives its path. */
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
  if (options.cordons) {
    set('pool.cordons', options.cordons);
    // They are called at once: waiting until each has been tried out is not what is measured.
    set('plugins.tryOutAtStart', 1_000);
  }
  writeFileSync(file, JSON.stringify(config, undefined, 2));
  return file;
};
