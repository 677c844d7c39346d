// Entry of the thread that checks long results. It reads one slice of each text in turn, so a result never waits for the whole of another.

import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { JsonScanner } from '../../shared/text/json-scan.ts';

/** A text to check: it may have at most `levels` levels of arrays and objects. */
export interface CheckTask {
  readonly bytes: Uint8Array;
  readonly levels: number;
}

/** What was expected instead, or undefined if the text is JSON within its levels. */
export type CheckVerdict = { readonly expected: string | undefined } | undefined;

const SLICE_BYTES = 131_072;

export default async ({ bytes, levels }: CheckTask): Promise<CheckVerdict> => {
  if (!isUtf8(bytes)) return { expected: 'UTF-8' };
  const scanner = new JsonScanner(levels);
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    const fault = scanner.read(bytes, from, Math.min(bytes.length, from + SLICE_BYTES));
    if (fault) return { expected: fault.expected };
    await setImmediate();
  }
  const fault = scanner.end(bytes.length);
  return fault && { expected: fault.expected };
};
