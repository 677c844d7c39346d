// Makes an HTTPS server with the limits of the HTTP layer: handshakes end in time, and what goes wrong in one never looks like a request.

import type { RequestListener, ServerOptions } from 'node:http';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { secureOptionsOf, type TlsMaterial, trustsOthers } from '../tls/material.ts';
import type { Connections } from './connections.ts';

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
  connections: Connections,
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
  MATERIALS.set(server, { material, plain, certified: new CertifiedSockets(server, connections) });
  // Node's own listener would have the failure of a handshake answered like a broken request.
  server.removeAllListeners('tlsClientError');
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_SSL_HTTP_REQUEST') plain.under(socket)?.end(PLAIN_REPLY);
    else socket.destroy();
  });
  return server;
};

interface InForce {
  readonly material: TlsMaterial;
  readonly plain: PlainSockets;
  readonly certified: CertifiedSockets;
}

const MATERIALS = new WeakMap<object, InForce>();

/**
 * Puts another certificate in force, for new connections. If other authorities or revocation lists come with it, connections with a certificate of
 * the caller end after their replies, so that it is checked again. Throws if OpenSSL refuses the certificate; the one before stays in force then.
 */
export const useMaterial = (server: object, material: TlsMaterial): void => {
  const before = MATERIALS.get(server);
  if (before === undefined) return;
  (server as Server).setSecureContext(secureOptionsOf(material));
  MATERIALS.set(server, { ...before, material });
  if (trustsOthers(before.material, material)) before.certified.end();
};

/** Ends the connections that are still in their handshake. */
export const endHandshakes = (server: object): void => MATERIALS.get(server)?.plain.end();

/** The open connections whose caller has sent a certificate. */
class CertifiedSockets {
  readonly #sockets = new Set<TLSSocket>();
  readonly #connections: Connections;

  constructor(server: Server, connections: Connections) {
    this.#connections = connections;
    server.on('secureConnection', (socket) => {
      if (socket.getPeerX509Certificate() === undefined) return;
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  end(): void {
    for (const socket of this.#sockets) this.#connections.endAfterReplies(socket);
  }
}

/** Finds the bare connection below a TLS socket by the address of its peer, until the handshake is done. */
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

  end(): void {
    for (const socket of this.#sockets.values()) socket.destroy();
  }

  under(socket: TLSSocket): Socket | undefined {
    return this.#sockets.get(peerOf(socket));
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
