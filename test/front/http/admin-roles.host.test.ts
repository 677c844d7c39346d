// Keys of the admin API: what each role may do, who is named in the log, and that agents and operators never share a key.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { keyHashOf, makeAdminKey, makeKey } from '../../../src/front/doors/api-key.ts';
import { createKey } from '../../../src/front/doors/issue-keys.ts';
import { keyListText } from '../../../src/front/doors/key-record.ts';
import { type AdminHost, archiveOf, startAdminHost } from '../../support/admin.ts';
import { writePlugins } from '../../support/config.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';

const PLUGINS = '/admin/plugins';
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

describe('roles of admin keys', function () {
  this.timeout(120_000);
  const reader = makeAdminKey();
  const operator = makeAdminKey();
  const apiKey = makeKey();
  let admin: AdminHost;
  before(async () => {
    admin = await startAdminHost(
      {},
      {
        adminKeys: {
          dashboard: { hash: keyHashOf(reader), role: 'read' },
          deploy: { hash: keyHashOf(operator), role: 'operate' },
          // Written by hand: its key has the form of a key for agents.
          shared: { hash: keyHashOf(apiKey), role: 'operate' },
        },
      },
    );
  });
  after(() => admin.close());

  const put = (key: string) => admin.ask('PUT', `${PLUGINS}/counter`, archiveOf({ version: '1.0.0' }), bearer(key));

  it('let a reader list and show, and change nothing', async () => {
    expect((await put(admin.key)).status).to.equal(201);
    expect((await admin.ask('GET', PLUGINS, undefined, bearer(reader))).status).to.equal(200);
    expect((await admin.ask('GET', `${PLUGINS}/counter`, undefined, bearer(reader))).status).to.equal(200);
    const before = JSON.stringify((await admin.ask('GET', PLUGINS)).body);
    for (const [method, path, body] of [
      ['PUT', `${PLUGINS}/counter`, archiveOf({ version: '2.0.0' })],
      ['DELETE', `${PLUGINS}/counter`, undefined],
      ['DELETE', `${PLUGINS}/none`, undefined],
      ['POST', `${PLUGINS}/counter/approve`, { digest: 'sha256-0' }],
      ['POST', `${PLUGINS}/counter/rollback`, {}],
      ['POST', `${PLUGINS}/counter/unpin`, {}],
    ] as const) {
      const reply = await admin.ask(method, path, body, bearer(reader));
      expect({ status: reply.status, code: reply.code }).to.deep.equal({ status: 403, code: 'forbidden' });
      expect(reply.detail).to.equal('The admin key "dashboard" has the role "read". This needs the role "operate".');
    }
    expect(JSON.stringify((await admin.ask('GET', PLUGINS)).body)).to.equal(before);
    expect(admin.host.catalog.bundles.map(({ version }) => version)).to.deep.equal(['1.0.0']);
  });

  it('name the key in the log, also of what was refused', async () => {
    expect((await put(operator)).status).to.equal(200);
    const seen = admin.adminLog.map(({ admin: name, action, code }) => `${name} ${action} ${code}`);
    expect(seen).to.include.members([
      'admin put ok',
      'dashboard list ok',
      'dashboard remove forbidden',
      'deploy put ok',
    ]);
    expect(JSON.stringify([admin.adminLog, admin.callLog])).not.to.contain(reader.slice(0, 24));
  });

  it('refuse an API key, even if its hash is among theirs', async () => {
    for (const key of [apiKey, makeKey(), makeAdminKey(), keyHashOf(operator)]) {
      const reply = await admin.ask('GET', PLUGINS, undefined, bearer(key));
      expect({ status: reply.status, code: reply.code }).to.deep.equal({ status: 401, code: 'unauthenticated' });
    }
  });
});

