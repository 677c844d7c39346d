// What a server does with its port: it hands it over with and without TLS, and then ends.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Listeners, listen } from '../../../src/front/listen/listeners.ts';
import type { TlsMaterial } from '../../../src/front/tls/material.ts';
import { readMaterial } from '../../../src/front/tls/read-material.ts';
import { TestAuthority } from '../../support/openssl.ts';
import { noCommands, skipWithout } from '../../support/skip.ts';
import { echo, FAR_AWAY } from '../http/front.ts';

interface Reply {
  readonly status: number | undefined;
  readonly connection: string | undefined;
}

describe('a server that listens', function () {
  this.timeout(30_000);
  let folder: string;
  let authority: TestAuthority;
  before(function () {
    skipWithout(this, 'tests of TLS', noCommands('openssl'));
    folder = mkdtempSync(join(tmpdir(), 'toolcell-listen-'));
    authority = new TestAuthority(folder, 'authority');
  });
  after(() => folder && rmSync(folder, { recursive: true, force: true }));

  const start = (tls?: TlsMaterial): Promise<Listeners> =>
    listen({
      executor: { execute: echo },
      metadata: () => ({ text: '{"tools":[]}', etag: '"0"' }),
      server: { ...FAR_AWAY, keepAliveTimeoutMs: 2_000 },
      argumentsBytes: 1_000,
      door: { allowsAnonymous: true },
      condition: async () => 'ready',
      log: () => {},
      ...(tls && { tls }),
    });
  const material = (): Promise<TlsMaterial> => {
    const { certificate, key } = authority.sign('server', { san: ['IP:127.0.0.1'] });
    const files = { certificateFile: certificate, keyFile: key, clientCaFile: '', crlFile: '' };
    return readMaterial({ ...files, minVersion: 'TLSv1.2', clientCertificates: 'off' });
  };

  for (const scheme of ['http', 'https'] as const)
    it(`hands its port over: it answers calls on open connections and ends them (${scheme})`, async () => {
      const isSecure = scheme === 'https';
      const listeners = await start(isSecure ? await material() : undefined);
      const options = { keepAlive: true, maxSockets: 1 };
      const agent = isSecure
        ? new SecureAgent({ ...options, ca: readFileSync(authority.certificate) })
        : new PlainAgent(options);
      const call = (): Promise<Reply> =>
        new Promise((resolve, reject) => {
          const url = `${scheme}://127.0.0.1:${listeners.address.port}/mcp/callTool`;
          const headers = { 'content-type': 'application/json' };
          const sent = (isSecure ? secureRequest : plainRequest)(
            url,
            { method: 'POST', headers, agent },
            (response) => {
              const { statusCode: status, headers: got } = response;
              response.resume().once('end', () => resolve({ status, connection: got.connection }));
            },
          );
          sent.once('error', reject);
          sent.end('{"toolName":"echo","arguments":{}}');
        });
      expect(await call()).to.deep.equal({ status: 200, connection: 'keep-alive' });
      const over = listeners.handOver();
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await call()).to.deep.equal({ status: 200, connection: 'close' });
      await over;
      expect(await call().catch(({ code }: NodeJS.ErrnoException) => code)).to.equal('ECONNREFUSED');
      listeners.drain();
      await listeners.close();
    });
});
