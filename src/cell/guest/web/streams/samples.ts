// Makes the library of streams build what it otherwise builds on first use, and makes streams in every state. They lead the
// lockdown to objects that no global leads to. Runs inside the isolate, before the lockdown freezes it.

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
 * The library finds out once how to transfer a buffer, how to see that one is detached and how to queue microtasks, and keeps the
 * result. It tries that with the first buffer, whose properties a plugin could have changed. So the first buffer is one of ours.
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

/** Streams that wait forever, with their readers, writers and promises. */
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
  // Piping reads by its own kind of request, after the other end is ready.
  const piped = new ReadableStream({ pull: waiting });
  void piped.pipeTo(new WritableStream({ write: waiting })).catch(ignore);
  return [
    ...classes,
    ...[plain, reader, read, bytes, byobReader, byobRead, filled, iterated, iterator, next, written, writer, writing],
    ...[aborted, abort, transformed, one, other, oneOfBytes, from, piped],
    ...sizes.flatMap((strategy) => [strategy, strategy.size]),
  ];
};
