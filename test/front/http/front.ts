// Starts a real HTTP server in front of a fake executor, which is the only fake of these tests.

import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { HttpParts } from '../../../src/front/http/app.ts';
import type { CallLogEntry } from '../../../src/front/http/call-log.ts';
import { createHttpServer, type Server } from '../../../src/front/http/server.ts';
import type { ServerConfig } from '../../../src/settings/config.ts';
import { NO_USAGE, type Outcome, type ToolCall } from '../../../src/shared/protocol/call.ts';
import { definedMembers } from '../../support/call-log.ts';

export const FAR_AWAY: ServerConfig = {
  host: '127.0.0.1',
  reusePort: false,
  port: 0,
  bodyBytes: 65_536,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 30_000,
  maxConnections: 100,
  shutdownMs: 1000,
  unreadyMs: 0,
  allowedHosts: [],
  allowedOrigins: [],
  trustedProxies: [],
  forwardedHeader: 'x-forwarded-for',
  adminKeys: {},
  tls: {
    certificateFile: '',
    keyFile: '',
    minVersion: 'TLSv1.2',
    clientCertificates: 'off',
    clientCaFile: '',
    crlFile: '',
  },
};

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Front {
  readonly server: Server;
  readonly port: number;
  /** What the executor was given. */
  readonly calls: ToolCall[];
  readonly entries: CallLogEntry[];
  /** Sends a well-formed HTTP request. */
  request(method: string, path: string, headers?: Record<string, string>, body?: string | Uint8Array): Promise<Reply>;
  /** POSTs this body as JSON to /mcp/callTool. */
  post(body: string | Uint8Array, headers?: Record<string, string>): Promise<Reply>;
  close(): Promise<void>;
}

/** Answers `echo` with its arguments; knows no other tool. */
export const echo = async ({ toolName, argumentsJson }: ToolCall): Promise<Outcome> =>
  toolName === 'echo'
    ? { ok: true, resultJson: argumentsJson, usage: { queueMs: 1, runMs: 2.5, cpuMs: 2 } }
    : { ok: false, failure: { code: 'tool_not_found', detail: `No tool ${toolName}.` }, usage: NO_USAGE };

export interface FrontOptions extends Partial<Omit<HttpParts, 'server' | 'executor'>> {
  readonly server?: Partial<ServerConfig>;
  readonly execute?: (call: ToolCall) => Promise<Outcome>;
}

/** Listens on a free port of 127.0.0.1. */
export const startFront = async ({
  server: settings,
  bounds,
  execute = echo,
  ...parts
}: FrontOptions = {}): Promise<Front> => {
  const calls: ToolCall[] = [];
  const entries: CallLogEntry[] = [];
  const server = createHttpServer({
    executor: {
      execute(call) {
        calls.push(call);
        return execute(call);
      },
    },
    metadata: () => ({ text: '{"tools":[]}', etag: '"sha256-one"' }),
    argumentsBytes: 32_768,
    isLeaving: () => false,
    isDraining: () => false,
    endsConnections: parts.isDraining ?? (() => false),
    condition: async () => 'ready',
    log: (entry) => entries.push(definedMembers(entry)),
    door: { allowsAnonymous: true },
    ...parts,
    bounds: { headersTimeoutMs: 30_000, ...bounds },
    server: { ...FAR_AWAY, ...settings },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const request: Front['request'] = (method, path, headers = {}, body) => send(port, { method, path, headers }, body);
  const post: Front['post'] = (body, headers = {}) =>
    request('POST', '/mcp/callTool', { 'Content-Type': 'application/json', ...headers }, body);
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { server, port, calls, entries, request, post, close };
};

const send = (
  port: number,
  { method, path, headers }: { method: string; path: string; headers: Record<string, string> },
  body?: string | Uint8Array,
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const outgoing = httpRequest({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: { ...length, ...headers },
      agent: false,
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      text(incoming).then(
        (body) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }),
        reject,
      );
    });
    outgoing.end(body);
  });

/** The body of a call. */
export const callBody = (argumentsText = '{}', toolName = 'echo'): string =>
  `{"toolName":${JSON.stringify(toolName)},"arguments":${argumentsText}}`;
