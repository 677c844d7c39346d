// What blobs and bodies do with streams, beside what every plugin can: they are made of bytes that are there, and read to their
// end. Runs inside the isolate.

import { ReadableStream, type ReadableStreamDefaultReader, TransformStream } from 'web-streams-polyfill';
import { joined } from '../fetch/blob-parts.ts';
import { copyOfChunk } from './chunks.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Lent to groups that are made later. */
export interface StreamsInternals {
  readonly isStream: (value: unknown) => boolean;
  readonly isDisturbed: (stream: object) => boolean;
  /** Read before, or held by a reader. */
  readonly isUnusable: (stream: object) => boolean;
  readonly streamOf: (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly readToEnd: (stream: object) => Promise<Uint8Array<ArrayBuffer>>;
  /** Two streams of the same content; what one gives is no other's. */
  readonly tee: (stream: object) => readonly [object, object];
  /** The same bytes, from a stream that is read by nobody else. */
  readonly passOn: (stream: object) => object;
  readonly cancel: (stream: object, reason: unknown) => void;
}

/** Fields of the library's. A plugin that changes them on its own stream betrays itself only. */
interface Fields {
  readonly _disturbed: boolean;
}

const { getReader, tee, cancel, pipeThrough } = ReadableStream.prototype;
const isLocked = Object.getOwnPropertyDescriptor(ReadableStream.prototype, 'locked')?.get as () => boolean;
const isDisturbed = (stream: object): boolean => (stream as Fields)._disturbed;

/** One chunk, or none where there are no bytes. The bytes are given away. */
const streamOf = (bytes: Bytes): ReadableStream =>
  new ReadableStream({
    type: 'bytes',
    pull(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
      // A reader that brought its own buffer waits for word of the end.
      controller.byobRequest?.respond(0);
    },
  });

const readToEnd = async (stream: object): Promise<Bytes> => {
  const reader = getReader.call(stream as ReadableStream) as ReadableStreamDefaultReader<unknown>;
  const parts: Uint8Array[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (!(next.value instanceof Uint8Array)) {
      const error = new TypeError('A stream that is a body must give Uint8Arrays.');
      void reader.cancel(error).catch(() => {});
      throw error;
    }
    parts.push(next.value);
  }
  return joined(parts);
};

/** Those of bytes copy what they give to the second branch themselves. */
const isOfBytes = (stream: ReadableStream): boolean => {
  try {
    getReader.call(stream, { mode: 'byob' }).releaseLock();
    return true;
  } catch {
    return false;
  }
};

const copied = (stream: ReadableStream): object =>
  pipeThrough.call(
    stream,
    new TransformStream({ transform: (chunk, controller) => controller.enqueue(copyOfChunk(chunk)) }),
  );

const teeApart = (stream: ReadableStream): readonly [object, object] => {
  const isCopied = isOfBytes(stream);
  const [one, other] = tee.call(stream) as [ReadableStream, ReadableStream];
  return [one, isCopied ? other : copied(other)];
};

export const internals: StreamsInternals = {
  isStream: (value) => value instanceof ReadableStream,
  isDisturbed,
  isUnusable: (stream) => isDisturbed(stream) || isLocked.call(stream),
  streamOf,
  readToEnd,
  tee: (stream) => teeApart(stream as ReadableStream),
  passOn: (stream) => pipeThrough.call(stream as ReadableStream, new TransformStream()),
  cancel: (stream, reason) => void cancel.call(stream as ReadableStream, reason).catch(() => {}),
};
