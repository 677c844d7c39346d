// Runs a real embedding endpoint for tests, on a free port of this machine. Its vectors tell concepts: words of one concept are near to each other,
// whatever their letters. It can be told to be slow, to fail, or to answer nonsense.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Numbers of a vector, of which the first stand for concepts. */
export const DIMENSIONS = 32;

/** Words that mean nearly the same, a concept for each line. No two words of a line have a stem in common. */
const CONCEPTS = [
  'dough sourdough bread bake baguette loaf',
  'email letter correspondence envelope',
  'file document',
  'weather forecast climate umbrella',
].map((line) => line.split(' '));

/** The vector of a text: how often it has words of each concept, and a little of what all texts have. */
export const vectorOf = (text: string, dimensions = DIMENSIONS): readonly number[] => {
  const words = text.toLowerCase().split(/[^a-z]+/);
  return Array.from({ length: dimensions }, (_, at) => {
    const concept = CONCEPTS[at];
    if (concept === undefined) return at === dimensions - 1 ? 0.2 : 0;
    return words.filter((word) => concept.some((one) => word.startsWith(one))).length;
  });
};

/** A request as it came in. */
export interface AskedEmbedding {
  readonly headers: IncomingHttpHeaders;
  readonly model: string;
  readonly input: readonly string[];
}

/** What the endpoint does with a request that was read. */
export type EmbeddingAnswerer = (asked: AskedEmbedding, response: ServerResponse) => void;

/** Answers as the API says. */
export const answerVectors =
  (vector: (text: string) => readonly unknown[] = vectorOf): EmbeddingAnswerer =>
  ({ input }, response) => {
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vector(text) }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ object: 'list', data, usage: { prompt_tokens: 1, total_tokens: 1 } }));
  };

/** Reads a request and has `answer` handle it. */
export const readAsked = async (request: IncomingMessage): Promise<AskedEmbedding> => {
  const body = Buffer.concat(await request.toArray()).toString();
  return { headers: request.headers, ...(JSON.parse(body) as Pick<AskedEmbedding, 'model' | 'input'>) };
};

export interface EmbeddingEndpoint {
  /** `http://127.0.0.1:PORT/v1/embeddings`. */
  readonly url: string;
  readonly asked: AskedEmbedding[];
  /** May be replaced at any time. */
  answer: EmbeddingAnswerer;
  close(): Promise<void>;
}

export const startEmbeddingEndpoint = async (answer = answerVectors()): Promise<EmbeddingEndpoint> => {
  const server = createServer(async (request, response) => {
    const asked = await readAsked(request);
    endpoint.asked.push(asked);
    endpoint.answer(asked, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint: EmbeddingEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/embeddings`,
    asked: [],
    answer,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return endpoint;
};
