// The orderly end of an HTTP server, once its calls are answered.

import { once } from 'node:events';
import type { Server } from 'node:http';

/** Time for the last answers to leave. */
const CLOSE_GRACE_MS = 500;

/** Resolves when no connection is left. */
export const closeServer = async (server: Server): Promise<void> => {
  server.closeIdleConnections();
  server.close();
  setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS).unref();
  await once(server, 'close');
};
