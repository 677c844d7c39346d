// Entry of the store's own thread, which a control thread has. SQLite's calls are synchronous and a disk may stall, but
// the control thread must not, because it kills by the clock.

import type { OutageKind, StoreReply, StoreRequest } from './backend.ts';
import { SqliteFile } from './sqlite-file.ts';

export interface SqliteTask {
  /** Absolute, and the same in each task of a thread. */
  readonly file: string;
  readonly request: StoreRequest | undefined;
  /** Milliseconds since 1970; nobody waits for the answer afterwards. */
  readonly answerBy: number;
}

/** SQLite's primary result codes. */
const BUSY = 5;
const FULL = 13;
const OPEN_AGAIN_MS = 25;
let opened: SqliteFile | undefined;

const codeOf = (error: unknown): number | undefined => {
  const code = (error as { errcode?: unknown } | undefined)?.errcode;
  return typeof code === 'number' ? code & 0xff : undefined;
};

const pause = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** The switch to a write-ahead log does not wait for others that do the same, so it is tried again. */
const open = (file: string, answerBy: number): SqliteFile => {
  for (;;) {
    try {
      return new SqliteFile(file);
    } catch (error) {
      if (codeOf(error) !== BUSY || Date.now() > answerBy - OPEN_AGAIN_MS) throw error;
      pause(OPEN_AGAIN_MS);
    }
  }
};

const close = (): void => {
  const file = opened;
  opened = undefined;
  try {
    file?.close();
  } catch {
    // A file that cannot be closed is no longer used either.
  }
};

const outageOf = (error: unknown): OutageKind => {
  const code = codeOf(error);
  if (code === BUSY) return 'slow';
  return code === FULL || (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'full' : 'broken';
};

/** Carries out one host request. Never rejects for errors of the disk or the file: if the file is broken, the next host request opens it again. */
export default ({ file, request, answerBy }: SqliteTask): StoreReply => {
  if (request === undefined) {
    close();
    return { kind: 'given', text: 'null' };
  }
  const now = Date.now();
  if (now > answerBy) return { kind: 'outage', outage: 'slow', detail: 'The disk of the store is slow.' };
  try {
    opened ??= open(file, answerBy);
    const beginMs = performance.now();
    const reply = opened.perform(request, now);
    return { ...reply, busyMs: performance.now() - beginMs };
  } catch (error) {
    const outage = outageOf(error);
    if (outage === 'broken') close();
    return { kind: 'outage', outage, detail: `${file}: ${error instanceof Error ? error.message : 'unknown'}` };
  }
};
