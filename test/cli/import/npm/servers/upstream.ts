// The fake of all upstreams: one HTTPS server with a certificate for every host, and a name server that leads them to it. It records what it is asked.

import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeAuthority, makeServerCertificate } from '../../../../support/certificates.ts';
import { startNameServer } from '../../../../support/name-server.ts';

/** What a server asked, without what belongs to the client of HTTP. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as a value, anything else as text. */
  readonly body: unknown;
}

export interface FakeUpstream {
  readonly port: number;
  /** The root, as PEM text. */
  readonly ca: string;
  readonly dnsServer: string;
  /** Resolves with what `work` resolves with, and the requests that arrived meanwhile. */
  recording<Value>(
    work: () => Promise<Value>,
  ): Promise<{ readonly value: Value; readonly requests: readonly RecordedRequest[] }>;
  close(): Promise<void>;
}

/** Host → what it answers to every request, as JSON; a text is an event stream. */
export type Answers = Readonly<Record<string, unknown>>;

/** Headers that each client of HTTP writes in its own way. */
const OF_CLIENT = new Set([
  ...['host', 'connection', 'user-agent', 'accept-encoding', 'accept-language', 'sec-fetch-mode', 'content-length'],
  ...['transfer-encoding', 'keep-alive', 'traceparent', 'tracestate'],
]);

const headersOf = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => !OF_CLIENT.has(name) && !(name === 'accept' && value === '*/*'))
      .map(([name, value]) => [name, String(value)]),
  );

const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Why the fake cannot run here; undefined if it can. Servers name hosts without a port. */
export const noHttpsPort = async (): Promise<string | undefined> => {
  const server = createServer();
  try {
    server.listen(443, '127.0.0.1');
    await once(server, 'listening');
    return undefined;
  } catch {
    return 'no right to listen at port 443, or it is taken';
  } finally {
    server.close();
  }
};

/** Starts the fake. */
export const startFakeUpstream = async (answers: Answers): Promise<FakeUpstream> => {
  const hosts = Object.keys(answers);
  const root = await makeAuthority('Root of the fake upstream');
  const certificate = await makeServerCertificate(
    hosts.map((value) => ({ type: 'dns', value })),
    root,
  );
  let recorded: RecordedRequest[] = [];
  const server = createServer(certificate, (req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part) => parts.push(part));
    req.on('end', () => {
      const host = req.headers.host ?? '';
      recorded.push({
        method: req.method ?? '',
        url: `https://${host}${req.url}`,
        headers: headersOf(req.headers),
        body: bodyOf(Buffer.concat(parts).toString()),
      });
      const answer = answers[host] ?? {};
      const isStream = typeof answer === 'string';
      res.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
      res.end(isStream ? answer : JSON.stringify(answer));
    });
  });
  server.listen(443, '127.0.0.1');
  await once(server, 'listening');
  const names = await startNameServer(Object.fromEntries(hosts.map((host) => [host, [['127.0.0.1']]])));
  return {
    port: (server.address() as AddressInfo).port,
    ca: root.certificate.toString('pem'),
    dnsServer: names.address,
    recording: async (work) => {
      recorded = [];
      const value = await work();
      return { value, requests: [...recorded] };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await names.close();
    },
  };
};
