// Answers what never becomes a request: bytes that are not HTTP, headers too large, requests that do not arrive in time.
// It works on the bare socket, since Node has no response object to offer there.

import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CallError, ERRORS } from '../protocol/errors.ts';
import type { Connections } from './connections.ts';
import { problemFor } from './problem.ts';

const LINGER_MS = 1000;
const ignore = (): void => {};

/** Makes the server answer broken requests with a problem document, and close their connections. */
export const answerBrokenRequests = (server: Server, connections: Connections): void => {
  const answered = new WeakSet<Duplex>();

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (answered.has(socket)) return;
    answered.add(socket);
    const failure = failureFrom(error);
    const mayWrite = socket.writable && error.code !== 'ECONNRESET' && !connections.isReplying(socket);
    connections.giveUp(socket, failure);
    if (mayWrite) writeAndClose(socket, failure);
    else socket.destroy();
  });

  server.on('connect', (_request, socket) => {
    writeAndClose(socket, new CallError('method_not_allowed', 'This server is no proxy.'), ['Allow: GET, HEAD, POST']);
  });
};

const failureFrom = ({ code = '', message }: NodeJS.ErrnoException): CallError => {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new CallError('request_timeout', 'The request did not arrive in time. Send it again, without pauses.');
    case 'HPE_HEADER_OVERFLOW':
      return new CallError(
        'invalid_request',
        'The headers are larger than this server takes. Send fewer or shorter ones.',
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new CallError('payload_too_large', "The body's chunk extensions are larger than this server takes.");
    case 'HPE_INVALID_EOF_STATE':
      return new CallError('invalid_request', 'The connection ended in the middle of the request.');
    case 'ECONNRESET':
      return new CallError('cancelled', 'The caller closed the connection before the answer.');
    default:
      return new CallError(
        'invalid_request',
        `The request is not valid HTTP/1.1: ${message.replace(/^Parse Error: /, '')}.`,
      );
  }
};

const writeAndClose = (socket: Duplex, { failure }: CallError, moreHeaders: readonly string[] = []): void => {
  const callId = randomUUID();
  const { status, headers, text } = problemFor(failure, { callId });
  const lines = [
    `HTTP/1.1 ${status} ${ERRORS[failure.code].title}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(text)}`,
    'X-Content-Type-Options: nosniff',
    `Toolcell-Call-Id: ${callId}`,
    'Connection: close',
    ...moreHeaders,
  ];
  stopParsing(socket);
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`);
  // A socket closed over unread bytes is reset, and the reply may be lost with it: read on for a moment.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
};

/** What comes after a broken request must not become a request: the answer to it has been given. */
const stopParsing = (socket: Duplex): void => {
  socket.removeAllListeners('data');
  socket.on('data', ignore);
  socket.on('error', ignore);
  socket.resume();
};
