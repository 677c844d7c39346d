// Random bytes from the system. Node's crypto module costs a fifth of a runner's start and 1.6 MB of memory, so that it is loaded only if the
// system has no such file. Runs in a runner. Decision 0061.

import { openSync, readSync } from 'node:fs';

/** Never empty. Every runner may read it, and nothing can be written to it. */
const SOURCE = '/dev/urandom';

const open = (): number | undefined => {
  try {
    return openSync(SOURCE, 'r');
  } catch {
    return undefined;
  }
};
const source = open();

/** Fills a list with random bytes. */
export const fillRandomly = (list: Uint8Array | Uint32Array): void => {
  if (source === undefined) return void process.getBuiltinModule('node:crypto').randomFillSync(list);
  const bytes = new Uint8Array(list.buffer, list.byteOffset, list.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(source, bytes, at, bytes.length - at, null);
    if (read === 0) throw new Error(`${SOURCE} is empty`);
    at += read;
  }
};
