// The HTTP server: Node's server around the Koa application, with timeouts. Front process.

import { once } from 'node:events';
import type { Server as PlainServer } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import { createApp, type HttpParts } from './app.ts';
import { HTTP_BOUNDS } from './bounds.ts';
import { answerBrokenRequests } from './broken-requests.ts';
import { Connections } from './connections.ts';
import { shareIdleConnections } from './idle-connections.ts';
import { createSecureServer, endHandshakes } from './secure-server.ts';

// An import reads every export of the module, and one of them loads all of undici. That takes a tenth of a start.
const { createServer } = process.getBuiltinModule('node:http');

export type Server = PlainServer | SecureServer;

const LONGEST_CHECK_MS = 1000;
const SHORTEST_CHECK_MS = 20;
/** Time for the last replies to leave. */
const CLOSE_GRACE_MS = 500;

/**
 * Builds the server; the caller makes it listen and closes it.
 *
 * Limits: `headersTimeoutMs` and `requestTimeoutMs` (also for the reading of a reply), each noticed up to a second late;
 * `keepAliveTimeoutMs`, to which Node adds a second so as not to cut a request under way; `maxConnections`, above which connections are closed
 * unanswered; a network that keeps most of them idle gives way before that. With TLS, a handshake may take `headersTimeoutMs`.
 */
export const createHttpServer = (parts: HttpParts): Server => {
  const connections = new Connections();
  const handle = createApp(parts, connections);
  const { requestTimeoutMs, keepAliveTimeoutMs, maxConnections } = parts.server;
  // Node throws if headers may take longer than the whole request.
  const headersTimeoutMs = Math.min({ ...HTTP_BOUNDS, ...parts.bounds }.headersTimeoutMs, requestTimeoutMs);
  const options = {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    // How often Node looks for late requests. It ignores the option if it is set later.
    connectionsCheckingInterval: Math.max(SHORTEST_CHECK_MS, Math.min(LONGEST_CHECK_MS, headersTimeoutMs / 2)),
    // The host guard answers with a reason; Node would send an empty 400.
    requireHostHeader: false,
  };
  const server =
    parts.tls === undefined
      ? createServer(options, handle)
      : createSecureServer(parts.tls, { ...options, handshakeTimeout: headersTimeoutMs }, handle, connections);
  server.maxConnections = maxConnections;
  const event = parts.tls === undefined ? 'connection' : 'secureConnection';
  shareIdleConnections(server, event, { connections, maxConnections });
  // Without these, Node asks for a body even if its headers are refused.
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  answerBrokenRequests(server, connections);
  return server;
};

/** Ends a server after its calls have been answered. Resolves when no connection is left. Cuts the last ones after 500 ms. */
export const closeServer = async (server: Server): Promise<void> => {
  server.closeIdleConnections();
  server.close();
  endHandshakes(server);
  setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS).unref();
  await once(server, 'close');
};
