// Three servers with one Redis behind HAProxy, with the page's configuration of it, under load: Redis is killed, servers are restarted one after the
// other, one is killed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { createClient, ToolcellError } from '../../packages/client/src/client.ts';
import { blockWith, substituted } from '../docs/deploying-texts.ts';
import { freePort } from '../support/free-port.ts';
import { callTool, writePlugins } from '../support/host.ts';
import { RedisServer } from '../support/redis-server.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { noCommands, noRedis, skipWithout } from '../support/skip.ts';

const sourceFor = (origin: string): string => `
export const pure = () => 'pure';
export const pay = async ({ id }) => (await fetch('${origin}/?id=' + id, { method: 'POST' })).text();
export const count = async ({ key }, { store }) => {
  for (;;) {
    const entry = await store.entry(key);
    try {
      const value = (entry?.value ?? 0) + 1;
      await store.set(key, value, { ifVersion: entry?.version ?? null });
      return value;
    } catch (error) {
      if (error.name !== 'ConflictError') throw error;
    }
  }
};`;

/** Works under way at once in a load: those that run while a server is restarted wait for it. */
const MOST_UNDER_WAY = 24;

/** A quarter took less: what happens to all, and not what a busy machine does to some. */
const quarterOf = (sorted: readonly number[] = []): number => sorted[Math.floor(sorted.length / 4)] ?? 0;

