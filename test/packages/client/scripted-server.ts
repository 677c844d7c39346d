// A small HTTP server that answers as a test says, for replies that a Toolcell server gives rarely or never.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Time of `performance.now()`. */
  readonly atMs: number;
}

/** Answers a request. The first argument counts the requests to the same path from 1. */
export type Answering = (count: number, seen: Seen, res: ServerResponse) => void;

export interface ScriptedServer {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** Requests to a path so far. */
  count(path: string): number;
  close(): Promise<void>;
}

/** Starts a server with a script for each path; any other path gets a plain 404. */
export const startScripted = async (scripts: Readonly<Record<string, Answering>>): Promise<ScriptedServer> => {
  const seen: Seen[] = [];
  const count = (path: string): number => seen.filter((one) => one.path === path).length;
  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const { method = '', url: path = '', headers } = req;
      const one = { method, path, headers, body: Buffer.concat(parts).toString(), atMs: performance.now() };
      seen.push(one);
      const script = Object.hasOwn(scripts, path) ? scripts[path] : undefined;
      if (script === undefined) res.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here');
      else script(count(path), one, res);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    count,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** A result as Toolcell sends it. */
export const sendResult = (res: ServerResponse, result: unknown, headers: Record<string, string> = {}): void =>
  void res
    .writeHead(200, { 'content-type': 'application/json', 'toolcell-call-id': 'a-call', ...headers })
    .end(JSON.stringify(result));

/** A failure as Toolcell sends it. */
export const sendProblem = (
  res: ServerResponse,
  problem: { readonly status: number; readonly code: string; readonly [member: string]: unknown },
  headers: Record<string, string> = {},
): void => {
  const whole = { type: `urn:toolcell:error:${problem.code}`, title: 'A title', detail: 'A detail.', ...problem };
  res.writeHead(problem.status, { 'content-type': 'application/problem+json', ...headers }).end(JSON.stringify(whole));
};

/** A list of tools with these annotations, by name. */
export const sendList = (res: ServerResponse, tools: Readonly<Record<string, object>>): void => {
  const listed = Object.entries(tools).map(([name, annotations]) => ({
    ...{ name, description: `Does ${name}.`, inputSchema: { type: 'object' }, outputSchema: {} },
    annotations,
  }));
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ tools: listed, plugins: [] }));
};
