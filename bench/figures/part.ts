// The options of the parts other than `compare`, and how they start a Toolcell of their own.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bodyOf, type Job, jobNamed } from '../jobs/jobs.ts';
import type { ToolcellSettings, Workshop } from '../jobs/workshop.ts';
import type { LoadTool } from '../load/load.ts';
import { PeerProcess } from '../measure/peer-process.ts';
import { toolcellCommand } from '../peers/list.ts';
import { freshStates, writeToolcellConfig } from '../peers/toolcell-config.ts';
import type { Figure } from '../report/figure.ts';

export interface PartOptions {
  readonly workshop: Workshop;
  readonly loadTool: LoadTool;
  readonly seconds: number;
  readonly rounds: number;
  /** Number of plugins in a large catalog. */
  readonly many: number;
  readonly onProgress: (text: string) => void;
}

/** Runs one measurement. Resolves with its lines of the table of goals. */
export type Part = (options: PartOptions) => Promise<readonly Figure[]>;

export const SMALL_JOB: Job = jobNamed('summarizeText');

/** Long, because a start with a thousand bundles may take far longer than its goal. */
const START_TIMEOUT_MS = 240_000;

export interface HostOptions {
  readonly name: string;
  readonly pluginsFolder: string;
  readonly cordons?: Readonly<Record<string, readonly string[]>>;
  readonly readyBody?: string;
  readonly readyStatus?: number;
  /** The setting `freshState`; undefined for its default. */
  readonly freshState?: string | undefined;
  /** Settings of this Toolcell only: path, such as `grants.name` → value. */
  readonly settings?: ToolcellSettings;
  /** Flags of Node after those of `npm start`, which they override. */
  readonly nodeFlags?: readonly string[];
  /** Folder for caches, in place of the user's own. */
  readonly cacheFolder?: string;
  /** A port that it shares with another Toolcell; a free one if absent. */
  readonly port?: number;
  /** Environment variables of this Toolcell only. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The fast `freshState`, if this Toolcell has it. */
export const fastState = (): string | undefined => freshStates().find((freshState) => freshState === 'realm');

/** Starts a Toolcell over a folder of plugins. */
export const startToolcell = ({ workshop }: PartOptions, options: HostOptions): Promise<PeerProcess> => {
  const {
    readyBody = bodyOf(SMALL_JOB),
    readyStatus = 200,
    cacheFolder,
    nodeFlags,
    env = {},
    port: shared,
    ...config
  } = options;
  const file = writeToolcellConfig({ workshop, ...config });
  return PeerProcess.start((port) => toolcellCommand(file, port, nodeFlags), {
    readyBody,
    readyStatus,
    startTimeoutMs: START_TIMEOUT_MS,
    ...(shared !== undefined && { port: shared }),
    env: { ...env, ...(cacheFolder !== undefined && { XDG_CACHE_HOME: cacheFolder }) },
  });
};

/** Makes a folder in the workshop. */
export const newFolder = ({ workshop }: PartOptions, name: string): string => {
  const folder = join(workshop.folder, name);
  mkdirSync(folder, { recursive: true });
  return folder;
};