describe('admin keys of a running server', function () {
  this.timeout(120_000);
  let folder: string;
  let plugins: string;
  let server: ServerProcess;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-admin-'));
    plugins = writePlugins({});
  });
  afterEach(() => server?.remove());
  after(() => {
    for (const path of [folder, plugins]) rmSync(path, { recursive: true, force: true });
  });
  const statusOf = async (path: string, headers: Record<string, string>): Promise<number> => {
    const response = await fetch(`${server.url}${path}`, { headers });
    await response.arrayBuffer();
    return response.status;
  };
  const entry = (key: string, role: 'read' | 'operate') => ({ hash: keyHashOf(key), role });

  it('come and go with a line of the configuration', async () => {
    const [one, two] = [makeAdminKey(), makeAdminKey()];
    const configure = (adminKeys: object): object => ({ server: { adminKeys } });
    server = await startServer({ plugins, config: configure({ one: entry(one, 'operate') }) });
    expect([await statusOf(PLUGINS, bearer(one)), await statusOf(PLUGINS, bearer(two))]).to.deep.equal([200, 401]);
    writeFileSync(server.configFile, JSON.stringify(configure({ two: entry(two, 'read') })));
    await server.entry(({ msg }) => msg === 'configuration taken up');
    expect([await statusOf(PLUGINS, bearer(one)), await statusOf(PLUGINS, bearer(two))]).to.deep.equal([401, 200]);
    writeFileSync(server.configFile, JSON.stringify(configure({})));
    await server.entry(() => server.entries().filter(({ msg }) => msg === 'configuration taken up').length === 2);
    expect(await statusOf(PLUGINS, bearer(two))).to.equal(401);
  });

  it('let a reader read the figures, if there are any', async () => {
    const key = makeAdminKey();
    const adminKeys = { prometheus: entry(key, 'read') };
    server = await startServer({
      plugins,
      config: { server: { adminKeys }, metrics: { enabled: true, port: 0 } },
    });
    const response = await fetch(`${server.url}/admin/metrics`, { headers: bearer(key) });
    expect(response.headers.get('content-type')).to.match(/^text\/plain; version=/);
    expect(await response.text()).to.match(/^toolcell_admin_requests_total\{|^toolcell_build_info\{/m);
    expect(await statusOf('/admin/metrics', {})).to.equal(401);
    server.remove();
    server = await startServer({ plugins, config: { server: { adminKeys } } });
    expect(await statusOf('/admin/metrics', bearer(key))).to.equal(404);
  });

  it('open none of the routes of agents', async () => {
    const key = makeAdminKey();
    const own = '3f1d6a0c4b7e9825d0c1f3a2b4e6978851627384950a1b2c3d4e5f6071829abc';
    const { keys, result } = createKey([], { client: 'ada', scopes: [] }, undefined);
    writeFileSync(join(folder, 'keys.json'), keyListText(keys), { mode: 0o600 });
    server = await startServer({
      plugins,
      config: {
        server: { adminKeys: { own: entry(own, 'operate'), one: entry(key, 'operate') } },
        access: { keysFile: join(folder, 'keys.json') },
      },
    });
    for (const [path, headers] of [
      ['/mcp/metadata', bearer(own)],
      ['/openapi.json', { 'x-api-key': key }],
      ['/calls/x', { 'x-api-key': own }],
    ] as const)
      expect(await statusOf(path, headers), path).to.equal(401);
    const response = await fetch(`${server.url}/mcp/metadata`, { headers: bearer(key) });
    expect(((await response.json()) as { detail: string }).detail).to.match(/is one for the admin API/);
    expect(await statusOf('/mcp/metadata', bearer(result.key))).to.equal(200);
    expect(await statusOf(PLUGINS, bearer(result.key))).to.equal(401);
    expect([await statusOf(PLUGINS, bearer(key)), await statusOf(PLUGINS, bearer(own))]).to.deep.equal([200, 200]);
  });

  it('are refused at start if one is an API key too', async () => {
    const { keys, result } = createKey([], { client: 'ada', scopes: [] }, undefined);
    writeFileSync(join(folder, 'keys.json'), keyListText(keys), { mode: 0o600 });
    const config = {
      server: { adminKeys: { one: { hash: result.record.hash, role: 'read' } } },
      access: { keysFile: join(folder, 'keys.json') },
    };
    await startServer({ plugins, config }).then(
      () => expect.fail('the server must not start'),
      ({ message }: Error) => expect(message).to.contain('server.adminKeys.one: it is also the hash of an API key'),
    );
  });
});
