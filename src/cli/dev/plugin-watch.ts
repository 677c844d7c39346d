// Watches an author's folder, and reports changed files together once they are written: an editor writes a file in several steps.

import { fileStamps } from '../../catalog/bundle/stamps.ts';
import { StampWatch } from '../../catalog/serve/watch.ts';

/** More often than a server looks, because an author waits. */
const LOOK_EVERY_MS = 250;
const REST_MS = 120;

/** True for files that are not part of the plugin: hidden files, installed packages, and the files that packing and signing write. */
const isIgnored = (name: string): boolean =>
  name === 'node_modules' || name.startsWith('.') || /\.(tgz|minisig|key|pub)$/.test(name);

/**
 * Calls `onChange` with the paths of files and folders that were written, made or removed, relative to the folder. Resolves when it watches. Dispose of
 * the watch to end it.
 */
export const watchPlugin = async (
  folder: string,
  onChange: (names: readonly string[]) => void,
): Promise<AsyncDisposable> => {
  const watch = new StampWatch({
    take: () => fileStamps(folder, isIgnored),
    everyMs: LOOK_EVERY_MS,
    restMs: REST_MS,
  });
  await watch.look();
  watch.follow(onChange);
  return { [Symbol.asyncDispose]: () => watch.close() };
};
