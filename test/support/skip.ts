// Tests that this machine cannot run are skipped by name: the last lines of a run say which, and what is missing.

import { spawnSync } from 'node:child_process';
import { appendFileSync, writeSync } from 'node:fs';

/** `test/run` names a file here that gathers the lines of all its processes. */
const SHARED_LIST = process.env.TOOLCELL_TEST_SKIPPED;
const lines = new Set<string>();

/** One line for each thing skipped, however many tests it is. */
const note = (line: string): void => {
  if (lines.has(line)) return;
  if (SHARED_LIST !== undefined) appendFileSync(SHARED_LIST, `${line}\n`);
  else if (lines.size === 0) process.once('exit', () => writeSync(1, `${[...lines].join('\n')}\n`));
  lines.add(line);
};

/**
 * Skips the test, or every test of the suite if called in its `before` hook, when something is missing here. `what` names
 * the tests as a noun phrase; `missing` says what this machine would need, and is undefined if it has it.
 */
export const skipWithout = (context: Mocha.Context, what: string, missing: string | undefined): void => {
  if (missing === undefined) return;
  note(`skipped: ${what} (${missing})`);
  context.skip();
};

const answers = (command: string, ...words: readonly string[]): boolean => spawnSync(command, words).status === 0;

/** `redis` or `valkey`, whose programs are `redis-server`, `redis-cli` and so on; undefined if there is neither. */
export const redisFlavour = (): string | undefined =>
  ['redis', 'valkey'].find((name) => answers(`${name}-server`, '--version'));

export const noRedis = (): string | undefined =>
  redisFlavour() === undefined ? 'no redis-server or valkey-server' : undefined;

export const noBubblewrap = (): string | undefined =>
  answers('bwrap', '--dev-bind', '/', '/', 'true') ? undefined : 'no bubblewrap that works';

/** The commands that are not installed. */
export const noCommands = (...commands: readonly string[]): string | undefined => {
  const absent = commands.filter((command) => spawnSync(command, ['--version']).error !== undefined);
  return absent.length === 0 ? undefined : `no ${absent.join(', no ')}`;
};

/** For what only Linux has. */
export const notLinux = (): string | undefined => (process.platform === 'linux' ? undefined : 'not Linux');

/** For what Windows has not. */
export const onWindows = (): string | undefined => (process.platform === 'win32' ? 'Windows' : undefined);
