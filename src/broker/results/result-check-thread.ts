// The thread that looks at long results for a broker. Texts are read a slice at a time, taking turns: a result waits for slices of others, never for
// a whole one. The broker sends the next of a plugin once it has its word on the one before.

import { isUtf8 } from 'node:buffer';
import { parentPort } from 'node:worker_threads';
import { JsonScanner } from '../../protocol/json-scan.ts';

/** A text to be looked at: at most `levels` levels of arrays and objects. */
export interface CheckTask {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly levels: number;
}

/** `fault` is undefined for JSON within its levels. */
export interface CheckVerdict {
  readonly id: number;
  readonly fault: { readonly expected: string | undefined } | undefined;
}

const SLICE_BYTES = 131_072;

interface Reading {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly scanner: JsonScanner;
  read: number;
}

/** In the order of their turns. */
const readings: Reading[] = [];

/** Reads the next slice; returns the verdict once there is one. */
const step = (reading: Reading): CheckVerdict | undefined => {
  const { id, bytes, scanner, read } = reading;
  reading.read = Math.min(bytes.length, read + SLICE_BYTES);
  const fault = scanner.read(bytes, read, reading.read);
  if (fault) return { id, fault: { expected: fault.expected } };
  if (reading.read < bytes.length) return undefined;
  const atEnd = scanner.end(bytes.length);
  return { id, fault: atEnd && { expected: atEnd.expected } };
};

const work = (): void => {
  const reading = readings.shift();
  if (!reading) return;
  const verdict = step(reading);
  if (verdict) parentPort?.postMessage(verdict);
  else readings.push(reading);
  if (readings.length > 0) setImmediate(work);
};

parentPort?.on('message', ({ id, bytes, levels }: CheckTask) => {
  if (!isUtf8(bytes)) return parentPort?.postMessage({ id, fault: { expected: 'UTF-8' } });
  readings.push({ id, bytes, scanner: new JsonScanner(levels), read: 0 });
  if (readings.length === 1) setImmediate(work);
});
