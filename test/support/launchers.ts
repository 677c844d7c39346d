// The ways in which a user starts the server or a command. They differ in the processes between the user's shell and Node.

import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout; `npm start` works there only. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
export const BIN = join(PROJECT, 'src', 'toolcell.js');
const MAIN = join(PROJECT, 'src', 'main.js');
/** Oldest major version of Node that runs Toolcell itself. */
const OLDEST_NODE = 24;

/** A way to start the server. */
export interface Launcher {
  readonly name: string;
  /** Program and arguments. The server's flags follow them. */
  readonly command: readonly string[];
  /** True if the program stays as the server's parent. */
  readonly isWrapper: boolean;
  /** Why this machine cannot run it. */
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

/** npm runs a command of a package in a shell, which neither passes signals on nor waits for the command. */
export const NPX: Launcher = {
  name: 'npx toolcell serve',
  command: ['npx', '--no-install', 'toolcell', 'serve'],
  isWrapper: true,
  ...(!hasNpm && { lacks: 'there is no npm' }),
};

/** The server without npm: the process that `npm start` starts. */
export const DIRECT: Launcher = { name: 'src/main.js', command: [process.execPath, MAIN], isWrapper: false };
