// What this process has made and must not leave behind: child processes, temporary folders and files. Gone when it exits, also by process.exit() in the
// middle of something. SIGKILL leaves the folders: another process removes them a day later.

import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepTouched, removeLeftBehind } from './left-behind.ts';

const children = new Set<ChildProcess>();
const paths = new Set<string>();
let isListening = false;

/** Options of `spawn` for a child that no signal of the terminal reaches: it leads a session of its own. Windows would leave it in no job of ours. */
export const OWN_SESSION = Object.freeze({ detached: process.platform !== 'win32', windowsHide: true });

const killWhole = (child: ChildProcess): void => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(OWN_SESSION.detached ? -child.pid : child.pid, 'SIGKILL');
  } catch {
    // It has gone by itself.
  }
};

/** A child that was just killed may still be writing there. */
const REMOVE = Object.freeze({ recursive: true, force: true, maxRetries: 5, retryDelay: 10 });

const removeQuietly = (path: string): void => {
  try {
    rmSync(path, REMOVE);
  } catch {
    // This process is exiting, and must.
  }
};

const listen = (): void => {
  if (isListening) return;
  isListening = true;
  keepTouched(paths);
  process.once('exit', () => {
    for (const child of children) killWhole(child);
    for (const path of paths) removeQuietly(path);
  });
};

/** Notes a child that was started with {@link OWN_SESSION}: it and what it has started are killed if this process exits first. Returns it. */
export const ownChild = <Child extends ChildProcess>(child: Child): Child => {
  listen();
  children.add(child);
  child.once('close', () => children.delete(child));
  child.once('error', () => children.delete(child));
  return child;
};

/** A file or folder of this process's own. */
export interface OwnPath {
  readonly path: string;
  /** Removes it with all that is in it, if it is there; may be called twice. */
  remove(): void;
}

/** Notes a path that is about to be made: what is there goes when this process exits, or sooner. */
export const ownPath = (path: string): OwnPath => {
  listen();
  paths.add(path);
  return {
    path,
    remove: () => {
      paths.delete(path);
      rmSync(path, REMOVE);
    },
  };
};

/** Makes a temporary folder that only this user can write to; it goes when this process exits, or sooner. */
export const ownFolder = (prefix: string, parent = tmpdir()): OwnPath => {
  removeLeftBehind(parent, prefix);
  return ownPath(mkdtempSync(join(parent, prefix)));
};
