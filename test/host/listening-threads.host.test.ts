// A host whose port is served by several threads: it still has one queue, one catalog and one log, and every caller sees the same server.

import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { StartRefused } from '../../src/server/host.ts';
import type { Json } from '../../src/shared/protocol/json.ts';
import { type AdminHost, startAdminHost } from '../support/admin.ts';
import { startTestHost, type TestHost } from '../support/host.ts';

const THREADS = 3;
/** The system spreads connections over the threads: with this many, no thread gets all of them. */
const CONNECTIONS = 24;
const LONG = 40_000;

const SOURCE = `
  export const echo = (value) => value;
  export const hold = async ({ ms }) => {
    const startMs = Date.now();
    await new Promise((resolve) => setTimeout(resolve, ms));
    return [startMs, Date.now()];
  };
  export const long = ({ length }) => 'x'.repeat(length);
  export const fail = () => { throw new Error('it failed'); };`;

interface Reply {
  readonly status: number;
  readonly body: Json;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Sends a request over a connection of its own. */
const ask = (
  url: string,
  method: string,
  path: string,
  { body, headers = {}, signal }: { body?: object; headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const options = { method, agent: new Agent({ keepAlive: false }), ...(signal && { signal }) };
    const sent = request(new URL(path, url), {
      ...options,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    });
    sent.on('error', reject);
    sent.on('response', async (response) => {
      const answer = await text(response);
      const { statusCode: status = 0, headers: got } = response;
      resolve({ status, headers: got, body: answer === '' ? null : (JSON.parse(answer) as Json) });
    });
    sent.end(body && JSON.stringify(body));
  });

const many = <Value>(make: (index: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => make(index)));

describe('a host with several listening threads', function () {
  this.timeout(60_000);
  let host: TestHost;
  const call = (toolName: string, args: object = {}, more: Omit<Parameters<typeof ask>[3], 'body'> = {}) =>
    ask(host.url, 'POST', '/mcp/callTool', { body: { toolName, arguments: args }, ...more });

  before(async () => {
    host = await startTestHost({
      server: { threads: THREADS, maxConnections: 40 },
      plugins: {
        echoes: { source: SOURCE, tools: { echo: {}, long: { limits: { resultBytes: LONG } }, fail: {} } },
        holder: { source: SOURCE, tools: { hold: {} } },
      },
      overrides: { holder: { limits: { concurrencyPerPlugin: 1 } } },
    });
  });
  after(() => host?.close());

  it('answers each call with its own result, and logs it with its plugin', async () => {
    const replies = await many((index) => call('echo', { index, text: 'ü'.repeat(index * 100) }));
    for (const [index, { status, body }] of replies.entries()) {
      expect(status).to.equal(200);
      expect(body).to.deep.equal({ index, text: 'ü'.repeat(index * 100) });
    }
    const longest = await call('long', { length: LONG - 2 });
    expect(longest.body).to.equal('x'.repeat(LONG - 2));
    await pause(50);
    const logged = host.log.filter(({ toolName }) => toolName === 'echo');
    expect(logged).to.have.lengthOf(CONNECTIONS);
    for (const entry of logged) expect(entry).to.include({ pluginName: 'echoes', code: 'ok', status: 200 });
  });

  it('reports failures as one thread does, including the setting', async () => {
    expect(await call('ecko')).to.include({ status: 404 });
    expect((await call('ecko')).body)
      .to.have.property('detail')
      .that.contains('Did you mean "echo"');
    expect((await call('fail')).body).to.include({ code: 'tool_error' });
    const tooLong = await call('long', { length: LONG });
    expect(tooLong.body).to.deep.include({ code: 'result_too_large', limit: 'resultBytes', allowed: LONG });
    expect(tooLong.body).to.have.property('setting').that.is.a('string');
    expect((await ask(host.url, 'GET', '/nowhere')).body).to.include({ code: 'not_found' });
  });

  it('has one list of tools, with one tag', async () => {
    const lists = await many(() => ask(host.url, 'GET', '/mcp/metadata'));
    expect(new Set(lists.map(({ headers }) => headers.etag))).to.have.lengthOf(1);
    const [{ headers, body }] = lists as [Reply];
    expect(JSON.stringify(body)).to.equal(host.host.catalog.metadata.text);
    const again = await many(() =>
      ask(host.url, 'GET', '/mcp/metadata', { headers: { 'if-none-match': String(headers.etag) } }),
    );
    expect(new Set(again.map(({ status }) => status))).to.deep.equal(new Set([304]));
    expect((await ask(host.url, 'GET', '/readyz')).status).to.equal(200);
  });

  it('lets no more calls of a plugin run at a time than one thread would', async () => {
    const replies = await many(() => call('hold', { ms: 5 }));
    const times = replies.map(({ body }) => body as [number, number]).toSorted(([left], [right]) => left - right);
    for (const [index, [startMs]] of times.entries())
      if (index > 0) expect(startMs).to.be.at.least((times[index - 1] as [number, number])[1]);
  });

  it('ends the call of a caller who hangs up', async () => {
    const gone = new AbortController();
    const called = call('hold', { ms: 60_000 }, { signal: gone.signal });
    while (host.host.catalog && (await host.host.status()).callsInFlight === 0) await pause(5);
    gone.abort();
    await called.catch(() => {});
    while ((await host.host.status()).callsInFlight > 0) await pause(5);
    await pause(50);
    expect(host.log.at(-1)).to.include({ toolName: 'hold', code: 'cancelled' });
  });

  it('finds a receipt, whichever thread made the call and whichever is asked', async () => {
    const found = await many(async () => {
      const { headers } = await call('echo', {}, { headers: { prefer: 'receipt' } });
      const place = /^<([^>]+)>/.exec(String(headers.link))?.[1] ?? '';
      return ask(host.url, 'GET', place);
    });
    for (const { status, body } of found) {
      expect(status).to.equal(200);
      expect(body).to.deep.include({ toolName: 'echo', code: 'ok' });
    }
  });

  it('holds no more connections open than one thread would', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 60 }, async (): Promise<Socket> => {
        const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
        socket.on('error', () => {});
        await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
        return socket;
      }),
    );
    await pause(200);
    const open = sockets.filter(({ closed, readyState }) => !closed && readyState === 'open');
    for (const socket of sockets) socket.destroy();
    expect(open.length).to.be.within(30, 40);
    await pause(200);
    expect((await call('echo')).status).to.equal(200);
  });

  it('does not start if another server listens on its port, nor does another server on the port of this one', async () => {
    const port = Number(new URL(host.url).port);
    for (const threads of [1, 2]) {
      const second = startTestHost({ plugins: {}, server: { threads, port } });
      await second.then(
        (started) => started.close().then(() => expect.fail('it started')),
        (error: unknown) => expect(error).to.be.instanceOf(StartRefused).with.property('message').that.contains(port),
      );
    }
  });

  it('answers the calls under way before it ends', async () => {
    const { log } = host;
    const under = call('hold', { ms: 300 });
    while ((await host.host.status()).callsInFlight === 0) await pause(5);
    await host.close();
    expect((await under).status).to.equal(200);
    expect(log.at(-1)).to.include({ toolName: 'hold', code: 'ok' });
    await call('echo').then(
      () => expect.fail('it still listens'),
      (error: NodeJS.ErrnoException) => expect(error.code).to.equal('ECONNREFUSED'),
    );
    host = await startTestHost({ plugins: {} });
  });
});

