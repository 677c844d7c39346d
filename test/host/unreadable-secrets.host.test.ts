// The folder of certificates and secrets of a server cannot be read for a moment, as on a network disk that goes away: those from before stay in force.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { expect } from 'chai';
import { temporaryFolder } from '../cli/run-command.ts';
import { writePlugins } from '../support/config.ts';
import { replacePair, TestAuthority } from '../support/openssl.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { noCommands, skipWithout } from '../support/skip.ts';
import { noSystemFaults, type SystemFaults, systemFaults } from '../support/system-faults.ts';

const WAIT_MS = 60_000;
const origin = 'https://api.example.com';

describe('a server whose folder of certificates and secrets is away for a moment', function () {
  this.timeout(120_000);
  const home = temporaryFolder();
  let faults: SystemFaults | undefined;
  let authority: TestAuthority;
  let server: ServerProcess;
  let ca = '';
  const at = (...names: readonly string[]): string => join(home.path, ...names);
  const place = { certificate: at('private', 'server.pem'), key: at('private', 'server.key') };

  before(async function () {
    skipWithout(this, 'certificates that cannot be read for a moment', noSystemFaults() ?? noCommands('openssl'));
    faults = systemFaults();
    mkdirSync(at('authority'));
    mkdirSync(at('private'));
    authority = new TestAuthority(at('authority'), 'authority');
    ca = readFileSync(authority.certificate, 'utf8');
    replacePair(place, authority.sign('first', { san: ['IP:127.0.0.1'] }));
    writeFileSync(at('private', 'token'), 'a-secret-of-some-length', { mode: 0o600 });
    const plugins = writePlugins(
      { one: { source: "export const one = () => 'one';", tools: { one: {} } } },
      at('plugins'),
    );
    const config = {
      server: { tls: { certificateFile: place.certificate, keyFile: place.key } },
      secrets: { TOKEN: { plugin: 'one', origin, file: at('private', 'token') } },
    };
    server = await startServer({ plugins, config, folder: home.path, env: faults.env });
  });
  afterEach(() => faults?.end());
  after(() => {
    server?.remove();
    faults?.remove();
    home.remove();
  });

  const call = (): Promise<{ readonly status: number; readonly body: string }> =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json' };
      const sent = request(`${server.url}/mcp/callTool`, { method: 'POST', headers, ca, agent: false }, (response) => {
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
      });
      sent.on('error', reject);
      sent.end('{"toolName":"one","arguments":{}}');
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
  const until = async (what: string, isSo: () => boolean | Promise<boolean>): Promise<void> => {
    for (const startMs = performance.now(); !(await isSo()); ) {
      if (performance.now() - startMs > WAIT_MS) throw new Error(`${what} did not come: ${server.stderr()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  for (const code of ['EIO', 'ESTALE'] as const) {
    it(`goes on with those from before, says so if it is told to read them, and takes others up afterwards (${code})`, async () => {
      const before = await shownName();
      const since = server.entries().length;
      const told = (part: string): boolean =>
        server
          .entries()
          .slice(since)
          .some((entry) => JSON.stringify(entry).includes(part));
      const next = authority.sign(`next-${code.toLowerCase()}`, { san: ['IP:127.0.0.1'] });
      faults?.begin(code, at('private'));
      replacePair(place, next);
      writeFileSync(at('private', 'token'), `another-secret-for-${code}`);
      server.child.kill('SIGHUP');
      await until('the line about certificates', () => told('The certificate from before stays in force'));
      await until('the line about the secret', () => told('configuration refused'));
      expect(await shownName()).to.equal(before);
      expect(await call()).to.deep.equal({ status: 200, body: '"one"' });
      expect(server.stderr()).to.contain(code).and.not.contain('secret-for');
      faults?.end();
      await until('the certificate', async () => (await shownName()) === `next-${code.toLowerCase()}`);
      await until('the secret', () => told('configuration is accepted again'));
      expect(await call()).to.deep.equal({ status: 200, body: '"one"' });
    });
  }

  it('reads the configuration again by itself, although no file has changed, and tells its problem once', async () => {
    const since = server.entries().length;
    const countOf = (part: string): number =>
      server
        .entries()
        .slice(since)
        .filter((entry) => JSON.stringify(entry).includes(part)).length;
    faults?.begin('ESTALE', at('private', 'token'));
    server.child.kill('SIGHUP');
    await until('the refusal', () => countOf('configuration refused') > 0);
    // The change of the test before may be noticed only now.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const told = countOf('configuration refused');
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    expect(countOf('configuration refused')).to.equal(told);
    faults?.end();
    await until('the configuration', () => countOf('configuration is accepted again') === 1);
  });

  it('reads another certificate again by itself that could not be read when it came, and tells its problem once', async () => {
    const since = server.entries().length;
    const problems = (): number =>
      server
        .entries()
        .slice(since)
        .filter((entry) => JSON.stringify(entry).includes('The certificate from before stays in force')).length;
    const before = await shownName();
    faults?.beginUnread('EIO', at('private', 'server'));
    replacePair(place, authority.sign('unread', { san: ['IP:127.0.0.1'] }));
    await until('the problem', () => problems() === 1);
    // Longer than files rest before they are read: whatever comes now does not come of a change.
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    expect([await shownName(), problems()]).to.deep.equal([before, 1]);
    faults?.end();
    await until('the certificate', async () => (await shownName()) === 'unread');
  });
});
