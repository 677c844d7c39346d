// Reads the reply of an embedding endpoint. The endpoint is another machine, so nothing in its reply is taken as it is. Pure; control thread.

import { MOST_DIMENSIONS } from '../../../shared/protocol/embeddings.ts';

/** Characters that a number of a vector takes at most, with what separates it. */
const NUMBER_BYTES = 32;
/** For all of a reply that is not a number of a vector. */
const REST_BYTES = 65_536;

/** The most bytes that an honest reply for so many texts has. */
export const replyBytes = (texts: number): number => texts * MOST_DIMENSIONS * NUMBER_BYTES + REST_BYTES;

/** A reply that cannot be used. `message` says what is wrong with it and quotes none of it. */
export class ReplyFault extends Error {}

export interface Vectors {
  readonly dimensions: number;
  readonly vectors: Float32Array;
}

/**
 * The vectors in the JSON text of a reply `{"data": [{"index", "embedding"}]}` for `texts` texts, brought to the length 1 and into the order of the
 * texts. Whoever calls it has limited the length of the text. Throws a {@link ReplyFault}.
 */
export const readReply = (text: string, texts: number): Vectors => {
  const data = own(parsed(text), 'data');
  if (!Array.isArray(data)) throw new ReplyFault('its reply has no list "data"');
  if (data.length !== texts) throw new ReplyFault(`its reply has ${data.length} vectors for ${texts} texts`);
  const embeddings = inOrder(data);
  const dimensions = (embeddings[0] as readonly unknown[]).length;
  if (dimensions < 1 || dimensions > MOST_DIMENSIONS)
    throw new ReplyFault(`its vectors have ${dimensions} numbers; 1 to ${MOST_DIMENSIONS} are allowed`);
  const vectors = new Float32Array(texts * dimensions);
  for (const [at, embedding] of embeddings.entries())
    putUnit(embedding, vectors.subarray(at * dimensions, (at + 1) * dimensions));
  return { dimensions, vectors };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new ReplyFault('its reply is not JSON');
  }
};

const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;

/** The members `embedding` by their `index`, each of which is there once. */
const inOrder = (data: readonly unknown[]): readonly (readonly unknown[])[] => {
  const embeddings: (readonly unknown[] | undefined)[] = new Array(data.length).fill(undefined);
  for (const item of data) {
    const [index, embedding] = [own(item, 'index'), own(item, 'embedding')];
    if (!Number.isInteger(index) || (index as number) < 0 || (index as number) >= data.length)
      throw new ReplyFault('its reply has a vector without a valid "index"');
    if (embeddings[index as number] !== undefined) throw new ReplyFault('its reply has an "index" twice');
    if (!Array.isArray(embedding)) throw new ReplyFault('its reply has an "embedding" that is no list of numbers');
    embeddings[index as number] = embedding;
  }
  return embeddings as readonly (readonly unknown[])[];
};

/** Writes the numbers into `to`, divided by their length as a vector. */
const putUnit = (embedding: readonly unknown[], to: Float32Array): void => {
  if (embedding.length !== to.length) throw new ReplyFault('its vectors differ in their number of dimensions');
  let squares = 0;
  for (const number of embedding) {
    if (typeof number !== 'number' || !Number.isFinite(number))
      throw new ReplyFault('its reply has an "embedding" that is no list of numbers');
    squares += number * number;
  }
  const length = Math.sqrt(squares);
  if (!(length > 0 && Number.isFinite(length))) throw new ReplyFault('its reply has a vector without a direction');
  for (let at = 0; at < to.length; at += 1) to[at] = (embedding[at] as number) / length;
};
