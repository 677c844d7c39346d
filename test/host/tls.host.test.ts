// A server that speaks HTTPS itself: calls work as over HTTP, certificates are replaced without a lost request, and a pair that does not fit
// changes nothing.

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import { expect } from 'chai';
import { writePlugins } from '../support/config.ts';
import { type Pair, replacePair, TestAuthority } from '../support/openssl.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { noCommands, skipWithout } from '../support/skip.ts';

const HOUR_MS = 3_600_000;
/** The level in a line of the log. */
const ERROR = 50;
const PLUGINS = { worker: { source: 'export const echo = (value) => value;', tools: { echo: {} } } };

describe('a server that speaks HTTPS', function () {
  this.timeout(120_000);
  let folder: string;
  let plugins: string;
  let authority: TestAuthority;
  let place: Pair;
  let server: ServerProcess;
  let ca: string;

  before(async function () {
    skipWithout(this, 'tests of TLS', noCommands('openssl'));
    folder = mkdtempSync(join(tmpdir(), 'toolcell-tls-'));
    plugins = writePlugins(PLUGINS);
    authority = new TestAuthority(folder, 'authority');
    ca = readFileSync(authority.certificate, 'utf8');
    place = authority.sign('server', { san: ['IP:127.0.0.1'] });
    server = await startServer({
      plugins,
      config: {
        server: { tls: { certificateFile: place.certificate, keyFile: place.key } },
        metrics: { enabled: true, port: 0 },
      },
    });
  });
  after(() => {
    server?.remove();
    for (const path of [folder, plugins]) if (path) rmSync(path, { recursive: true, force: true });
  });

  const agentOf = (): Agent => new Agent({ ca, keepAlive: true, maxSockets: 1 });
  const call = (agent: Agent): Promise<{ readonly status: number; readonly body: string }> =>
    new Promise((resolve, reject) => {
      const body = '{"toolName":"echo","arguments":{"a":1}}';
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      const options = { method: 'POST', path: '/mcp/callTool', headers, agent };
      const sent = request(server.url, { ...options, path: '/mcp/callTool' }, (response) => {
        text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  /** Common name of the certificate that a new connection is given. */
  const shownName = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', ca }, () => {
        resolve(socket.getPeerCertificate().subject.CN);
        socket.destroy();
      });
      socket.once('error', reject);
    });
  const told = (part: string) => server.entry(({ msg }) => String(msg).includes(part));

  it('names its address with https, and answers calls', async () => {
    expect(server.url).to.match(/^https:\/\/127\.0\.0\.1:\d+$/);
    const agent = agentOf();
    expect(await call(agent)).to.deep.equal({ status: 200, body: '{"a":1}' });
    agent.destroy();
    expect(await shownName()).to.equal('server');
  });

  it('takes another certificate up under load, without a failed request', async () => {
    let isOver = false;
    let done = 0;
    const connections = Array.from({ length: 4 }, async () => {
      for (let agent = agentOf(); !isOver; ) {
        const answer = await call(agent);
        expect(answer.status).to.equal(200);
        done += 1;
        // Some connections stay, others are new.
        if (done % 5 === 0) {
          agent.destroy();
          agent = agentOf();
        }
        await pause(5);
      }
    });
    const names: unknown[] = [];
    const load = Promise.all(connections);
    for (const name of ['second', 'third']) {
      replacePair(place, authority.sign(name, { san: ['IP:127.0.0.1'] }));
      for (const startMs = performance.now(); (await shownName()) !== name && performance.now() - startMs < 10_000; )
        await pause(50);
      names.push(await shownName());
    }
    while (done <= 20) await pause(20);
    isOver = true;
    await load;
    expect(names).to.deep.equal(['second', 'third']);
    await told('another TLS certificate is in force');
  });

  it('goes on with the old one while the new pair is half written or does not fit, and says why', async () => {
    const now = await shownName();
    const good = { certificate: readFileSync(place.certificate), key: readFileSync(place.key) };
    const other = authority.sign('other', { san: ['IP:127.0.0.1'] });
    const cases: readonly (readonly [part: 'certificate' | 'key', content: Buffer | string, reason: string])[] = [
      ['certificate', readFileSync(other.certificate), 'the key does not belong to the certificate'],
      ['certificate', good.certificate.subarray(0, 200), 'it has no certificate'],
      ['key', '', 'it has no private key'],
      ['key', readFileSync(other.key), 'the key does not belong to the certificate'],
    ];
    for (const [part, content, reason] of cases) {
      const count = (): number => server.entries().filter(({ msg }) => String(msg).includes(reason)).length;
      const before = count();
      writeFileSync(place[part], content);
      await server.entry(() => count() > before);
      expect(await shownName(), reason).to.equal(now);
      writeFileSync(place[part], good[part]);
      // The repaired pair has to be read before the next one is broken.
      await pause(1_000);
    }
    const expired = authority.sign('expired', { fromMs: -2 * HOUR_MS, untilMs: -HOUR_MS, san: ['IP:127.0.0.1'] });
    replacePair(place, expired);
    await told('the certificate has expired on');
    expect(await shownName()).to.equal(now);
    const errors = server.entries().filter(({ level, msg }) => level === ERROR && /^server\.tls: /.test(String(msg)));
    expect(errors).to.have.length.greaterThan(cases.length);
    for (const { msg } of errors) expect(msg).to.contain('The certificate from before stays in force');
  });

  it('takes no key that others may read, and warns of a certificate that ends soon', async () => {
    const next = authority.sign('short', { untilMs: 5 * 24 * HOUR_MS, san: ['IP:127.0.0.1'] });
    chmodSync(place.key, 0o644);
    writeFileSync(place.certificate, readFileSync(next.certificate));
    await told('others may read or change the private key (mode 644)');
    replacePair(place, next);
    await told('the TLS certificate ends in 5 days');
    expect(await shownName()).to.equal('short');
    const { msg } = await told('figures for Prometheus are at');
    const figures = await (await fetch(String(msg).split(' ').at(-1) ?? '')).text();
    const [, end] = /^toolcell_tls_certificate_not_after_seconds (\d+)$/m.exec(figures) ?? [];
    expect(Number(end) - Date.now() / 1_000).to.be.closeTo((5 * 24 * HOUR_MS) / 1_000, 600);
  });

  it('ends in order, also with open connections', async () => {
    const agent = agentOf();
    expect((await call(agent)).status).to.equal(200);
    expect(await server.end()).to.equal(0);
    agent.destroy();
  });
});
