// The HTTP server of the front process: Node's server with its timeouts set, around the Koa application.

import type { Server } from 'node:http';
import { createApp, type HttpParts } from './app.ts';
import { answerBrokenRequests } from './broken-requests.ts';
import { createConnections } from './connections.ts';

// An import would look at every export of the module, and one of them loads all of undici: a tenth of a start, for a client that nobody uses.
const { createServer } = process.getBuiltinModule('node:http');

const LONGEST_CHECK_MS = 1000;
const SHORTEST_CHECK_MS = 20;

/**
 * Builds the server; the caller makes it listen and closes it.
 *
 * Limits: `headersTimeoutMs` and `requestTimeoutMs` (which also bounds the reading of a reply), found out up to a
 * second late; `keepAliveTimeoutMs`, to which Node adds a second so as not to cut a request that is under way;
 * `maxConnections`, above which connections are closed unanswered.
 */
export const createHttpServer = (parts: HttpParts): Server => {
  const connections = createConnections();
  const handle = createApp(parts, connections);
  const { requestTimeoutMs, keepAliveTimeoutMs, maxConnections } = parts.server;
  // Node refuses to start with headers that may take longer than the whole request.
  const headersTimeoutMs = Math.min(parts.server.headersTimeoutMs, requestTimeoutMs);
  const options = {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    // Node looks for late requests at this interval, and only if it is given here: set later it is ignored.
    connectionsCheckingInterval: Math.max(SHORTEST_CHECK_MS, Math.min(LONGEST_CHECK_MS, headersTimeoutMs / 2)),
    // The front door says it better than Node's empty 400.
    requireHostHeader: false,
  };
  const server = createServer(options, handle);
  server.maxConnections = maxConnections;
  // Left alone, Node asks for a body that the headers already condemn.
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  answerBrokenRequests(server, connections);
  return server;
};
