// Child processes, temporary folders and files that this process made and must not leave behind. They are removed when it exits, even if process.exit()
// ends it in the middle of something. After SIGKILL the folders stay, and another process removes them a day later. Runs in every process that makes some.

import type { ChildProcess } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A living process touches its folders this often, so one that was not touched for a day belongs to none. */
const TOUCH_EVERY_MS = 3_600_000;
const LEFT_AFTER_MS = 24 * TOUCH_EVERY_MS;

const children = new Set<ChildProcess>();
const paths = new Set<string>();
let isListening = false;

/** Options of `spawn` for a child in a session of its own, which no signal of the terminal reaches. Not on Windows, where it would leave our job. */
export const OWN_SESSION = Object.freeze({ detached: process.platform !== 'win32', windowsHide: true });

const killWhole = (child: ChildProcess): void => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(OWN_SESSION.detached ? -child.pid : child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
};

/** Retries, since a child that was just killed may still be writing there. */
const REMOVE = Object.freeze({ recursive: true, force: true, maxRetries: 5, retryDelay: 10 });

const removeQuietly = (path: string): void => {
  try {
    rmSync(path, REMOVE);
  } catch {
    // Nothing may keep this process from exiting.
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

/** Registers a child that was started with {@link OWN_SESSION}, and returns it. If this process exits first, the child and its children are killed. */
export const ownChild = <Child extends ChildProcess>(child: Child): Child => {
  listen();
  children.add(child);
  child.once('close', () => children.delete(child));
  child.once('error', () => children.delete(child));
  return child;
};

export interface OwnPath {
  readonly path: string;
  /** Removes it with its content, if it exists. May be called twice. */
  remove(): void;
}

/** Registers a path that is about to be made. It is removed when this process exits, or earlier by `remove`. */
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

/** Makes a temporary folder that only this user can write to. It is removed when this process exits, or earlier by `remove`. */
export const ownFolder = (prefix: string, parent = tmpdir()): OwnPath => {
  removeLeftBehind(parent, prefix);
  return ownPath(mkdtempSync(join(parent, prefix)));
};

const attempt = (work: () => void): void => {
  try {
    work();
  } catch {
    // Another process was quicker, or this user may not read it.
  }
};

/** Touches `paths` every `everyMs` for as long as this process lives, so that no other process removes them. The timer keeps no process alive. */
export const keepTouched = (paths: Iterable<string>, everyMs = TOUCH_EVERY_MS): void => {
  setInterval(() => {
    const now = new Date();
    for (const path of paths) attempt(() => utimesSync(path, now, now));
  }, everyMs).unref();
};

/** Removes this user's folders in `parent` whose names begin with `prefix` and that no living process has touched. Never throws. */
const removeLeftBehind = (parent: string, prefix: string): void => {
  const isLeft = (path: string): boolean => {
    const stats = lstatSync(path);
    const isOwn = process.getuid === undefined || stats.uid === process.getuid();
    return isOwn && stats.isDirectory() && Date.now() - stats.mtimeMs > LEFT_AFTER_MS;
  };
  attempt(() => {
    for (const name of readdirSync(parent)) {
      const path = join(parent, name);
      if (name.startsWith(prefix)) attempt(() => isLeft(path) && rmSync(path, { recursive: true, force: true }));
    }
  });
};
