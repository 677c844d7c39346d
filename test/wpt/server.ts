// Stands in for the suite's own server, as far as the tests of the guest need it: serves files of the checkout, and computed answers
// (test/wpt/computed.ts). Listens on a free port of this machine.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { COMPUTED } from './computed.ts';
import { within } from './suite.ts';

export interface SuiteServer {
  readonly origin: string;
  /** The same server by another host name: another origin. */
  readonly otherOrigin: string;
  [Symbol.asyncDispose](): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.txt': 'text/plain',
};

const answerFile = (checkout: string, path: string, response: ServerResponse): void => {
  const file = within(checkout, '', path);
  if (file === undefined) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not there.');
  response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
  const more = within(checkout, '', `${path}.headers`);
  for (const line of more === undefined ? [] : readFileSync(more, 'latin1').split('\n').filter(Boolean)) {
    const [name = '', value = ''] = line.split(/:(.*)/s);
    response.setHeader(name, value.trim());
  }
  // The file is a whole answer, with status line and headers.
  if (extname(file) === '.asis') response.socket?.end(readFileSync(file));
  else response.end(readFileSync(file));
};

/** Starts the server. When it is disposed of, it closes all connections. */
export const startSuiteServer = async (checkout: string): Promise<SuiteServer> => {
  const stash = new Map<string, unknown>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const body = Buffer.concat(await request.toArray());
    const compute = COMPUTED[url.pathname.split('/').at(-1) ?? ''];
    if (compute) await compute({ request, query: url.searchParams, body, stash }, response);
    else answerFile(checkout, decodeURIComponent(url.pathname), response);
  };
  // Tests send headers that are not valid, so the parser is lenient.
  const server = createServer({ insecureHTTPParser: true }, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    otherOrigin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
