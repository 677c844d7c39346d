// Watches a plugin's folder, and the packages of its workspace that it depends on, while its author writes. Runs in the command's process.

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileStamps } from '../../catalog/bundle/stamps.ts';
import { StampWatch } from '../../catalog/serve/watch.ts';
import { DEFAULT_FILE } from '../../settings/load/load.ts';
import { neighboursOf } from '../pack/workspace.ts';

/** More often than a server looks, because an author waits. */
const LOOK_EVERY_MS = 250;
const REST_MS = 120;

/** True for files that are not part of the plugin: hidden files, installed packages, and the files that packing and signing write. */
const isIgnored = (name: string): boolean =>
  name === 'node_modules' || name.startsWith('.') || /\.(tgz|minisig|key|pub)$/.test(name);

const stampsOf = async (folder: string, neighbours: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const stamps = new Map(await fileStamps(folder, isIgnored));
  for (const neighbour of neighbours)
    for (const [name, stamp] of await fileStamps(neighbour, isIgnored)) stamps.set(join(neighbour, name), stamp);
  return stamps;
};

/** What a watch calls: `onChange` for files or folders that were written, made or removed, `warn` for a configuration that is read at start only. */
export interface Follower {
  readonly onChange: () => void;
  readonly warn: (line: string) => void;
}

/** Resolves when it watches. `command`: its name, to be started again. Dispose of the watch to end it. */
export const followFolder = async (
  folder: string,
  command: string,
  { onChange, warn }: Follower,
): Promise<AsyncDisposable> => {
  const neighbours = neighboursOf(realpathSync(folder));
  const watch = new StampWatch({
    take: () => stampsOf(folder, neighbours),
    everyMs: LOOK_EVERY_MS,
    restMs: REST_MS,
  });
  await watch.look();
  watch.follow((names) => {
    if (names.includes(DEFAULT_FILE)) warn(`${DEFAULT_FILE} has changed: start ${command} again to use it.`);
    if (names.some((name) => name !== DEFAULT_FILE)) onChange();
  });
  return { [Symbol.asyncDispose]: () => watch.close() };
};
