// A raw HTTP client for the tests: it sends exactly the given bytes, and returns the replies and how the connection ended.

import { connect, type Socket } from 'node:net';

export interface WireReply {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface Exchange {
  readonly replies: readonly WireReply[];
  /** True if the server closed the connection; false if the client gave up waiting. */
  readonly closed: boolean;
  readonly tookMs: number;
}

/** Reads every complete reply in the text. Interim replies (1xx) count, with an empty body. */
export const readReplies = (text: string): WireReply[] => {
  const replies: WireReply[] = [];
  let rest = text;
  for (let end = rest.indexOf('\r\n\r\n'); end !== -1; end = rest.indexOf('\r\n\r\n')) {
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = new Map<string, string>();
    for (const line of lines) {
      const colon = line.indexOf(':');
      headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
    }
    const length = Number(headers.get('content-length') ?? 0);
    replies.push({ status: Number(statusLine.split(' ')[1]), headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return replies;
};

/** Connects, and collects the bytes that arrive. */
export const openWire = async (port: number): Promise<{ socket: Socket; received: () => string }> => {
  let text = '';
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.setEncoding('latin1'); // Byte for byte, so that lengths in bytes are lengths in characters.
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {}); // Tests expect a reset as one of the possible ends.
  await new Promise((resolve) => socket.once('connect', resolve));
  return { socket, received: () => text };
};

/** Sends the pieces one after the other and waits until the server closes, or for `waitMs` milliseconds. */
export const exchange = async (
  port: number,
  pieces: readonly (string | Uint8Array)[],
  { waitMs = 5000, pauseMs = 0 } = {},
): Promise<Exchange> => {
  const { socket, received } = await openWire(port);
  const startedAt = performance.now();
  const ended = new Promise<boolean>((resolve) => {
    socket.once('end', () => resolve(true));
    socket.once('close', () => resolve(true));
    setTimeout(resolve, waitMs, false).unref();
  });
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(piece);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  const closed = await ended;
  socket.destroy();
  return { replies: readReplies(received()), closed, tookMs: performance.now() - startedAt };
};

/** The text of a request. It has `Connection: close` by default, so that its end is visible. */
export const requestText = (
  requestLine: string,
  headers: readonly string[],
  body = '',
  connection = 'Connection: close',
): string => [`${requestLine} HTTP/1.1`, ...headers, connection, '', body].join('\r\n');
