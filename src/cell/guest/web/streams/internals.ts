// Functions on streams for the groups `blob` and `fetch`, which plugins do not get: a stream of bytes that are there already, a read to the end.

import { ReadableStream, type ReadableStreamDefaultReader, TransformStream } from 'web-streams-polyfill';
import { type Bytes, joined } from '../standard/bytes.ts';
import { viewTypeOf } from '../standard/views.ts';

/** Fields of the library. A plugin can change them on its own streams, and harms only itself. */
interface Fields {
  readonly _disturbed: boolean;
}

const { getReader, tee: teeOf, cancel, pipeThrough } = ReadableStream.prototype;
const isLocked = Object.getOwnPropertyDescriptor(ReadableStream.prototype, 'locked')?.get as () => boolean;
const isDisturbed = (stream: object): boolean => (stream as Fields)._disturbed;

/** Gives one chunk, or none if there are no bytes. The caller must not use the bytes afterwards. */
const streamOf = (bytes: Bytes): object =>
  new ReadableStream({
    type: 'bytes',
    pull(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
      // A reader with a buffer of its own waits for this answer at the end.
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

/** True for a byte stream, whose `tee` copies the chunks of the second branch itself. */
const isOfBytes = (stream: ReadableStream): boolean => {
  try {
    getReader.call(stream, { mode: 'byob' }).releaseLock();
    return true;
  } catch {
    return false;
  }
};

/** A copy of a buffer, or of a view with its buffer: the reader of one branch may write to its chunks. Any other value is returned itself. */
const copyOfChunk = (chunk: unknown): unknown => {
  if (chunk instanceof ArrayBuffer) return chunk.slice(0);
  if (!ArrayBuffer.isView(chunk)) return chunk;
  const { buffer, byteOffset, byteLength } = chunk as ArrayBufferView<ArrayBuffer>;
  const type = viewTypeOf(chunk);
  return new type(buffer.slice(0), byteOffset, type === DataView ? byteLength : (chunk as Uint8Array).length);
};

const copied = (stream: ReadableStream): object =>
  pipeThrough.call(
    stream,
    new TransformStream({ transform: (chunk, controller) => controller.enqueue(copyOfChunk(chunk)) }),
  );

const tee = (stream: object): readonly [object, object] => {
  const isCopied = isOfBytes(stream as ReadableStream);
  const [one, other] = teeOf.call(stream as ReadableStream) as [ReadableStream, ReadableStream];
  return [one, isCopied ? other : copied(other)];
};

/** The functions that the group lends to groups that are made later. */
export const internals = {
  isStream: (value: unknown): boolean => value instanceof ReadableStream,
  isDisturbed,
  /** True if it was read before, or is locked. */
  isUnusable: (stream: object): boolean => isDisturbed(stream) || isLocked.call(stream),
  streamOf,
  readToEnd,
  /** Two streams with the same content. They share no chunk. */
  tee,
  /** A stream of the same bytes that nobody else can read. The first stream is locked from then on. */
  passOn: (stream: object): object => pipeThrough.call(stream as ReadableStream, new TransformStream()),
  cancel: (stream: object, reason: unknown): void => void cancel.call(stream as ReadableStream, reason).catch(() => {}),
};

export type StreamsInternals = typeof internals;
