// Makes an HTTPS server with the limits of the HTTP layer: handshakes end in time, and what goes wrong in one never looks like a request. Any
// thread that listens.

import type { RequestListener, ServerOptions } from 'node:http';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { secureOptionsOf, type TlsMaterial } from '../tls/material.ts';

const HINT = 'This port speaks HTTPS. Call it with https:// in place of http://.\n';
/** Said in HTTP, because the caller speaks no TLS. */
const PLAIN_REPLY = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: text/plain; charset=utf-8',
  `Content-Length: ${HINT.length}`,
  'Connection: close',
  '',
  HINT,
].join('\r\n');

/** Makes the server. A handshake that takes longer than `handshakeTimeout` milliseconds ends with its connection. */
export const createSecureServer = (
  material: TlsMaterial,
  options: ServerOptions & { readonly handshakeTimeout: number },
  handle: RequestListener,
): Server => {
  const { clientCertificates } = material;
  // Loaded only if needed, to keep the start of a server without TLS short.
  const server = process.getBuiltinModule('node:https').createServer(
    {
      ...options,
      ...secureOptionsOf(material),
      ALPNProtocols: ['http/1.1'],
      requestCert: clientCertificates !== 'off',
      // With "optional", the door refuses a bad certificate, and tells why.
      rejectUnauthorized: clientCertificates === 'required',
    },
    handle,
  );
  const plain = new PlainSockets(server);
  // Node's own listener would have the failure of a handshake answered like a broken request.
  server.removeAllListeners('tlsClientError');
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_SSL_HTTP_REQUEST') plain.under(socket)?.end(PLAIN_REPLY);
    else socket.destroy();
  });
  return server;
};

/** Finds the bare connection below a TLS socket by the address of its peer. */
class PlainSockets {
  readonly #sockets = new Map<string, Socket>();

  constructor(server: Server) {
    server.prependListener('connection', (socket: Socket) => {
      const peer = peerOf(socket);
      this.#sockets.set(peer, socket);
      socket.once('close', () => {
        if (this.#sockets.get(peer) === socket) this.#sockets.delete(peer);
      });
    });
    server.on('secureConnection', (socket) => this.#sockets.delete(peerOf(socket)));
  }

  under(socket: TLSSocket): Socket | undefined {
    return this.#sockets.get(peerOf(socket));
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
