// Callers that show a certificate: the client that it names calls, every other certificate is refused, and what is taken away is refused with
// the next request of an open connection.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { expect } from 'chai';
import { createKey } from '../../src/front/doors/issue-keys.ts';
import { keyListText } from '../../src/front/doors/key-record.ts';
import { writePlugins } from '../support/config.ts';
import { fingerprintOf, type Pair, selfSigned, TestAuthority } from '../support/openssl.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { noCommands, skipWithout } from '../support/skip.ts';

const HOUR_MS = 3_600_000;
const PLUGINS = {
  worker: {
    source: `export const echo = (value) => value;
export const slow = async ({ ms }) => { await new Promise((resolve) => setTimeout(resolve, ms)); return {}; };`,
    tools: { echo: {}, slow: {} },
  },
};
const FOR_CLIENTS = { usage: 'clientAuth' } as const;

interface Answer {
  readonly status: number;
  readonly detail: string;
}

describe('certificates of callers', function () {
  this.timeout(120_000);
  let folder: string;
  let plugins: string;
  let authority: TestAuthority;
  let server: ServerProcess;
  let ca: string;
  let ada: Pair;
  let bob: Pair;
  let mallory: Pair;
  const keys = { ada: '', eve: '' };
  const agents: Agent[] = [];

  before(async function () {
    skipWithout(this, 'tests of client certificates', noCommands('openssl'));
    folder = mkdtempSync(join(tmpdir(), 'toolcell-clients-'));
    plugins = writePlugins(PLUGINS);
    authority = new TestAuthority(folder, 'authority');
    ca = readFileSync(authority.certificate, 'utf8');
    ada = authority.sign('ada', { ...FOR_CLIENTS, san: ['URI:spiffe://example.com/ada'] });
    bob = authority.sign('bob', FOR_CLIENTS);
    mallory = authority.sign('mallory', FOR_CLIENTS);
    const one = createKey([], { client: 'ada', scopes: ['read', 'more'] }, undefined);
    const two = createKey(one.keys, { client: 'eve', scopes: [] }, undefined);
    keys.ada = one.result.key;
    keys.eve = two.result.key;
    writeFileSync(join(folder, 'keys.json'), keyListText(two.keys), { mode: 0o600 });
  });
  after(() => {
    for (const path of [folder, plugins]) if (path) rmSync(path, { recursive: true, force: true });
  });
  afterEach(() => {
    for (const agent of agents.splice(0)) agent.destroy();
    server?.remove();
  });

  const configOf = (certificates: object, tls: object = {}): object => {
    const { certificate, key } = authority.sign('server', { san: ['IP:127.0.0.1'] });
    const own = { certificateFile: certificate, keyFile: key, clientCaFile: authority.certificate };
    return {
      server: { tls: { ...own, clientCertificates: 'optional', ...tls } },
      access: { keysFile: join(folder, 'keys.json'), certificates },
    };
  };
  const CLIENTS = (): object => ({
    ada: { san: 'URI:spiffe://example.com/ada', org: 'acme', scopes: ['read', 'write'] },
    bob: { fingerprint256: [fingerprintOf(bob)] },
  });
  /** A connection of its own, which stays open. */
  const agentOf = (pair?: Pair): Agent => {
    const own = pair && { cert: readFileSync(pair.certificate), key: readFileSync(pair.key) };
    const agent = new Agent({ ca, keepAlive: true, maxSockets: 1, ...own });
    agents.push(agent);
    return agent;
  };
  const call = (
    agent: Agent,
    more: Readonly<Record<string, string>> = {},
    tool = 'echo',
    args: object = { a: 1 },
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ toolName: tool, arguments: args });
      const headers = { 'content-type': 'application/json', 'content-length': `${body.length}`, ...more };
      const sent = request(`${server.url}/mcp/callTool`, { method: 'POST', headers, agent }, (response) => {
        text(response).then((answer) => {
          const { detail = '' } = JSON.parse(answer) as { detail?: string };
          resolve({ status: response.statusCode ?? 0, detail });
        }, reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  const refused = async (pair: Pair | undefined, reason: RegExp, headers = {}): Promise<void> => {
    const { status, detail } = await call(agentOf(pair), headers);
    expect({ status, detail }).to.include({ status: 401 });
    expect(detail).to.match(reason);
  };
  const calledAs = (name: string) =>
    server.entry(({ caller, toolName }) => caller === `client:${name}` && toolName === 'echo');

  it('name the client that calls', async () => {
    server = await startServer({ plugins, config: configOf(CLIENTS()) });
    expect((await call(agentOf(ada))).status).to.equal(200);
    expect(await calledAs('ada')).to.include({ client: 'ada', org: 'acme', code: 'ok' });
    expect((await call(agentOf(bob))).status).to.equal(200);
    expect(await calledAs('bob')).not.to.have.property('keyId');
  });

  it('are refused unless the authority has signed them for clients and they hold, and a header is no certificate', async () => {
    server = await startServer({ plugins, config: configOf(CLIENTS()) });
    const names = { ...FOR_CLIENTS, subject: '/CN=ada', san: ['URI:spiffe://example.com/ada'] };
    const stranger = new TestAuthority(folder, 'stranger');
    const namesake = new TestAuthority(mkdtempSync(join(folder, 'x-')), 'authority');
    await refused(stranger.sign('ada-of-stranger', names), /none of the authorities/);
    await refused(namesake.sign('ada-of-namesake', names), /none of the authorities/);
    await refused(selfSigned(folder, 'ada-itself', names), /none of the authorities/);
    await refused(authority.sign('late', { ...names, fromMs: -2 * HOUR_MS, untilMs: -HOUR_MS }), /it has expired/);
    await refused(authority.sign('early', { ...names, fromMs: HOUR_MS }), /it is not valid yet/);
    await refused(authority.sign('for-servers', { ...names, usage: 'serverAuth' }), /it is not for clients/);
    await refused(mallory, /genuine, but names no client/);
    const certificate = encodeURIComponent(readFileSync(ada.certificate, 'utf8'));
    for (const name of [
      'X-Client-Cert',
      'X-SSL-Client-Cert',
      'X-Forwarded-Client-Cert',
      'Client-Cert',
      'X-SSL-Client-Verify',
    ])
      await refused(undefined, /The request has no key/, { [name]: certificate });
    expect(server.entries().filter(({ code }) => code === 'ok')).to.deep.equal([]);
    // Health is for everyone, as with keys.
    const health = await new Promise((resolve) =>
      request(`${server.url}/livez`, { ca }, (r) => resolve(r.resume().statusCode)).end(),
    );
    expect(health).to.equal(200);
  });

  it('go with a key of the same client only, and the scopes that both have', async () => {
    server = await startServer({ plugins, config: configOf(CLIENTS()) });
    expect((await call(agentOf(ada), { 'x-api-key': keys.ada })).status).to.equal(200);
    expect(await calledAs('ada')).to.have.property('keyId');
    await refused(ada, /belong to different clients/, { 'x-api-key': keys.eve });
    await refused(bob, /belong to different clients/, { authorization: `Bearer ${keys.ada}` });
    await refused(ada, /not a key of this server/, { authorization: 'Bearer wrong' });
    await refused(mallory, /names no client/, { 'x-api-key': keys.ada });
    expect((await call(agentOf(), { 'x-api-key': keys.eve })).status).to.equal(200);
  });

  it('are refused with the next request of an open connection when their client is taken away', async () => {
    server = await startServer({ plugins, config: configOf(CLIENTS()) });
    const agent = agentOf(ada);
    const other = agentOf(bob);
    for (const each of [agent, other]) expect((await call(each)).status).to.equal(200);
    const { ada: _, ...left } = CLIENTS() as Record<string, object>;
    writeFileSync(server.configFile, JSON.stringify(configOf(left)));
    await server.entry(
      ({ msg, settings }) => msg === 'configuration taken up' && String(settings).includes('access.certificates'),
    );
    const { status, detail } = await call(agent);
    expect(status).to.equal(401);
    expect(detail).to.match(/names no client/);
    expect((await call(other)).status).to.equal(200);
    // The last client too.
    writeFileSync(server.configFile, JSON.stringify(configOf({})));
    await server.entry(() => server.entries().filter(({ msg }) => msg === 'configuration taken up').length === 2);
    expect((await call(other)).status).to.equal(401);
  });

  it('are refused when their authority revokes them, also on a connection that is open', async () => {
    const crlFile = authority.revoke();
    server = await startServer({ plugins, config: configOf(CLIENTS(), { crlFile }) });
    const agent = agentOf(ada);
    const other = agentOf(bob);
    for (const each of [agent, other]) expect((await call(each)).status).to.equal(200);
    // A call that has begun gets its answer.
    const underWay = call(agentOf(bob), {}, 'slow', { ms: 3_000 });
    authority.revoke(ada);
    await server.entry(({ msg }) => String(msg).includes('another TLS certificate'));
    const { status, detail } = await call(agent);
    expect(status).to.equal(401);
    expect(detail).to.match(/its authority has revoked it/);
    expect((await call(other)).status).to.equal(200);
    expect((await underWay).status).to.equal(200);
  });

  it('are needed for a connection if they are required', async () => {
    server = await startServer({ plugins, config: configOf(CLIENTS(), { clientCertificates: 'required' }) });
    expect((await call(agentOf(ada))).status).to.equal(200);
    const stranger = new TestAuthority(folder, 'another').sign('nobody', FOR_CLIENTS);
    for (const pair of [undefined, stranger])
      await call(agentOf(pair), { 'x-api-key': keys.ada }).then(
        () => expect.fail('no request may come through'),
        (error: NodeJS.ErrnoException) => expect(error.code).to.match(/^(ERR_SSL_|ECONNRESET|EPIPE)/),
      );
  });

  it('are sent again with each connection, because no session is resumed', async () => {
    server = await startServer({ plugins, config: configOf(CLIENTS()) });
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      const port = Number(new URL(server.url).port);
      const own = { cert: readFileSync(ada.certificate), key: readFileSync(ada.key), ca, port, maxVersion };
      const reused = async (session?: Buffer): Promise<readonly [isReused: unknown, session: Buffer | undefined]> => {
        const socket = connect({ ...own, host: '127.0.0.1', ...(session && { session }) });
        let given: Buffer | undefined;
        socket.on('session', (each) => (given = each));
        let isReused: unknown;
        socket.once('secureConnect', () => (isReused = socket.isSessionReused()));
        socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
        await new Promise((resolve) => socket.resume().once('close', resolve));
        return [isReused, given];
      };
      const [, session] = await reused();
      const [isReused] = await reused(session);
      expect(isReused, maxVersion).to.equal(false);
    }
  });
});
