// Entry of a listening thread: reads requests and writes replies. Calls, and all that there is one of, are the main thread's.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { closeServer } from '../http/close-server.ts';
import type { Metadata } from '../http/metadata.ts';
import type { Unready } from '../http/readiness.ts';
import { createHttpServer } from '../http/server.ts';
import { carried } from './carried-error.ts';
import { ConnectionCount } from './connection-count.ts';
import { MainLink } from './main-link.ts';
import type { ListeningTask } from './messages.ts';

const { server: settings, argumentsBytes, admin, connections, ...task } = workerData as ListeningTask;
const callerHeaders = [...task.callerHeaders];
const count = new ConnectionCount(connections);
let isDraining = false;
let list: Metadata | undefined;

const port = parentPort as MessagePort;
const main = new MainLink(port, {
  onCallerHeaders: (names) => void callerHeaders.splice(0, callerHeaders.length, ...names),
  onDrain: () => {
    isDraining = true;
  },
  // The last lines of the log leave at the end of the turn.
  onClose: () => void closeServer(server).then(() => setImmediate(() => port.close())),
});

/** The list that serves now; its text crosses from thread to thread only if it is another one. */
const metadata = async (): Promise<Metadata> => {
  const newer = await main.ask<Metadata | undefined>({ kind: 'metadata', etag: list?.etag });
  list = newer ?? (list as Metadata);
  return list;
};

/** Exported for tests that make the thread fail. */
export const server = createHttpServer({
  executor: main,
  metadata,
  server: settings,
  argumentsBytes,
  callerHeaders,
  isDraining: () => isDraining,
  unready: () => main.ask<Unready | undefined>({ kind: 'unready' }),
  log: (entry) =>
    main.send({ t: 'log', entry: entry.cause === undefined ? entry : { ...entry, cause: carried(entry.cause) } }),
  receipts: {
    keep: (callId, caller, text) => main.send({ t: 'receipt', callId, caller, text }),
    find: (callId, caller) => main.ask<string | undefined>({ kind: 'findReceipt', callId, caller }),
  },
  ...(admin && {
    admin: { ...admin, actions: main.adminActions, log: (entry) => main.send({ t: 'adminLog', entry }) },
  }),
});
server.on('connection', (socket) => {
  if (!count.enter(settings.maxConnections)) return void socket.destroy();
  socket.once('close', () => count.leave());
});
server.listen({ port: settings.port, host: settings.host, reusePort: true });
try {
  await once(server, 'listening');
  main.send({ t: 'listening', address: server.address() as AddressInfo });
} catch (error) {
  const { code = '', message } = error as NodeJS.ErrnoException;
  main.send({ t: 'notListening', code, message });
}
