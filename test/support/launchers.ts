// The ways in which a user starts the server or a command: each puts other processes between the user and Node.

import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout; `npm start` works there only. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
export const BIN = join(PROJECT, 'src', 'toolcell.js');
const MAIN = join(PROJECT, 'src', 'main.js');
/** Node that runs Toolcell by itself. */
const OLDEST_NODE = 24;

/** A way to start the server. */
export interface Launcher {
  readonly name: string;
  /** Program and words, which the server's flags are put behind. */
  readonly command: readonly string[];
  /** True if the program stays as the server's parent. */
  readonly isWrapper: boolean;
  /** Why it cannot be tried here. */
  readonly lacks?: string;
}

const output = (program: string, words: readonly string[]): string =>
  spawnSync(program, words, { encoding: 'utf8', timeout: 20_000 }).stdout?.trim() ?? '';

/** A Node on the path that is too old to run Toolcell. */
const findOldNode = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((path) => {
      const major = Number(/^v(\d+)\./.exec(output(path, ['--version']))?.[1]);
      return major >= 18 && major < OLDEST_NODE;
    });

/** A Node that is too old to run Toolcell by itself; undefined if the path has none. */
export const OLD_NODE = findOldNode();

const hasNpm = output('npm', ['--version']) !== '';

export const LAUNCHERS: readonly Launcher[] = [
  {
    name: 'npm start',
    command: ['npm', 'start', '--'],
    isWrapper: true,
    ...(!hasNpm && { lacks: 'there is no npm' }),
  },
  { name: 'toolcell serve on its own Node', command: [process.execPath, BIN, 'serve'], isWrapper: false },
  {
    name: 'toolcell serve on an old Node',
    command: [OLD_NODE ?? 'node', BIN, 'serve'],
    isWrapper: true,
    ...(OLD_NODE === undefined && { lacks: `there is no Node 18 to ${OLDEST_NODE - 1} on the path` }),
  },
];

/** npm starts a shell for a command of a package, which neither hands signals on nor waits. */
export const NPX: Launcher = {
  name: 'npx toolcell serve',
  command: ['npx', '--no-install', 'toolcell', 'serve'],
  isWrapper: true,
  ...(!hasNpm && { lacks: 'there is no npm' }),
};

/** The server alone, as `npm start` has it below npm. */
export const DIRECT: Launcher = { name: 'src/main.js', command: [process.execPath, MAIN], isWrapper: false };
