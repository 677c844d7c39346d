// V8's garbage collector as a function, which no guest has. Runs in a runner. Decision 0061.

import { setFlagsFromString } from 'node:v8';
import type ivm from 'isolated-vm';

/** What the collector does if it is given this: it also gives back the memory that V8 keeps for new objects. */
export const THOROUGH = { type: 'major', flavor: 'last-resort' } as const;

/** The collector of the runner's own heap, set by `--expose-gc`; undefined if this Node refuses the flag. */
export const collectOwnHeap = (globalThis as { readonly gc?: (how: typeof THOROUGH) => void }).gc;

/** V8's garbage collector as a function, from another context of the same isolate: the guest's context never has it. */
export const collectorOf = (isolate: ivm.Isolate): ivm.Reference<unknown> => {
  setFlagsFromString('--expose-gc');
  try {
    const context = isolate.createContextSync();
    const collector = context.evalSync('gc', { reference: true }) as ivm.Reference<unknown>;
    context.release();
    return collector;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
};
