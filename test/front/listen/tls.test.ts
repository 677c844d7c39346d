// Listening threads that speak HTTPS: connections are counted over all of them from their handshake on, and a lost thread comes back with the
// certificate that is in force.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Listeners, listen } from '../../../src/front/listen/listeners.ts';
import type { TlsMaterial } from '../../../src/front/tls/material.ts';
import { readMaterial } from '../../../src/front/tls/read-material.ts';
import { TestAuthority } from '../../support/openssl.ts';
import { noCommands, skipWithout } from '../../support/skip.ts';
import { FAR_AWAY } from '../http/front.ts';

const DOOMED = fileURLToPath(new URL('./doomed-thread.ts', import.meta.url));
const MOST = 6;

describe('listening threads with TLS', function () {
  this.timeout(30_000);
  let folder: string;
  let authority: TestAuthority;
  let listeners: Listeners;
  const lost: string[] = [];

  const materialOf = (name: string): Promise<TlsMaterial> => {
    const { certificate, key } = authority.sign(name, { san: ['IP:127.0.0.1'] });
    const settings = { certificateFile: certificate, keyFile: key, clientCaFile: '', crlFile: '' } as const;
    return readMaterial({ ...settings, minVersion: 'TLSv1.2', clientCertificates: 'off' });
  };
  before(async function () {
    skipWithout(this, 'tests of TLS', noCommands('openssl'));
    folder = mkdtempSync(join(tmpdir(), 'toolcell-listen-'));
    authority = new TestAuthority(folder, 'authority');
    listeners = await listen(
      {
        executor: { execute: () => Promise.reject(new Error('no call comes here')) },
        metadata: () => ({ text: '{}', etag: '"0"' }),
        server: { ...FAR_AWAY, threads: 2, maxConnections: MOST },
        argumentsBytes: 1_000,
        door: { allowsAnonymous: true },
        tls: await materialOf('first'),
        unready: async () => undefined,
        log: () => {},
      },
      { file: DOOMED, leastHeldBytes: 1_000, onLost: (text) => lost.push(text) },
    );
  });
  after(async () => {
    await listeners?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** A connection whose handshake is done; undefined if the server has closed it before. */
  const secured = (): Promise<TLSSocket | undefined> =>
    new Promise((resolve) => {
      const ca = readFileSync(authority.certificate);
      const socket = connect({ port: listeners.address.port, host: '127.0.0.1', ca }, () => resolve(socket));
      socket.on('error', () => {});
      socket.once('close', () => resolve(undefined));
    });
  const nameNow = async (): Promise<unknown> => {
    const socket = await secured();
    const name = socket?.getPeerCertificate().subject.CN;
    socket?.destroy();
    return name;
  };

  it('count connections over all threads', async () => {
    const open: TLSSocket[] = [];
    // Two threads that ask for the last place may both be refused, so each is asked for alone.
    for (let sent = 0; sent < 3 * MOST; sent += 1) {
      const socket = await secured();
      if (socket !== undefined) open.push(socket);
    }
    expect(open).to.have.lengthOf(MOST);
    for (const socket of open) socket.destroy();
    const startMs = performance.now();
    while ((await nameNow()) === undefined && performance.now() - startMs < 5_000) await pause(20);
    expect(await nameNow()).to.equal('first');
  });

  it('have the certificate in force, also after one was lost', async () => {
    listeners.useTls(await materialOf('second'));
    const startMs = performance.now();
    while ((await nameNow()) !== 'second' && performance.now() - startMs < 5_000) await pause(20);
    await new Promise<void>((resolve) => {
      const url = `https://127.0.0.1:${listeners.address.port}/doom`;
      get(url, { ca: readFileSync(authority.certificate), agent: false }, (reply) =>
        reply.resume().once('end', resolve),
      ).once('error', () => resolve());
    });
    while (lost.length === 0) await pause(20);
    // The thread comes back after a second.
    await pause(2_000);
    const names = new Set<unknown>();
    for (let asked = 0; asked < 12; asked += 1) names.add(await nameNow());
    expect([...names]).to.deep.equal(['second']);
  });
});
