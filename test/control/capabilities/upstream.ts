// A real server that tests send requests to, on a free port of this machine.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';

/** A request as it came in. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Upstream {
  readonly origin: string;
  readonly port: number;
  readonly received: Received[];
  /** Connections that were ever made, and those open now. */
  readonly connections: { made: number; open: number };
  close(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => Buffer.concat(await request.toArray());

const watch = (socket: Socket, connections: Upstream['connections']): void => {
  connections.made += 1;
  connections.open += 1;
  socket.on('error', () => {});
  socket.once('close', () => {
    connections.open -= 1;
  });
};

/** An HTTP server that notes every request and answers as `answer` does. */
export const startUpstream = async (
  answer: (received: Received, response: ServerResponse) => void,
): Promise<Upstream> => {
  const received: Received[] = [];
  const connections = { made: 0, open: 0 };
  const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    const { method = '', url = '', headers } = request;
    const one: Received = { method, url, headers, body: await bodyOf(request) };
    received.push(one);
    answer(one, response);
  });
  server.on('connection', (socket) => watch(socket, connections));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${port}`, port, received, connections, close };
};

/** A server that speaks for itself: `talk` is handed each connection once something has come over it. */
export const startRawUpstream = async (talk: (socket: Socket) => void): Promise<Omit<Upstream, 'received'>> => {
  const connections = { made: 0, open: 0 };
  const sockets = new Set<Socket>();
  // Half-open, so that what a server sends after the other side has hung up is seen to go nowhere.
  const server = createTcpServer({ allowHalfOpen: true }, (socket) => {
    watch(socket, connections);
    sockets.add(socket);
    socket.on('end', () => socket.destroy());
    socket.on('data', () => talk(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${port}`, port, connections, close };
};

/** Waits until `isSo`, for at most five seconds. */
export const until = async (isSo: () => boolean): Promise<boolean> => {
  for (const deadline = performance.now() + 5_000; performance.now() < deadline; ) {
    if (isSo()) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return isSo();
};