describe('the admin API over several listening threads', function () {
  this.timeout(60_000);
  let admin: AdminHost;
  after(() => admin?.close());

  it('changes the one catalog, and every thread serves the change at once', async () => {
    admin = await startAdminHost({}, { threads: THREADS });
    const whichVersion = () =>
      ask(admin.host.url, 'POST', '/mcp/callTool', { body: { toolName: 'whichVersion', arguments: {} } });
    for (const version of ['1.0.0', '1.0.1', '1.0.2']) {
      const put = await admin.put({ version });
      expect(put).to.include({ status: 201, state: 'serving' });
      for (const { body } of await many(whichVersion)) expect(body).to.deep.equal([version, version]);
    }
    const refused = await admin.put({ version: '1.0.3', source: 'throw new Error("broken");' });
    expect(refused).to.include({ status: 422, code: 'plugin_refused' });
    expect(refused.refusals[0]).to.have.all.keys('where', 'reason', 'hint');
    expect(await admin.ask('GET', '/admin/plugins/other')).to.include({ status: 404, code: 'not_found' });
    expect(await admin.ask('GET', '/admin/plugins', undefined, { authorization: 'Bearer no' })).to.include({
      status: 401,
    });
    await pause(50);
    expect(admin.adminLog.map(({ action, code }) => `${action} ${code}`)).to.include.members([
      'put ok',
      'put plugin_refused',
      'show not_found',
    ]);
  });
});
