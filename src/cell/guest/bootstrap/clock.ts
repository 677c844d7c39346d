// The clock of a realm, in milliseconds. Runs inside the isolate.

import { max, nativeNow } from './builtins.ts';
import { current } from './calls.ts';
import { noteOutside } from './preload.ts';

/** Milliseconds since 1970; notes that the clock was read. */
export function now(): number {
  noteOutside();
  return nativeNow();
}

/** When the running call began; 0 if none runs. */
export function startOf(): number {
  noteOutside();
  return current?.startMs ?? 0;
}

/** Milliseconds since the call began. They never go back, even if the machine's clock is set back. */
export function elapsed(): number {
  const ms = now();
  if (current === undefined) return 0;
  current.elapsedMs = max(current.elapsedMs, ms - current.startMs);
  return current.elapsedMs;
}
