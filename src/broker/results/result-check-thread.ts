// Entry of the thread that checks long results. It reads one slice of each text in turn, so a result never waits for the whole of another. The
// broker sends one result of each plugin at a time.

import { isUtf8 } from 'node:buffer';
import { parentPort } from 'node:worker_threads';
import { JsonScanner } from '../../shared/text/json-scan.ts';

/** A text to check: it may have at most `levels` levels of arrays and objects. */
export interface CheckTask {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly levels: number;
}

/** `fault` is undefined if the text is JSON within its levels. */
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

const readings: Reading[] = [];

/** Reads the next slice; returns the verdict if there is one. */
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
