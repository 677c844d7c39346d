// Serves the figures over HTTP, on a port of their own. Front process, main thread.

import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHostPolicy, readAuthority } from '../../shared/protocol/host-policy.ts';

// An import reads every export of the module, and one of them loads all of undici.
const { createServer } = process.getBuiltinModule('node:http');

const PATH = '/metrics';
/** More collectors than anyone has. */
const MOST_CONNECTIONS = 64;
const HEADERS_MS = 5_000;
const REQUEST_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
const SILENCE_MS = 15_000;
/** A scrape has few headers. */
const HEADER_BYTES = 8_192;

export interface ListenerParts {
  readonly host: string;
  readonly port: number;
  /** Everyone on the network may read, by whatever name they call this machine. */
  readonly isOpen: boolean;
  readonly text: () => Promise<string>;
  readonly contentType: string;
  /** Called if the text could not be made, which is a bug. */
  readonly onError: (error: unknown) => void;
}

/** Listens. Rejects with the system's error if it cannot. `close` resolves when no connection is left. */
export const openListener = async (parts: ListenerParts) => {
  const limits = { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS };
  const server = createServer({ ...limits, maxHeaderSize: HEADER_BYTES }, answerOf(parts));
  server.maxConnections = MOST_CONNECTIONS;
  // Ends a connection on which nothing moves, so that readers who stall do not keep others out.
  server.timeout = SILENCE_MS;
  server.listen(parts.port, parts.host);
  await once(server, 'listening');
  return { url: urlOf(server.address() as AddressInfo), close: () => close(server) };
};

const answerOf = (parts: ListenerParts): ((req: IncomingMessage, res: ServerResponse) => void) => {
  // A web page can point its own name at this machine. Who opens the figures to a network lets everyone read them anyhow.
  const policy = createHostPolicy({ host: parts.host, allowedHosts: parts.isOpen ? ['*'] : [], allowedOrigins: [] });
  return (req, res) => {
    const authority = readAuthority(req.headers.host ?? '');
    if (authority === undefined || !policy.admitsHost(authority))
      return refuse(
        res,
        403,
        'The figures are served under the address that metrics.host names, and under no other name.',
      );
    const [path] = (req.url ?? '').split('?', 1);
    if (path !== PATH) return refuse(res, 404, `The figures are at ${PATH}.`);
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD');
      return refuse(res, 405, 'The figures can only be read.');
    }
    parts.text().then(
      (text) => send(res, 200, parts.contentType, text),
      (error: unknown) => {
        parts.onError(error);
        refuse(res, 500, 'The figures could not be read. The log of the server says why.');
      },
    );
  };
};

const refuse = (res: ServerResponse, status: number, detail: string): void =>
  send(res, status, 'text/plain; charset=utf-8', `${detail}\n`);

const send = (res: ServerResponse, status: number, contentType: string, text: string): void => {
  res.writeHead(status, {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  // Node leaves the body out if the request is a HEAD.
  res.end(text);
};

const close = async (server: Server): Promise<void> => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
};

const urlOf = ({ address, family, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}${PATH}`;
