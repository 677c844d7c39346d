// Makes one HTTP request at a time, for checks and for measurements of single calls.

import { Agent, request } from 'node:http';

export interface Answer {
  /** Undefined if no answer came. */
  readonly status: number | undefined;
  readonly text: string;
  readonly elapsedMs: number;
}

/** Posts a JSON text. Never rejects: without an answer within `timeoutMs`, `status` is undefined. */
export const post = (url: string, body: string, timeoutMs: number, agent?: Agent): Promise<Answer> =>
  new Promise((resolve) => {
    const atMs = performance.now();
    const end = (status: number | undefined, text: string): void => {
      clearTimeout(timer);
      resolve({ status, text, elapsedMs: performance.now() - atMs });
    };
    const sent = request(url, {
      method: 'POST',
      agent: agent ?? false,
      headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    });
    const timer = setTimeout(() => sent.destroy(), timeoutMs);
    sent.on('error', () => end(undefined, ''));
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => end(response.statusCode, text));
      response.on('error', () => end(undefined, text));
    });
    sent.end(body);
  });

/** An agent that keeps one connection open. */
export const oneConnection = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });

/** An agent that keeps as many connections open as are needed. */
export const manyConnections = (): Agent => new Agent({ keepAlive: true });

/** The status of an address; undefined if nothing answers. */
export const statusOf = (url: string): Promise<number | undefined> =>
  fetch(url).then(
    async (response) => {
      await response.body?.cancel();
      return response.status;
    },
    () => undefined,
  );
