// Quotas on whole servers: exact over two servers with one Redis, what callers read in the reply, changes while the server runs, and the log.

import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { createKey } from '../../src/front/doors/issue-keys.ts';
import { changeKeys } from '../../src/front/doors/key-file.ts';
import { writePlugins } from '../support/config.ts';
import { RedisServer } from '../support/redis-server.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { noRedis, skipWithout } from '../support/skip.ts';

const PLUGINS = {
  notes: {
    source: `export const getNote = () => 'a note';
export const burn = ({ ms }) => { const end = Date.now() + ms; while (Date.now() < end); return 1; };
export const sleep = async ({ ms }) => { await new Promise((resolve) => setTimeout(resolve, ms)); return 1; };`,
    tools: { getNote: {}, burn: {}, sleep: {} },
  },
};

describe('quotas of a server', function () {
  this.timeout(90_000);
  let plugins: string;
  let keysFile: string;
  const keys: Record<string, string> = {};
  const servers: ServerProcess[] = [];

  before(async () => {
    plugins = writePlugins(PLUGINS);
    keysFile = join(`${plugins}-keys.json`);
    for (const client of ['ada', 'bob'])
      keys[client] = (await changeKeys(keysFile, (list) => createKey(list, { client, scopes: [] }, undefined))).key;
  });
  afterEach(() => {
    for (const server of servers.splice(0)) server.remove();
  });
  after(() => {
    rmSync(plugins, { recursive: true, force: true });
    rmSync(keysFile, { force: true });
  });

  const start = async (config: object, env = {}): Promise<ServerProcess> => {
    const server = await startServer({ plugins, config: { access: { keysFile }, ...config }, env });
    servers.push(server);
    return server;
  };
  const call = (server: ServerProcess, who: string, toolName = 'getNote', args: object = {}): Promise<Response> =>
    fetch(`${server.url}/mcp/callTool`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': keys[who] ?? '' },
      body: JSON.stringify({ toolName, arguments: args }),
    });

  it('let exactly 100 of 1,000 parallel calls pass over two servers with one Redis', async function () {
    skipWithout(this, 'two servers with one Redis', noRedis());
    const redis = await RedisServer.start();
    try {
      const config = {
        store: { redisUrlEnv: 'STORE_ADDRESS', shared: ['quotas'] },
        throttling: { quotas: { each: { per: ['client'], calls: 100, every: 'day' } } },
        pool: { maxQueued: 2_000 },
        limits: { queueMs: 60_000 },
      };
      const two = await Promise.all([1, 2].map(() => start(config, { STORE_ADDRESS: redis.url })));
      expect((await call(two[0] as ServerProcess, 'bob')).status).to.equal(200);
      expect((await call(two[1] as ServerProcess, 'bob')).status).to.equal(200);
      const replies = await Promise.all(
        Array.from({ length: 1_000 }, (_, at) => call(two[at % 2] as ServerProcess, 'ada')),
      );
      const statuses = replies.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).to.have.length(100);
      expect(statuses.filter((status) => status === 429)).to.have.length(900);
      expect((await call(two[0] as ServerProcess, 'bob')).status).to.equal(200);
    } finally {
      await redis.end();
    }
  });

  it('tell callers what is left and when to come again', async () => {
    const quotas = { hourly: { per: ['client'], calls: 2, every: 'hour' }, one: { concurrentCalls: 5 } };
    const server = await start({ throttling: { quotas } });
    const first = await call(server, 'ada');
    expect(first.status).to.equal(200);
    expect(first.headers.get('ratelimit-policy')).to.equal('"hourly";q=2;w=3600');
    expect(first.headers.get('ratelimit')).to.match(/^"hourly";r=1;t=1[78]\d\d$/);
    await call(server, 'ada');
    const refused = await call(server, 'ada');
    expect(refused.status).to.equal(429);
    expect(refused.headers.get('ratelimit')).to.match(/^"hourly";r=0;t=1[78]\d\d$/);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1_700, 1_801);
    expect(await refused.json()).to.include({
      ...{ code: 'rate_limited', fault: 'caller', retryable: true, limit: 'calls', allowed: 2 },
      setting: 'throttling.quotas.hourly.calls',
    });
    expect((await call(server, 'bob')).status).to.equal(200);
    const line = await server.entry(({ code }) => code === 'rate_limited');
    expect(line).to.include({ client: 'ada', deniedBy: 'throttling.quotas.hourly.calls' });
  });

  it('stop a client whose calls have cost too much, and no other', async () => {
    const server = await start({ throttling: { quotas: { cpu: { per: ['client'], cpuMs: 20, every: 'hour' } } } });
    expect((await call(server, 'ada', 'burn', { ms: 400 })).status).to.equal(200);
    const refused = await call(server, 'ada');
    expect(refused.status).to.equal(429);
    expect(refused.headers.get('ratelimit-policy')).to.equal('"cpu";q=20;qu="cpu-ms";w=3600');
    expect((await call(server, 'bob', 'burn', { ms: 1 })).status).to.equal(200);
  });

  it('charge a call that was killed', async () => {
    const server = await start({
      throttling: { quotas: { cpu: { per: ['client'], cpuMs: 100, every: 'hour' } } },
      limits: { cpuMs: 200 },
    });
    expect((await call(server, 'ada', 'burn', { ms: 60_000 })).status).to.equal(504);
    expect((await call(server, 'ada')).status).to.equal(429);
    expect((await call(server, 'bob')).status).to.equal(200);
  });

  it('charge what tools send to other servers and receive from them', async () => {
    const upstream = createServer((_req, res) => res.end('x'.repeat(5_000))).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    const folder = writePlugins({
      looker: {
        source: `export const look = async () => (await (await fetch('${origin}/')).text()).length;`,
        tools: { look: {} },
        manifest: { capabilities: { fetch: [{ origin, methods: ['GET'], path: '/*' }] } },
      },
    });
    const quotas = {
      bytes: { per: ['client'], egressBytes: 8_000, every: 'day' },
      requests: { clients: ['bob'], egressRequests: 1, every: 'day' },
    };
    const server = await startServer({
      plugins: folder,
      config: { access: { keysFile }, grants: { looker: { privateFetch: [origin] } }, throttling: { quotas } },
    });
    servers.push(server);
    try {
      const look = async (who: string) =>
        ((await (await call(server, who, 'look')).json()) as { limit?: string }).limit ?? 'ok';
      expect([await look('ada'), await look('ada'), await look('ada')]).to.deep.equal(['ok', 'ok', 'egressBytes']);
      expect([await look('bob'), await look('bob')]).to.deep.equal(['ok', 'egressRequests']);
    } finally {
      upstream.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('hold places for calls under way, and give them back when callers hang up', async () => {
    const server = await start({ throttling: { quotas: { few: { per: ['client'], concurrentCalls: 1 } } } });
    const hangUp = new AbortController();
    const held = fetch(`${server.url}/mcp/callTool`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': keys.ada ?? '' },
      body: JSON.stringify({ toolName: 'sleep', arguments: { ms: 4_000 } }),
      signal: hangUp.signal,
    }).catch(() => undefined);
    const statusOf = async (): Promise<number> => (await call(server, 'ada')).status;
    const until = async (wanted: number): Promise<void> => {
      for (const startMs = performance.now(); (await statusOf()) !== wanted; )
        if (performance.now() - startMs > 15_000) throw new Error(`there was no ${wanted}`);
    };
    await until(429);
    expect((await call(server, 'bob')).status).to.equal(200);
    hangUp.abort();
    await held;
    await until(200);
  });

  it('follow the configuration, and refuse one that limits nothing', async () => {
    const server = await start({ throttling: { quotas: { each: { calls: 1, every: 'day' } } } });
    await call(server, 'ada');
    expect((await call(server, 'ada')).status).to.equal(429);
    const write = (quotas: object) =>
      writeFileSync(server.configFile, JSON.stringify({ access: { keysFile }, throttling: { quotas } }));
    write({ each: { every: 'day' } });
    const refused = await server.entry(({ msg }) => msg === 'configuration refused');
    expect(refused.detail).to.contain('throttling.quotas.each: the quota names no amount');
    expect((await call(server, 'ada')).status).to.equal(429);
    write({ each: { calls: 3_000, every: 'day' } });
    await server.entry(({ msg }) => msg === 'configuration taken up');
    expect((await call(server, 'ada')).status).to.equal(200);
    write({});
    await server.entry(() => server.entries().filter(({ msg }) => msg === 'configuration taken up').length === 2);
    const free = await call(server, 'ada');
    expect([free.status, free.headers.get('ratelimit')]).to.deep.equal([200, null]);
  });
});
