// The server that hostile plugins may send requests to. It answers late, without end, too much, or other than its headers say.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

const BOMB = gzipSync(Buffer.alloc(64 * 2 ** 20));
const CHUNK = Buffer.alloc(65_536, 'x');

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Writes for as long as the client reads. */
const endlessly: Answer = (response) => {
  const more = (): void => {
    while (!response.destroyed && response.write(CHUNK));
  };
  response.on('drain', more);
  more();
};

const drip: Answer = (response) => {
  const timer = setInterval(() => response.write('.'), 50);
  response.on('close', () => clearInterval(timer));
};

/** Sends a body of another length than its header says. Writes straight into the socket, since Node would not send that. */
const lie =
  (text: string): Answer =>
  (response) =>
    void (response.socket as Socket).write(text);

const ANSWERS: Readonly<Record<string, Answer>> = {
  ok: (response) => response.end('{"fine":true}'),
  never: () => {},
  endless: endlessly,
  drip,
  bomb: (response) => response.setHeader('content-encoding', 'gzip').end(BOMB),
  broken: (response) => response.setHeader('content-encoding', 'gzip').end('this is not gzip'),
  big: (response) => response.end(Buffer.alloc(8 * 2 ** 20, 'b')),
  short: lie('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nonly this'),
  long: lie(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n${'{}'.repeat(500)}`),
  headers: lie(`HTTP/1.1 200 OK\r\nx-much: ${'y'.repeat(500_000)}\r\n\r\n`),
  loop: (response, request) => response.writeHead(302, { location: request.url ?? '/' }).end(),
  file: (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  inside: (response) => response.writeHead(302, { location: 'http://127.0.0.2:1/' }).end(),
  echo: (response, request) => void request.pipe(response),
};

/** An HTTP server on a free port of 127.0.0.1. Close it, or its port stays open. */
export class FarEnd {
  readonly #server: Server;
  readonly #underWay = new Map<string, number>();

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async open(): Promise<FarEnd> {
    const farEnd = new FarEnd();
    await new Promise<void>((resolve) => farEnd.#server.listen(0, '127.0.0.1', resolve));
    return farEnd;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Number of requests of one guest that have been neither answered nor broken off. A guest asks for `/<name>/<answer>`. */
  underWayOf(name: string): number {
    return this.#underWay.get(name) ?? 0;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const [, name = '', kind = ''] = (request.url ?? '').split(/[/?]/);
    this.#count(name, 1);
    response.on('close', () => this.#count(name, -1));
    const answer = Object.hasOwn(ANSWERS, kind) ? ANSWERS[kind] : undefined;
    if (answer) answer(response, request);
    else response.writeHead(404).end();
  }

  #count(name: string, step: number): void {
    this.#underWay.set(name, this.underWayOf(name) + step);
  }
}
