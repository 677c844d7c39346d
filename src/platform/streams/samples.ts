// What the library of streams builds on first use, built; and streams in every state, which lead to what its globals do not.
// Runs inside the isolate, before it is frozen.

import {
  ByteLengthQueuingStrategy,
  CountQueuingStrategy,
  ReadableStream,
  TransformStream,
  WritableStream,
} from 'web-streams-polyfill';
import { classes } from 'web-streams-polyfill/dist/ponyfill.mjs';

const ignore = (): void => {};

/**
 * The library looks once how a buffer is transferred, how it is seen to be detached and how microtasks are queued, and keeps what
 * it finds. The first buffer is asked, and a plugin may have given that one properties of its own: so it is asked ours.
 */
export const useOnce = (): void => {
  const stream = new ReadableStream({
    type: 'bytes',
    start(controller) {
      controller.enqueue(new Uint8Array(2));
    },
  });
  void stream.getReader({ mode: 'byob' }).read(new Uint8Array(1)).catch(ignore);
  const [one] = new ReadableStream({ start: (controller) => controller.enqueue(1) }).tee();
  void one.getReader().read().catch(ignore);
};

/** Streams that wait for good, with all that hangs on them. */
export const streamSamples = (): readonly unknown[] => {
  const waiting = (): Promise<void> => new Promise(ignore);
  const plain = new ReadableStream({ pull: waiting });
  const reader = plain.getReader();
  const read = reader.read();
  const bytes = new ReadableStream({ type: 'bytes', pull: waiting, autoAllocateChunkSize: 8 });
  const byobReader = bytes.getReader({ mode: 'byob' });
  const byobRead = byobReader.read(new Uint8Array(1));
  const filled = new ReadableStream({ type: 'bytes', start: (controller) => controller.enqueue(new Uint8Array(1)) });
  const iterated = new ReadableStream({ pull: waiting });
  const iterator = iterated.values();
  const next = iterator.next();
  const written = new WritableStream({ write: waiting });
  const writer = written.getWriter();
  const writing = [writer.write(1), writer.write(2), writer.close()];
  const aborted = new WritableStream({ write: waiting });
  const abort = aborted.abort();
  const transformed = new TransformStream();
  const [one, other] = new ReadableStream({ pull: waiting }).tee();
  const [oneOfBytes] = new ReadableStream({ type: 'bytes', pull: waiting }).tee();
  const from = ReadableStream.from([1]);
  const sizes = [new CountQueuingStrategy({ highWaterMark: 1 }), new ByteLengthQueuingStrategy({ highWaterMark: 1 })];
  // Piping reads in a way of its own, once the other end is ready.
  const piped = new ReadableStream({ pull: waiting });
  void piped.pipeTo(new WritableStream({ write: waiting })).catch(ignore);
  return [
    ...classes,
    ...[plain, reader, read, bytes, byobReader, byobRead, filled, iterated, iterator, next, written, writer, writing],
    ...[aborted, abort, transformed, one, other, oneOfBytes, from, piped],
    ...sizes.flatMap((strategy) => [strategy, strategy.size]),
  ];
};
