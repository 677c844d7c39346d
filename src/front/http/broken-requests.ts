// Answers bytes that never become a request: they are not HTTP, their headers are too large, or they do not arrive in time.
// It writes to the bare socket, because Node makes no response object for them. Front process.

import { randomUUID } from 'node:crypto';
import type { Server } from 'node:net';
import type { Duplex } from 'node:stream';
import { CallError, ERRORS, type FailureCode } from '../../shared/protocol/errors.ts';
import type { Connections } from './connections.ts';
import { LINGER_MS } from './linger.ts';
import { problemFor } from './problem.ts';

const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Failures by Node's error code. All others are `invalid_request`. */
const FAILURES: Readonly<Record<string, readonly [FailureCode, string]>> = {
  [LATE]: ['request_timeout', 'The request did not arrive in time. Send it again, without pauses.'],
  HPE_HEADER_OVERFLOW: [
    'invalid_request',
    'The headers are larger than this server takes. Send fewer or shorter ones.',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    'payload_too_large',
    "The body's chunk extensions are larger than this server takes.",
  ],
  HPE_INVALID_EOF_STATE: ['invalid_request', 'The connection ended in the middle of the request.'],
  ECONNRESET: ['cancelled', 'The caller closed the connection before the answer.'],
};
const ignore = (): void => {};

/** Makes the server answer broken requests with a problem document and close their connections, at most a second later. */
export const answerBrokenRequests = (server: Server, connections: Connections): void => {
  const answered = new WeakSet<Duplex>();

  const refuse = (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (answered.has(socket)) return;
    answered.add(socket);
    const failure = failureFrom(error);
    const mayWrite = socket.writable && error.code !== 'ECONNRESET' && !connections.isReplying(socket);
    connections.giveUp(socket, failure);
    if (mayWrite) writeAndClose(socket, failure);
    else socket.destroy();
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Node counts from the first byte, and looks no more at this request. Its time counts from its turn.
    if (error.code !== LATE || !connections.isHeldUp(socket)) refuse(error, socket);
  });
  connections.onLate = (socket) => refuse(Object.assign(new Error('Request timeout'), { code: LATE }), socket);

  server.on('connect', (_request, socket) => {
    writeAndClose(socket, new CallError('method_not_allowed', 'This server is not a proxy.'), [
      'Allow: GET, HEAD, POST',
    ]);
  });
};

const failureFrom = ({ code = '', message }: NodeJS.ErrnoException): CallError => {
  const invalid = `The request is not valid HTTP/1.1: ${message.replace(/^Parse Error: /, '')}.`;
  return new CallError(...(FAILURES[code] ?? (['invalid_request', invalid] as const)));
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
  // A socket that is closed over unread bytes is reset, which can lose the reply. So it is read on for a moment.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
};

/** Bytes after a broken request must not become a request: the connection has had its last answer. */
const stopParsing = (socket: Duplex): void => {
  socket.removeAllListeners('data');
  socket.on('data', ignore);
  socket.on('error', ignore);
  socket.resume();
};
