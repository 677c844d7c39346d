// The classes of the Streams standard. Runs inside the isolate, as a group of web APIs.

import {
  ByteLengthQueuingStrategy,
  CountQueuingStrategy,
  ReadableByteStreamController,
  ReadableStream,
  ReadableStreamBYOBReader,
  ReadableStreamBYOBRequest,
  ReadableStreamDefaultController,
  ReadableStreamDefaultReader,
  TransformStream,
  TransformStreamDefaultController,
  WritableStream,
  WritableStreamDefaultController,
  WritableStreamDefaultWriter,
} from 'web-streams-polyfill';
import { classes } from 'web-streams-polyfill/dist/ponyfill.mjs';
import type { WebGroup } from '../scripts/parts.ts';
import { lend } from './standard/internals.ts';
import { internals } from './streams/internals.ts';

/** Makes the group. Needs `DOMException` and `AbortController`, which the library looks for among the globals. */
export const install: WebGroup = ({ isShared }, made) => {
  if (isShared) useOnce();
  const globals = {
    ...{ ReadableStream, ReadableStreamDefaultReader, ReadableStreamBYOBReader, ReadableStreamDefaultController },
    ...{ ReadableByteStreamController, ReadableStreamBYOBRequest, ByteLengthQueuingStrategy, CountQueuingStrategy },
    ...{ WritableStream, WritableStreamDefaultWriter, WritableStreamDefaultController },
    ...{ TransformStream, TransformStreamDefaultController },
  };
  lend(made, 'streams', internals);
  return { globals, samples: streamSamples };
};

const ignore = (): void => {};

/**
 * The library finds out once how to transfer a buffer, how to see that one is detached and how to queue microtasks, and keeps the
 * result. It tries that with the first buffer, whose properties a plugin could have changed. So the first buffer is one of ours.
 */
const useOnce = (): void => {
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

/** Streams that wait forever, with their readers, writers and promises. They lead the lockdown to objects that no global leads to. */
const streamSamples = (): readonly unknown[] => {
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
