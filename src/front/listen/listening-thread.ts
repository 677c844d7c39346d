// Entry of a listening thread: reads requests and writes replies. The main thread has the calls, the catalog and the log.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Caller } from '../../shared/protocol/caller.ts';
import type { ToolFindings } from '../../shared/protocol/discovery.ts';
import type { FormedList } from '../../shared/protocol/formats.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import { AdminKeys } from '../doors/admin-keys.ts';
import { Certificates } from '../doors/certificates.ts';
import { Keyring } from '../doors/keyring.ts';
import { TokenVerifier } from '../doors/tokens/verifier.ts';
import type { FiguresText } from '../http/admin.ts';
import type { Metadata } from '../http/metadata.ts';
import type { Unready } from '../http/readiness.ts';
import { carried } from './carried-error.ts';
import { ConnectionCount } from './connection-count.ts';
import { openServer } from './listeners.ts';
import { MainLink } from './main-link.ts';
import type { ListeningTask } from './messages.ts';

const {
  server: settings,
  argumentsBytes,
  admin,
  connections,
  callerHeaders,
  door,
  metaTools,
  payloads,
  readsIdempotencyKeys,
  sampling,
  tls,
  bounds,
} = workerData as ListeningTask;
const count = new ConnectionCount(connections);
let list: Metadata | undefined;

const port = parentPort as MessagePort;
const main = new MainLink(port, {
  onCallerHeaders: (names) => open.useCallerHeaders(names),
  onKeys: (keys) => open.useKeys(keys),
  onAdminKeys: (keys) => open.useAdminKeys(keys),
  onCertificates: (entries) => open.useCertificates(entries),
  onTls: (material) => open.useTls(material),
  onToolsChanged: () => open.toolsChanged(),
  onLeave: () => open.leave(),
  onDrain: () => open.drain(),
  // The last lines of the log leave at the end of the turn.
  onClose: () => void open.close().then(() => setImmediate(() => port.close())),
});

/** The caller's list of tools. Its text crosses between threads only if it is another one than the last. */
const metadata = async (caller: Caller, selection?: Selection): Promise<Metadata> => {
  // Requests of other callers may replace the list while this one waits.
  const last = list;
  const other = await main.ask<Metadata | undefined>({
    kind: 'metadata',
    caller,
    selection,
    etag: last?.etag,
  });
  const found = other ?? (last as Metadata);
  list = found;
  return found;
};

const open = openServer({
  executor: main,
  metadata,
  find: (caller, search) => main.ask<ToolFindings>({ kind: 'find', caller, search }),
  form: (caller, request) => main.ask<FormedList>({ kind: 'form', caller, request }),
  server: settings,
  bounds,
  argumentsBytes,
  callerHeaders,
  metaTools,
  payloads,
  readsIdempotencyKeys,
  door: {
    allowsAnonymous: door.allowsAnonymous,
    ...(door.keys && { keys: new Keyring(door.keys) }),
    ...(door.certificates && { certificates: new Certificates(door.certificates) }),
    ...(door.tokens && { tokens: new TokenVerifier(door.tokens) }),
  },
  unready: () => main.ask<Unready | undefined>({ kind: 'unready' }),
  log: (entry) =>
    main.send({ t: 'log', entry: entry.cause === undefined ? entry : { ...entry, cause: carried(entry.cause) } }),
  receipts: {
    // The caller may ask another thread for it as soon as it has the reply.
    keep: (callId, caller, text) => main.sendNow({ t: 'receipt', callId, caller, text }),
    find: (callId, caller) => main.ask<string | undefined>({ kind: 'findReceipt', callId, caller }),
  },
  ...(tls && { tls }),
  ...(sampling && { traces: { sampling, record: (record) => main.send({ t: 'traced', record }) } }),
  ...(admin && {
    admin: {
      archive: admin.archive,
      keys: new AdminKeys(admin.keys),
      actions: main.adminActions,
      ...(admin.hasFigures && { figures: () => main.ask<FiguresText>({ kind: 'figures' }) }),
      log: (entry) => main.send({ t: 'adminLog', entry }),
    },
  }),
});
/** Exported for tests that make the thread fail. */
export const { server } = open;
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
