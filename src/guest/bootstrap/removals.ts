// What is taken out of a realm because no limit holds it. Runs inside the isolate, before any plugin code.

import { construct, NativeTypeError } from './builtins.ts';
import { replaceConstructor } from './globals.ts';

const NativeBuffer = ArrayBuffer;

/** Takes away what holds memory that is not counted, what blocks a thread, and the engine's own console, which leads nowhere. */
export function removeUnlimited(): void {
  // Memory of these is not counted against the isolate, and Atomics.wait blocks its thread.
  for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'console'])
    delete (globalThis as Record<string, unknown>)[name];
  const prototype = NativeBuffer.prototype as unknown as Record<string, unknown>;
  for (const name of ['resize', 'resizable', 'maxByteLength']) delete prototype[name];
  // A resizable buffer reserves up to a gigabyte uncounted: the second argument, which asks for one, is dropped.
  // biome-ignore lint/suspicious/noShadowRestrictedNames: it takes the builtin's place, its name included.
  const Fixed = function ArrayBuffer(this: unknown, byteLength?: number) {
    if (new.target === undefined) throw new NativeTypeError("Constructor ArrayBuffer requires 'new'");
    return construct(NativeBuffer, [byteLength], new.target);
  };
  replaceConstructor(NativeBuffer, Fixed);
}

/** With every way to it: what no walk over the globals reaches, no lockdown freezes. Why: test/state/temporal-through-dates. */
export function removeTemporal(): void {
  delete (globalThis as { Temporal?: unknown }).Temporal;
  delete (Date.prototype as { toTemporalInstant?: unknown }).toTemporalInstant;
}
