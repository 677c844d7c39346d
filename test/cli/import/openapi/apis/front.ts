// Stands in front of a mock: takes away the path of the document's server, which the mock does not know, and notes each connection, request and answer.

import { request as send } from 'node:http';
import { startUpstream, type Upstream } from '../../../../control/capabilities/upstream.ts';

export interface Front extends Upstream {
  /** What the mock answered, in order. */
  readonly answers: {
    readonly status: number;
    /** What in the request does not fit the document. */
    readonly violations: string | undefined;
  }[];
}

/** Starts a server whose paths begin with `base`; the rest goes to `origin`. */
export const startFront = async (origin: string, base: string): Promise<Front> => {
  const { hostname, port } = new URL(origin);
  const answers: Front['answers'] = [];
  const upstream = await startUpstream(({ method, url, headers, body }, response) => {
    if (!url.startsWith(base)) return void response.writeHead(421).end();
    const path = url.slice(base.length);
    const asked = { ...headers, host: `${hostname}:${port}`, connection: 'close' };
    const passed = send({ hostname, port, method, path, headers: asked }, (answer) => {
      const { statusCode: status = 502, headers: given } = answer;
      answers.push({ status, violations: given['sl-violations'] as string | undefined });
      // The mock says how long a body is that it does not send with 204.
      const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...own } = given;
      response.writeHead(status, own);
      answer.pipe(response);
    });
    passed.on('error', ({ message }) => response.writeHead(502).end(message)).end(body);
  });
  return { ...upstream, answers };
};
