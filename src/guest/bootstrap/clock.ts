// The clock of a realm, in milliseconds. Runs inside the isolate.

import { noteOutside } from './ahead.ts';
import { max, nativeNow } from './builtins.ts';
import { current } from './calls.ts';

/** Milliseconds since 1970; notes that it was asked. */
export function now(): number {
  noteOutside();
  return nativeNow();
}

/** When the call that runs began; 0 while none runs. */
export function startOf(): number {
  noteOutside();
  return current?.startMs ?? 0;
}

/** Milliseconds since the call began; they do not run backwards where the machine's clock is set. */
export function elapsed(): number {
  const ms = now();
  if (current === undefined) return 0;
  current.elapsedMs = max(current.elapsedMs, ms - current.startMs);
  return current.elapsedMs;
}
