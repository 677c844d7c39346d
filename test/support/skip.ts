// Skips tests that this machine cannot run, by name: the last lines of a run list them, and what is missing.

import { spawnSync } from 'node:child_process';
import { appendFileSync, writeSync } from 'node:fs';

/** File in which `test/run` collects the lines of all its processes. */
const SHARED_LIST = process.env.TOOLCELL_TEST_SKIPPED;
const lines = new Set<string>();

/** Adds a line once, even if several tests have the same. */
const note = (line: string): void => {
  if (lines.has(line)) return;
  if (SHARED_LIST !== undefined) appendFileSync(SHARED_LIST, `${line}\n`);
  else if (lines.size === 0) process.once('exit', () => writeSync(1, `${[...lines].join('\n')}\n`));
  lines.add(line);
};

/**
 * Skips the test if something is missing here; in a `before` hook, skips all tests of the suite. `what` is a noun phrase for the
 * tests. `missing` names what this machine lacks, and is undefined if it lacks nothing.
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

/** A text that names the commands that are not installed; undefined if all are. */
export const noCommands = (...commands: readonly string[]): string | undefined => {
  const absent = commands.filter((command) => spawnSync(command, ['--version']).error !== undefined);
  return absent.length === 0 ? undefined : `no ${absent.join(', no ')}`;
};

/** For tests that need Linux. */
export const notLinux = (): string | undefined => (process.platform === 'linux' ? undefined : 'not Linux');

/** For tests that cannot run on Windows. */
export const onWindows = (): string | undefined => (process.platform === 'win32' ? 'Windows' : undefined);