describe('three servers behind HAProxy', function () {
  this.timeout(300_000);
  let folder: string;
  let plugins: string;
  let upstream: Server;
  let redis: RedisServer;
  let proxy: ChildProcess | undefined;
  let url: string;
  let config: object;
  const payments: string[] = [];
  const servers: ServerProcess[] = [];

  before(async function () {
    skipWithout(this, 'several servers behind HAProxy', noRedis() ?? noCommands('haproxy'));
    upstream = createServer((req, res) => {
      payments.push(new URL(req.url ?? '', 'http://upstream').searchParams.get('id') ?? '');
      res.end('paid');
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    const source = sourceFor(origin);
    plugins = writePlugins({
      computes: { source, tools: { pure: {} } },
      counts: { source, tools: { count: {} }, manifest: { capabilities: { store: {} } } },
      pays: {
        source,
        tools: { pay: {} },
        manifest: { capabilities: { fetch: [{ origin, methods: ['POST'], path: '/*' }] } },
      },
    });
    redis = await RedisServer.start();
    config = {
      server: { unreadyMs: 3_000, keepAliveTimeoutMs: 65_000 },
      grants: { counts: { store: true }, pays: { privateFetch: [origin] } },
      // A busy machine holds up whom a tool asks.
      plugins: { overrides: { pays: { limits: { wallMs: 20_000 } } } },
      limits: { queueMs: 30_000 },
      idempotency: { enabled: true },
      store: { redisUrlEnv: 'STORE_ADDRESS', shared: ['answers'] },
    };
    folder = mkdtempSync(join(tmpdir(), 'toolcell-replicas-'));
    for (let at = 0; at < 3; at += 1) servers.push(await start());
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const lines = servers.map((server, at) => `  server s${at} ${new URL(server.url).host}`);
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(
      file,
      substituted(blockWith('option httpchk'), {
        ':443 ssl crt /etc/haproxy/tools.pem': `127.0.0.1:${port}`,
        '  server one 10.0.0.1:3000\n  server two 10.0.0.2:3000': lines.join('\n'),
      }),
    );
    proxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
    await untilAnswered(url);
  });
  after(async () => {
    proxy?.kill('SIGKILL');
    for (const server of servers) server.remove();
    upstream?.close();
    upstream?.closeAllConnections();
    await redis?.end();
    for (const path of [folder, plugins]) if (path !== undefined) rmSync(path, { recursive: true, force: true });
  });

  const start = (port = 0): Promise<ServerProcess> =>
    startServer({ plugins, config, port, env: { STORE_ADDRESS: redis.url } });
  const untilAnswered = async (address: string): Promise<void> => {
    for (
      let tries = 0;
      !(await fetch(`${address}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ));
      tries += 1
    ) {
      if (tries > 300) throw new Error(`${address} does not answer`);
      await setTimeout(100);
    }
  };
  /** Begins so many works a second until it is stopped, or fewer on a machine that does not keep up. Resolves with their results. */
  const load = <Result>(perSecond: number, work: (at: number) => Promise<Result>) => {
    const begun: Promise<Result>[] = [];
    let underWay = 0;
    const begin = (): void => {
      if (underWay === MOST_UNDER_WAY) return;
      underWay += 1;
      begun.push(
        work(begun.length).finally(() => {
          underWay -= 1;
        }),
      );
    };
    const timer = setInterval(begin, 1_000 / perSecond);
    return {
      stop: (): Promise<readonly Result[]> => {
        clearInterval(timer);
        return Promise.all(begun);
      },
    };
  };

  it('lose no call that needs no store while Redis is killed, and answer the others at once', async () => {
    for (const tool of ['pure', 'count']) expect((await callTool(url, tool, { key: 'k' })).status).to.equal(200);
    const work = async (at: number) => {
      const tool = at % 2 === 0 ? 'pure' : 'count';
      const beganMs = performance.now();
      const { status, code, body, elapsedMs } = await callTool(url, tool, { key: `k${at % 20}` });
      const { fault, detail } = body as { fault?: string; detail?: string };
      return { tool, status, code, beganMs, elapsedMs, fault, detail };
    };
    const loaded = load(40, work);
    await setTimeout(1_500);
    redis.signal('SIGKILL');
    await setTimeout(5_000);
    const during = await fetch(`${url}/readyz`);
    expect([during.status, await during.json()]).to.deep.equal([200, { status: 'degraded', store: 'unavailable' }]);
    await redis.start();
    await setTimeout(2_000);
    const answers = await loaded.stop();
    const of = (tool: string) => answers.filter((answer) => answer.tool === tool);
    expect(of('pure').filter(({ status }) => status !== 200)).to.deep.equal([]);
    const failed = of('count').filter(({ status }) => status !== 200);
    expect(failed).to.not.be.empty;
    for (const { status, code, fault } of failed)
      expect([status, code, fault]).to.deep.equal([503, 'store_unavailable', 'host']);
    // Not much later than those that wait for nothing and were begun meanwhile, however busy the machine is: each wait for a connection would be
    // half a second.
    const beganMs = failed.map((answer) => answer.beganMs);
    const meanwhile = of('pure').filter(
      (answer) => answer.beganMs >= Math.min(...beganMs) && answer.beganMs <= Math.max(...beganMs),
    );
    const [failedMs, pureMs] = [failed, meanwhile].map((some) =>
      some.map(({ elapsedMs }) => elapsedMs).sort((one, other) => one - other),
    );
    expect(quarterOf(failedMs)).to.be.below(2 * quarterOf(pureMs) + 250);
    expect(failedMs?.at(-1)).to.be.below((pureMs?.at(-1) ?? 0) + 2_500);
    expect((await callTool(url, 'count', { key: 'k' })).status).to.equal(200);
    expect(await (await fetch(`${url}/readyz`)).json()).to.deep.equal({ status: 'ready' });
  });

  const pays = () => {
    const client = createClient({ url, retries: 10, mostRetryDelayMs: 5_000 });
    payments.length = 0;
    return (at: number) =>
      client
        .callTool('pay', { id: `p-${at}` }, { idempotencyKey: `key-${payments.length}-${at}-${Math.random()}` })
        .then(
          () => 'paid',
          (error: unknown) => (error instanceof ToolcellError ? error.code : String(error)),
        );
  };
  const times = (): readonly number[] => [...Map.groupBy(payments, (id) => id).values()].map(({ length }) => length);

  it('lose no call in a rolling restart, and carry each out once', async () => {
    const loaded = load(40, pays());
    for (const [at, server] of servers.entries()) {
      const port = Number(new URL(server.url).port);
      expect(await server.end()).to.equal(0);
      servers[at] = await start(port);
      await untilAnswered(servers[at]?.url ?? '');
      // HAProxy sends it calls again after two good checks.
      await setTimeout(2_500);
    }
    const results = await loaded.stop();
    expect(results.filter((result) => result !== 'paid')).to.deep.equal([]);
    expect(payments).to.have.lengthOf(results.length);
    expect(times().every((count) => count === 1)).to.equal(true);
  });

  it('carry each call out once if one of them is killed, and lose none that can be known', async () => {
    const loaded = load(40, pays());
    await setTimeout(1_500);
    servers[0]?.child.kill('SIGKILL');
    await setTimeout(4_000);
    const results = await loaded.stop();
    const lost = results.filter((result) => result !== 'paid');
    // What ran in the killed server, and ended without an answer there.
    expect(lost.filter((result) => result !== 'outcome_unknown' && result !== 'call_running')).to.deep.equal([]);
    expect(lost.length).to.be.at.most(MOST_UNDER_WAY / 3);
    expect(times().every((count) => count === 1)).to.equal(true);
    expect(payments.length).to.be.within(results.length - lost.length, results.length);
  });
});
