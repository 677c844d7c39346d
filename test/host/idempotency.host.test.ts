// Calls with an idempotency key on whole servers: what a tool does happens once, over repeats, servers, outages and crashes. A server that
// tools ask counts what they have done.

import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { createClient } from '../../packages/client/src/client.ts';
import { createKey } from '../../src/front/doors/issue-keys.ts';
import { changeKeys } from '../../src/front/doors/key-file.ts';
import { ANSWER_BOUNDS } from '../../src/front/gates/idempotency/memory.ts';
import { writePlugins } from '../support/config.ts';
import { RedisServer } from '../support/redis-server.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { noRedis, skipWithout } from '../support/skip.ts';

interface Sent {
  readonly key?: string;
  readonly toolName?: string;
  readonly args?: object;
  readonly who?: string;
  readonly path?: string;
  readonly body?: object;
  readonly signal?: AbortSignal;
}

interface Told {
  readonly status: number;
  readonly replayed: string | null;
  readonly headers: Headers;
  readonly value: unknown;
}

/** What a problem document says. */
type Problem = Readonly<Record<string, unknown>>;

/** Time in which one caller fills its half of the room. */
const KEPT_MS = 15_000;
/** An answer that is nearly as large as one may be. */
const ANSWER_BYTES = 250_000;

const sourceFor = (origin: string): string => `
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const pay = async ({ id, ms = 0 }) => {
  const answer = await (await fetch('${origin}/?id=' + id, { method: 'POST' })).text();
  await pause(ms);
  return answer;
};
export { pay };
export const payAndFail = async (args) => { await pay(args); throw new Error('no receipt came'); };
export const payThenAsk = async (args) => { await pay(args); return (await fetch('${origin}/down')).json(); };
export const long = ({ length }) => 'x'.repeat(length);
export const sleep = async ({ ms }) => { await pause(ms); return ms; };
export const needs = ({ number }) => number.toFixed(2);
`;

