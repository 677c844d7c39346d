// Runs a real HTTPS server for tests. An intermediate authority signs its certificate, below a root of its own. A name server on this
// machine resolves its host name.

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
  /** `127.0.0.1:PORT` of the name server, which knows this host name only. */
  readonly dnsServer: string;
  /** The requests in their order. */
  readonly requests: { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

/** Starts the server with the host name `host`. `answer` handles every request. */
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
