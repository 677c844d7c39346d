// `stream/consumers` of Node. Runs inside the isolate, as part of the packed entry.

import { Buffer } from './buffer.ts';

type Chunks = AsyncIterable<Uint8Array | string>;

const buffer = async (stream: Chunks): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as string));
  return Buffer.concat(chunks);
};

const text = async (stream: Chunks): Promise<string> => (await buffer(stream)).toString();

export default {
  arrayBuffer: async (stream: Chunks) => new Uint8Array(await buffer(stream)).buffer,
  blob: async (stream: Chunks) => new Blob([new Uint8Array(await buffer(stream))]),
  buffer,
  bytes: async (stream: Chunks) => new Uint8Array(await buffer(stream)),
  json: async (stream: Chunks) => JSON.parse(await text(stream)) as unknown,
  text,
};