describe('calls with an idempotency key', function () {
  this.timeout(120_000);
  let upstream: Server;
  let origin: string;
  let plugins: string;
  let keysFile: string;
  const payments: string[] = [];
  const keys: Record<string, string> = {};
  const servers: ServerProcess[] = [];

  before(async () => {
    upstream = createServer((req, res) => {
      if (req.method === 'POST') payments.push(new URL(req.url ?? '', 'http://upstream').searchParams.get('id') ?? '');
      if (req.url === '/down') return void res.destroy();
      res.end(`payment ${payments.length}`);
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    plugins = writePlugins({
      till: {
        source: sourceFor(origin),
        tools: {
          ...{ pay: {}, payAndFail: {}, payThenAsk: {}, long: {}, sleep: {} },
          needs: { inputSchema: { type: 'object', properties: { number: { type: 'number' } }, required: ['number'] } },
        },
        manifest: { capabilities: { fetch: [{ origin, methods: ['GET', 'POST'], path: '/*' }] } },
      },
    });
    keysFile = `${plugins}-keys.json`;
    for (const client of ['ada', 'bob'])
      keys[client] = (await changeKeys(keysFile, (list) => createKey(list, { client, scopes: [] }, undefined))).key;
  });
  afterEach(() => {
    for (const server of servers.splice(0)) server.remove();
    payments.length = 0;
  });
  after(() => {
    upstream.close();
    rmSync(plugins, { recursive: true, force: true });
    rmSync(keysFile, { force: true });
  });

  const configOf = ({
    idempotency = {},
    ...more
  }: { readonly idempotency?: object } & Record<string, unknown> = {}) => ({
    access: { keysFile },
    grants: { till: { privateFetch: [origin] } },
    idempotency: { enabled: true, ...idempotency },
    ...more,
  });
  const start = async (config: object = configOf(), env = {}): Promise<ServerProcess> => {
    const server = await startServer({ plugins, config, env });
    servers.push(server);
    return server;
  };
  const call = async (server: ServerProcess, sent: Sent): Promise<Told> => {
    const { key, toolName = 'pay', args = {}, who = 'ada', path = '/mcp/callTool', signal } = sent;
    const headers = {
      ...{ 'Content-Type': 'application/json', 'X-API-Key': keys[who] ?? '', Accept: 'application/json' },
      ...(key !== undefined && { 'Idempotency-Key': key }),
    };
    const body = JSON.stringify(sent.body ?? { toolName, arguments: args });
    const reply = await fetch(server.url + path, { method: 'POST', headers, body, ...(signal && { signal }) });
    const replayed = reply.headers.get('idempotency-replayed');
    return { status: reply.status, replayed, headers: reply.headers, value: await reply.json() };
  };
  const codeOf = ({ value }: Told): unknown => (value as Problem).code ?? 'ok';
  /** Repeats a call until its first one has ended. */
  const settled = async (server: ServerProcess, sent: Sent): Promise<Told> => {
    for (const startMs = performance.now(); ; await pause(50)) {
      const told = await call(server, sent);
      if (codeOf(told) !== 'call_running') return told;
      if (performance.now() - startMs > 20_000) throw new Error('the first call did not end');
    }
  };

  it('run once for 20 repeats at once', async () => {
    const server = await start(configOf());
    const sent = { key: 'k-1', args: { id: 'a', ms: 300 } };
    const told = await Promise.all(Array.from({ length: 20 }, () => call(server, sent)));
    const firsts = told.filter(({ status, replayed }) => status === 200 && replayed === 'false');
    expect(firsts).to.have.length(1);
    for (const one of told.filter((each) => each.status !== 200)) {
      expect(one.value).to.include({ code: 'call_running', status: 409, fault: 'caller', retryable: true });
      expect(one.headers.get('retry-after')).to.equal('1');
    }
    const again = await settled(server, sent);
    expect([again.status, again.replayed, again.value]).to.deep.equal([200, 'true', 'payment 1']);
    expect(payments).to.deep.equal(['a']);
    const first = firsts[0]?.headers.get('toolcell-call-id');
    const line = await server.entry(({ replayOf }) => replayOf !== undefined);
    expect(line).to.include({ replayOf: first, code: 'ok', toolName: 'pay', pluginName: 'till', client: 'ada' });
  });

  it('get the answer by each way to call a tool, and another call under the key is refused', async () => {
    const server = await start();
    const sent = { key: 'order-7', args: { id: 'b' } };
    expect((await call(server, sent)).replayed).to.equal('false');
    const ways = [
      { ...sent, key: '"order-7"' },
      { ...sent, path: '/tools/pay', body: sent.args },
    ];
    for (const way of ways) {
      const told = await call(server, way);
      expect([told.status, told.replayed, told.value]).to.deep.equal([200, 'true', 'payment 1']);
    }
    const params = { name: 'pay', arguments: sent.args };
    const mcp = await call(server, {
      ...sent,
      path: '/mcp',
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    expect(mcp.value).to.have.nested.property('result.content[0].text', '"payment 1"');
    expect(mcp.replayed).to.equal('true');
    const withProgress = { ...params, _meta: { progressToken: 'p' } };
    const stream = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        ...{ 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
        ...{ 'X-API-Key': keys.ada ?? '', 'Idempotency-Key': sent.key },
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: withProgress }),
    });
    // It may begin before anybody knows what it will tell, but it does not say the wrong thing.
    expect(stream.headers.get('idempotency-replayed')).to.not.equal('false');
    expect(await stream.text()).to.contain('payment 1');
    for (const other of [{ args: { id: 'c' } }, { toolName: 'sleep' }]) {
      const told = await call(server, { ...sent, ...other });
      expect(told.status).to.equal(422);
      expect(told.value).to.include({ code: 'key_reused', fault: 'caller', retryable: false });
    }
    expect(payments).to.deep.equal(['b']);
    const bobs = await call(server, { ...sent, who: 'bob' });
    expect([bobs.replayed, bobs.value]).to.deep.equal(['false', 'payment 2']);
  });

  it('are repeated by the client until there is an answer, which is the first one', async () => {
    const server = await start();
    const client = createClient({ url: server.url, key: keys.ada ?? '' });
    const how = { idempotencyKey: 'k-0' };
    const args = { id: 'a', ms: 1_200 };
    const told = await Promise.all([1, 2, 3].map(() => client.callToolWithInfo('pay', args, how)));
    expect(told.map(({ result }) => result)).to.deep.equal(['payment 1', 'payment 1', 'payment 1']);
    expect(told.map(({ attempts }) => attempts > 1).toSorted()).to.deep.equal([false, true, true]);
    const lost = await client.callTool('payThenAsk', { id: 'b' }, { idempotencyKey: 'k-00' }).catch((error) => error);
    expect(lost).to.include({ code: 'upstream_failed', retryable: false, attempts: 1 });
    expect(payments).to.deep.equal(['a', 'b']);
  });

  it('are ignored if the server keeps no answers, and refused if the key has another form', async () => {
    const off = await start(configOf({ idempotency: { enabled: false } }));
    for (const payment of ['payment 1', 'payment 2']) {
      const told = await call(off, { key: 'k-2', args: { id: 'd' } });
      expect([told.status, told.replayed, told.value]).to.deep.equal([200, null, payment]);
    }
    const on = await start();
    for (const key of ['', 'two words', '"open', '"a";b=1', 'k'.repeat(256), `"${'k'.repeat(600)}"`, 'schlüssel']) {
      const told = await call(on, { key, args: { id: 'e' } });
      expect(told.status, key).to.equal(400);
      expect(told.value)
        .to.include({ code: 'invalid_request' })
        .and.to.have.property('detail')
        .that.contains('Idempotency-Key');
    }
    expect(payments).to.deep.equal(['d', 'd']);
  });

  it('keep a failure after an effect, and say that a repeat does not help', async () => {
    const server = await start();
    for (const [toolName, code, fault] of [
      ['payAndFail', 'tool_error', 'plugin'],
      ['payThenAsk', 'upstream_failed', 'upstream'],
    ] as const) {
      const sent = { key: toolName, toolName, args: { id: toolName } };
      const [first, again] = [await call(server, sent), await call(server, sent)];
      expect([first.replayed, again.replayed]).to.deep.equal(['false', 'true']);
      for (const { value } of [first, again]) expect(value).to.include({ code, fault, retryable: false });
      expect(again.headers.get('retry-after')).to.equal(null);
    }
    expect(payments).to.deep.equal(['payAndFail', 'payThenAsk']);
  });

  it('let a repeat run if the first call had no effect', async () => {
    const quotas = { slow: { tools: ['pay'], per: ['client'], calls: 1, every: 'second' } };
    const server = await start(configOf({ throttling: { quotas } }));
    const wrong = await call(server, { key: 'k-3', toolName: 'needs', args: { number: 'one' } });
    expect(wrong.value).to.include({ code: 'invalid_arguments' });
    const right = await call(server, { key: 'k-3', toolName: 'needs', args: { number: 1 } });
    expect([right.status, right.replayed, right.value]).to.deep.equal([200, 'false', '1.00']);
    const two = await Promise.all(['k-4', 'k-5'].map((key) => call(server, { key, args: { id: key } })));
    expect(two.map(codeOf).toSorted()).to.deep.equal(['ok', 'rate_limited']);
    await pause(1_100);
    const later = await Promise.all(['k-4', 'k-5'].map((key) => call(server, { key, args: { id: key } })));
    // One of them is told again, which takes nothing of the quota.
    expect(later.map(codeOf)).to.deep.equal(['ok', 'ok']);
    expect(later.map(({ replayed }) => replayed).toSorted()).to.deep.equal(['false', 'true']);
    expect(payments.toSorted()).to.deep.equal(['k-4', 'k-5']);
  });

  it('give no answer to a caller who may not call the tool any more', async () => {
    const server = await start();
    const sent = { key: 'k-6', args: { id: 'f' } };
    expect((await call(server, sent)).status).to.equal(200);
    const access = { keysFile, default: 'deny', rules: { bobs: { clients: ['bob'], effect: 'allow' } } };
    writeFileSync(server.configFile, JSON.stringify({ ...configOf(), access }));
    await server.entry(({ msg }) => msg === 'configuration taken up');
    const refused = await call(server, sent);
    expect([refused.status, refused.replayed, codeOf(refused)]).to.deep.equal([404, 'false', 'tool_not_found']);
  });

  it('carry on if the caller hangs up, and tell the answer to its repeat', async () => {
    const server = await start();
    const sent = { key: 'k-7', args: { id: 'g', ms: 1_500 } };
    const hangUp = new AbortController();
    const held = call(server, { ...sent, signal: hangUp.signal }).catch(() => 'gone');
    for (const startMs = performance.now(); payments.length === 0; await pause(20))
      if (performance.now() - startMs > 15_000) throw new Error('the call did not begin');
    hangUp.abort();
    expect(await held).to.equal('gone');
    const repeat = await call(server, sent);
    expect(codeOf(repeat)).to.equal('call_running');
    const told = await settled(server, sent);
    expect([told.status, told.replayed, told.value]).to.deep.equal([200, 'true', 'payment 1']);
    expect(payments).to.deep.equal(['g']);
    await server.entry(({ code }) => code === 'cancelled');
  });

  it('keep no answer that is too large, begin no call without room, and forget in time', async () => {
    const server = await start(configOf({ idempotency: { keptMs: KEPT_MS } }));
    const large = { key: 'k-8', toolName: 'long', args: { length: 300_000 } };
    expect((await call(server, large)).status).to.equal(200);
    const gone = await call(server, large);
    expect([gone.status, gone.replayed]).to.deep.equal([409, 'true']);
    expect(gone.value).to.include({
      ...{ code: 'answer_not_kept', fault: 'operator', retryable: false },
      ...{ limit: 'answerBytes', allowed: ANSWER_BOUNDS.answerBytes },
    });
    const fits = Math.floor(ANSWER_BOUNDS.keptBytes / 2 / ANSWER_BYTES);
    let kept = 0;
    const fill = async (): Promise<Told> => {
      const told = await call(server, { key: `fill-${kept}`, toolName: 'long', args: { length: ANSWER_BYTES } });
      if (told.status !== 200 || kept > fits) return told;
      kept += 1;
      return fill();
    };
    const full = await fill();
    expect(full.status).to.equal(503);
    expect(full.value).to.include({ code: 'overloaded', retryable: true, limit: 'keptBytes' });
    // The other half is for others, and calls without a key need no room.
    expect((await call(server, { key: 'k-10', args: { id: 'i' }, who: 'bob' })).status).to.equal(200);
    expect((await call(server, { args: { id: 'j' } })).status).to.equal(200);
    await pause(KEPT_MS);
    const later = await call(server, { key: 'k-10', args: { id: 'h' } });
    expect([later.status, later.replayed]).to.deep.equal([200, 'false']);
    expect((await call(server, { key: 'fill-0', toolName: 'long', args: { length: 1 } })).replayed).to.equal('false');
    expect(payments).to.deep.equal(['i', 'j', 'h']);
  });

  describe('with a Redis', () => {
    let redis: RedisServer;
    before(async function () {
      skipWithout(this, 'calls with an idempotency key in Redis', noRedis());
      redis = await RedisServer.start();
    });
    after(() => redis?.end());

    const startShared = (): Promise<ServerProcess> =>
      start(configOf({ store: { redisUrlEnv: 'STORE_ADDRESS', shared: ['answers'] } }), {
        STORE_ADDRESS: redis.url,
      });

    it('run once over two servers, and are told again after a restart of both', async () => {
      const two = await Promise.all([startShared(), startShared()]);
      const sent = { key: 'r-1', args: { id: 'k', ms: 300 } };
      const told = await Promise.all(Array.from({ length: 20 }, (_, at) => call(two[at % 2] as ServerProcess, sent)));
      expect(told.filter(({ status, replayed }) => status === 200 && replayed === 'false')).to.have.length(1);
      for (const server of two) expect((await settled(server, sent)).value).to.equal('payment 1');
      expect(codeOf(await call(two[1], { ...sent, args: { id: 'l' } }))).to.equal('key_reused');
      const failing = { key: 'r-2', toolName: 'payAndFail', args: { id: 'm' } };
      expect((await call(two[0], failing)).value).to.include({ code: 'tool_error', retryable: false });
      await Promise.all(two.map((server) => server.end()));
      const next = await startShared();
      const [paid, failed] = [await call(next, sent), await call(next, failing)];
      expect([paid.status, paid.replayed, paid.value]).to.deep.equal([200, 'true', 'payment 1']);
      expect(failed.value).to.include({ code: 'tool_error', fault: 'plugin', retryable: false });
      expect(payments).to.deep.equal(['k', 'm']);
      const stored = await redis.command('KEYS', 'toolcell-idempotency:*');
      expect(stored.split('\n')).to.have.length(2);
      expect(stored).to.not.match(/r-1|r-2|ada/);
    });

    it('do not run again if the server that ran them is lost', async () => {
      const [first, second] = await Promise.all([startShared(), startShared()]);
      const sent = { key: 'r-3', args: { id: 'n', ms: 20_000 } };
      const lost = call(first, sent).catch(() => 'gone');
      for (const startMs = performance.now(); payments.length === 0; await pause(20))
        if (performance.now() - startMs > 15_000) throw new Error('the call did not begin');
      first.child.kill('SIGKILL');
      expect(await lost).to.equal('gone');
      expect(codeOf(await call(second, sent))).to.equal('call_running');
      // As if nobody had renewed it for as long as a lease.
      for (const key of (await redis.command('KEYS', 'toolcell-idempotency:*')).split('\n'))
        if ((await redis.command('HEXISTS', key, 'until')) === '1') await redis.command('HSET', key, 'until', '1');
      const told = await call(second, sent);
      expect(told.status).to.equal(409);
      expect(told.value).to.include({ code: 'outcome_unknown', fault: 'host', retryable: false });
      expect(payments).to.deep.equal(['n']);
    });

    it('do not begin while Redis is away, and are told of later if it went while they ran', async () => {
      const server = await startShared();
      expect((await call(server, { key: 'r-4', args: { id: 'o' } })).status).to.equal(200);
      const long = { key: 'r-5', args: { id: 'p', ms: 2_000 } };
      const running = call(server, long);
      for (const startMs = performance.now(); payments.length < 2; await pause(20))
        if (performance.now() - startMs > 15_000) throw new Error('the call did not begin');
      await redis.stop();
      const refused = await call(server, { key: 'r-4', args: { id: 'o' } });
      expect(refused.status).to.equal(503);
      expect(refused.value).to.include({ code: 'idempotency_unavailable', fault: 'host', retryable: true });
      expect((await call(server, { args: { id: 'q' } })).status).to.equal(200);
      expect(await running).to.include({ status: 200, value: 'payment 2' });
      await redis.start();
      const back = async (sent: Sent, unless: readonly string[]): Promise<Told> => {
        for (const startMs = performance.now(); ; await pause(100)) {
          const told = await call(server, sent);
          if (!unless.includes(String(codeOf(told)))) return told;
          if (performance.now() - startMs > 20_000) throw new Error(`it is still ${codeOf(told)}`);
        }
      };
      expect((await back({ key: 'r-4', args: { id: 'o' } }, ['idempotency_unavailable'])).value).to.equal('payment 1');
      const told = await back(long, ['idempotency_unavailable', 'call_running']);
      expect([told.status, told.replayed, told.value]).to.deep.equal([200, 'true', 'payment 2']);
      expect(payments).to.deep.equal(['o', 'p', 'q']);
      const texts = server.entries().map(({ msg }) => String(msg));
      expect(texts.filter((text) => text.includes('until it does, calls with an Idempotency-Key'))).to.have.length(1);
    });
  });
});
