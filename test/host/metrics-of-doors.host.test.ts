// The figures of a host that has API keys and an admin key: who was let in, who was refused, and when keys expire.

import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { createKey } from '../../src/front/doors/issue-keys.ts';
import { changeKeys } from '../../src/front/doors/key-file.ts';
import { type Host, startHost } from '../../src/server/host.ts';
import { SHARED_CACHE } from '../support/cache.ts';
import { type Exposition, scrape } from '../support/exposition.ts';
import { testConfig, writePlugins } from '../support/host.ts';

const ADMIN_KEY = 'a-key-for-this-test-alone';
const DAY_MS = 86_400_000;
/** A change of the file of keys is noticed within half a second, and a text is reused for a quarter. */
const NOTICED_MS = 1_000;

describe('the figures of doors', function () {
  this.timeout(120_000);
  let folder: string;
  let keysFile: string;
  let host: Host;
  let key: string;

  const issue = (client: string, expiresInMs?: number) =>
    changeKeys(keysFile, (keys) => createKey(keys, { client, scopes: [] }, expiresInMs));
  const call = (headers: Record<string, string>) =>
    fetch(`${host.url}/mcp/callTool`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"toolName":"echo","arguments":{}}',
    });
  const scrapeLater = async (): Promise<Exposition> => {
    await pause(NOTICED_MS);
    return scrape(host.metricsUrl);
  };

  before(async () => {
    folder = writePlugins({ echoes: { source: 'export const echo = (value) => value;', tools: { echo: {} } } });
    keysFile = join(`${folder}-keys.json`);
    ({ key } = await issue('ada'));
    const config = testConfig(folder, { metrics: { enabled: true, port: 0, clients: true } });
    const hash = `sha256:${createHash('sha256').update(ADMIN_KEY).digest('hex')}`;
    host = await startHost({
      config: {
        ...config,
        server: { ...config.server, adminKeys: { admin: { hash, role: 'operate' } } },
        access: { ...config.access, keysFile },
      },
      searchPath: process.env.PATH ?? '',
      ...SHARED_CACHE,
      onCall: () => {},
      onGuestLog: () => {},
    });
  });
  after(async () => {
    await host?.close();
    rmSync(folder, { recursive: true });
    rmSync(keysFile, { force: true });
  });

  it('count clients by name, and refused requests by code alone', async () => {
    expect((await call({ 'x-api-key': key })).status).to.equal(200);
    expect((await call({})).status).to.equal(401);
    expect((await call({ 'x-api-key': `${key.slice(0, -1)}!` })).status).to.equal(401);
    expect((await call({ origin: 'https://elsewhere.example', 'x-api-key': key })).status).to.equal(403);
    const text = await scrapeLater();
    expect(text.valueOf('toolcell_client_calls_total', { client: 'ada', code: 'ok' })).to.equal(1);
    expect(text.valueOf('toolcell_requests_refused_total', { code: 'unauthenticated' })).to.equal(2);
    expect(text.valueOf('toolcell_requests_refused_total', { code: 'forbidden' })).to.equal(1);
    expect(text.valueOf('toolcell_failures_total', { fault: 'caller' })).to.equal(3);
    expect(text.valueOf('toolcell_failures_total', { fault: 'host' })).to.equal(0);
  });

  it('count requests of the admin API', async () => {
    const list = await fetch(`${host.url}/admin/plugins`, { headers: { authorization: `Bearer ${ADMIN_KEY}` } });
    expect(list.status).to.equal(200);
    const text = await scrapeLater();
    expect(text.valueOf('toolcell_admin_requests_total', { action: 'list', code: 'ok' })).to.equal(1);
  });

  it('follow the file of keys', async () => {
    const before = await scrapeLater();
    expect(before.valueOf('toolcell_api_keys')).to.equal(1);
    expect(before.valueOf('toolcell_api_key_expires_timestamp_seconds')).to.equal(undefined);
    const expiresAtMs = Date.now() + 3 * DAY_MS;
    await issue('bob', 3 * DAY_MS);
    const after = await scrapeLater();
    expect(after.valueOf('toolcell_api_keys')).to.equal(2);
    expect(after.valueOf('toolcell_api_key_expires_timestamp_seconds')).to.be.closeTo(expiresAtMs / 1_000, 60);
  });

  it('need no key, and show none', async () => {
    const text = await (await fetch(host.metricsUrl ?? '')).text();
    expect(text).not.to.contain(key.slice('toolcell_'.length, 20));
    expect(text).not.to.match(/sha256|127\.0\.0\.1|bearer:/i);
  });
});
