// `stream` of Node: the npm package `readable-stream`, which is Node's own code. Runs inside the isolate, as part of the packed entry.

import Stream from 'readable-stream/lib/stream.js';

const readerOf = async function* (stream: ReadableStream): AsyncGenerator<unknown> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
};

const fromWeb = (stream: ReadableStream, options: object = {}): unknown =>
  Stream.Readable.from(readerOf(stream), { objectMode: false, ...options });

const toWeb = (readable: AsyncIterable<unknown>): ReadableStream => {
  const chunks = readable[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value instanceof Uint8Array ? new Uint8Array(value) : value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
};

Object.assign(Stream.Readable, { fromWeb, toWeb });

export default Stream;
