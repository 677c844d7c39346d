// A real HTTPS server for tests: a certificate that an authority between it and a root of its own vouches for, under a name that a
// name server of this machine leads to it.

import { once } from 'node:events';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeAuthority, makeServerCertificate } from './certificates.ts';
import { startNameServer } from './name-server.ts';

export interface TlsUpstream {
  /** `https://HOST:PORT`. */
  readonly origin: string;
  /** The root, as PEM text. */
  readonly ca: string;
  /** `127.0.0.1:PORT` of the name server that knows the host, and nothing else. */
  readonly dnsServer: string;
  /** What was asked, in its order. */
  readonly requests: { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

/** Starts it under `host`; `answer` gets every request. */
export const startTlsUpstream = async (host: string, answer: RequestListener): Promise<TlsUpstream> => {
  const root = await makeAuthority('Root of the test');
  const between = await makeAuthority('Between root and server', root);
  const requests: { method: string; url: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(await makeServerCertificate([{ type: 'dns', value: host }], between), (req, res) => {
    requests.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers });
    answer(req, res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const names = await startNameServer({ [host]: [['127.0.0.1']] });
  return {
    origin: `https://${host}:${(server.address() as AddressInfo).port}`,
    ca: root.certificate.toString('pem'),
    dnsServer: names.address,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await names.close();
    },
  };
};
