// Several servers on one port (`server.reusePort`): the kernel spreads connections over them. One is killed, one is drained, and all are replaced
// one after the other, under load of clients that keep their connections and of clients that do not.

import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { runHere } from '../cli/run-command.ts';
import { writePlugins } from '../support/config.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { notLinux, skipWithout } from '../support/skip.ts';

const SOURCE = `
  export const echo = (value) => value;
  export const hold = async ({ ms }) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return ms;
  };`;
const COUNTS = `
  export const count = async (_args, { store }) => {
    for (;;) {
      const found = await store.entry('count');
      const next = (found?.value ?? 0) + 1;
      try {
        await store.set('count', next, { ifVersion: found?.version ?? null });
        return next;
      } catch (error) {
        if (error.name !== 'ConflictError') throw error;
      }
    }
  };`;
const configOf = (keepAliveTimeoutMs: number) => ({
  server: { reusePort: true, keepAliveTimeoutMs },
  pool: { maxQueued: 1_000 },
  // What is tested are the servers, not how soon a busy machine has started their runners.
  limits: { queueMs: 60_000, wallMs: 30_000 },
});
/** How long a call is held that must still run when its server is killed or drained: a busy machine takes seconds to get there. */
const HELD_MS = 5_000;
/** Connections stay where they are for the whole test. */
const CONFIG = configOf(10_000);
/** Idle connections end soon, so that a server that hands its port over does, too. */
const SHORT_LIVED = configOf(1_000);

interface Reply {
  readonly status: number;
  readonly callId: string;
  readonly body: string;
  readonly endsConnection: boolean;
}

describe('several servers on one port', function () {
  this.timeout(180_000);
  let plugins: string;
  const servers: ServerProcess[] = [];
  const agents: Agent[] = [];

  before(function () {
    skipWithout(this, 'several servers on one port', notLinux());
    plugins = writePlugins({
      echoes: { source: SOURCE, tools: { echo: {}, hold: {} } },
      counts: { source: COUNTS, tools: { count: {} }, manifest: { capabilities: { store: {} } } },
    });
  });
  afterEach(() => {
    for (const agent of agents.splice(0)) agent.destroy();
    for (const server of servers.splice(0)) server.remove();
  });
  after(() => plugins && rmSync(plugins, { recursive: true, force: true }));

  const start = async (config: object = CONFIG): Promise<ServerProcess> => {
    const [first] = servers;
    const port = first === undefined ? 0 : Number(new URL(first.url).port);
    const server = await startServer({ plugins, config, port });
    servers.push(server);
    return server;
  };
  /** An agent with one connection, which it keeps. */
  const keeping = (): Agent => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    return agent;
  };
  const call = (agent: Agent | false, toolName: string, args: object = {}): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json' };
      const url = new URL('/mcp/callTool', servers[0]?.url);
      const sent = request(url, { method: 'POST', headers, agent }, (response) => {
        const { statusCode: status = 0, headers: got } = response;
        const callId = String(got['toolcell-call-id']);
        text(response).then(
          (body) => resolve({ status, callId, body, endsConnection: got.connection === 'close' }),
          reject,
        );
      });
      sent.on('error', reject);
      sent.end(JSON.stringify({ toolName, arguments: args }));
    });
  /** The server that has logged the call. */
  const ownerOf = async ({ callId }: Reply): Promise<ServerProcess> => {
    for (const startMs = performance.now(); performance.now() - startMs < 10_000; await pause(20)) {
      const owner = servers.find((server) => server.entries().some((entry) => entry.callId === callId));
      if (owner !== undefined) return owner;
    }
    throw new Error(`no server has logged ${callId}`);
  };
  /** The version of the plugin that answered, by the log. */
  const versionOf = async (reply: Reply): Promise<unknown> =>
    (await ownerOf(reply)).entries().find(({ callId }) => callId === reply.callId)?.version;
  /** Connections, each with the server that it leads to, until every server has some. */
  const connections = async (count: number): Promise<{ readonly agent: Agent; readonly owner: ServerProcess }[]> => {
    const open: { agent: Agent; owner: ServerProcess }[] = [];
    while (open.length < count || new Set(open.map(({ owner }) => owner)).size < servers.length) {
      const agent = keeping();
      open.push({ agent, owner: await ownerOf(await call(agent, 'echo')) });
    }
    return open;
  };

  it('lose only the calls on connections to one that is killed, and go on', async () => {
    const [first, second] = [await start(), await start()];
    const open = await connections(8);
    const called = open.map(({ agent }) =>
      call(agent, 'hold', { ms: HELD_MS }).then(
        ({ status }) => status,
        ({ code }: NodeJS.ErrnoException) => code,
      ),
    );
    await pause(250);
    first.child.kill('SIGKILL');
    expect(await Promise.all(called)).to.deep.equal(open.map(({ owner }) => (owner === first ? 'ECONNRESET' : 200)));
    // A client that tries again gets its answer, as does everybody else.
    const again = await Promise.all(open.map(({ agent }) => call(agent, 'echo', { again: true })));
    expect(new Set(again.map(({ status }) => status))).to.deep.equal(new Set([200]));
    for (const reply of again) expect(await ownerOf(reply)).to.equal(second);
    const fresh = await Promise.all(Array.from({ length: 20 }, () => call(false, 'echo')));
    expect(new Set(fresh.map(({ status }) => status))).to.deep.equal(new Set([200]));
  });

  it('lose no call if one is drained: it answers what it has, and tells clients to connect again', async () => {
    const [first, second] = [await start(), await start()];
    const open = await connections(8);
    const mine = open.filter(({ owner }) => owner === first);
    const idle = keeping();
    while ((await ownerOf(await call(idle, 'echo'))) !== first) idle.destroy();
    const running = mine.map(({ agent }) => call(agent, 'hold', { ms: HELD_MS }));
    const ended = first.end();
    await first.entry(({ msg }) => msg === 'stopping');
    // A connection that is idle may have a call on its way.
    await pause(300);
    expect(await call(idle, 'echo', { n: 1 })).to.include({ status: 200, body: '{"n":1}', endsConnection: true });
    for (const reply of await Promise.all(running)) expect(reply).to.include({ status: 200, endsConnection: true });
    for (const { agent } of mine) expect(await ownerOf(await call(agent, 'echo'))).to.equal(second);
    expect(await ended).to.equal(0);
    expect(first.stdout()).to.contain('leaving new connections to the other servers on the port');
  });

  it('are replaced one after the other under load, without a lost call', async () => {
    await start(SHORT_LIVED);
    await start(SHORT_LIVED);
    const lost: string[] = [];
    let [isOver, answered, retried] = [false, 0, 0];
    const expectAnswer = (reply: Reply, n: number): void => {
      if (reply.status === 200 && reply.body === `{"n":${n}}`) answered += 1;
      else lost.push(`${reply.status} ${reply.body}`);
    };
    const keeps = async (restMs: number): Promise<void> => {
      const agent = keeping();
      for (let n = 0; !isOver; n += 1) {
        await call(agent, 'echo', { n }).then(
          (reply) => expectAnswer(reply, n),
          (error: NodeJS.ErrnoException) => lost.push(`kept ${error.code}`),
        );
        await pause(Math.random() * restMs);
      }
    };
    const connectsAnew = async (): Promise<void> => {
      for (let n = 0; !isOver; n += 1) {
        const reply = await call(false, 'echo', { n }).catch((error: NodeJS.ErrnoException) => {
          // The moment between the last look at the queue of the socket and its end; docs/deploying.md.
          if (error.code !== 'ECONNRESET') lost.push(`new ${error.code}`);
          retried += 1;
          return call(false, 'echo', { n });
        });
        expectAnswer(reply, n);
        await pause(Math.random() * 20);
      }
    };
    const load = [20, 20, 20, 20, 900, 900, 900, 900].map(keeps).concat([1, 2, 3, 4].map(connectsAnew));
    const started = [...servers];
    for (const old of [...servers]) {
      started.push(await start(SHORT_LIVED));
      expect(await old.end()).to.equal(0);
    }
    // The load goes on until the last server has told of its calls, which takes its log a moment.
    const idle = () => started.filter((server) => !server.entries().some(({ toolName }) => toolName === 'echo'));
    for (let looks = 0; idle().length > 0 && looks < 100; looks += 1) await pause(100);
    expect(idle().map(({ url }) => url)).to.deep.equal([]);
    isOver = true;
    await Promise.all(load);
    expect(lost).to.deep.equal([]);
    expect(retried).to.be.below(3);
    expect(answered).to.be.above(50);
  });

  it('work in one folder, as the unit of systemd has them, and take turns to write to its files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-shared-'));
    const config = { ...CONFIG, audit: { file: 'audit.log' }, grants: { counts: { store: true } } };
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    // At the same time, in a folder in which nothing is yet.
    servers.push(...(await Promise.all([1, 2].map(() => startServer({ plugins, config, port, folder })))));
    const counted: Reply[] = [];
    const countUp = async (): Promise<void> => {
      for (let times = 0; times < 5; times += 1) counted.push(await call(false, 'count'));
    };
    await Promise.all(Array.from({ length: 8 }, countUp));
    expect(counted.filter(({ status }) => status !== 200).map(({ body }) => body)).to.deep.equal([]);
    expect(counted.map(({ body }) => Number(body)).sort((one, other) => one - other)).to.deep.equal(
      Array.from({ length: 40 }, (_, at) => at + 1),
    );
    expect(new Set(await Promise.all(counted.map(ownerOf)))).to.have.lengthOf(2);
    const manifestFile = join(plugins, 'echoes', 'plugin.json');
    writeFileSync(manifestFile, readFileSync(manifestFile, 'utf8').replace('1.0.0', '1.0.1'));
    const open = await connections(2);
    for (const { agent } of open) while ((await versionOf(await call(agent, 'echo'))) !== '1.0.1') await pause(200);
    for (const { agent } of open) agent.destroy();
    expect(await runHere(['audit', 'verify'], { cwd: folder })).to.include({ code: 0 });
    for (const server of servers) expect(await server.end()).to.equal(0);
    expect(await runHere(['audit', 'verify'], { cwd: folder })).to.include({ code: 0 });
    const entries = readFileSync(join(folder, 'audit.log'), 'utf8');
    expect(entries.match(/"serve\.start"/g)).to.have.lengthOf(2);
  });

  it('refuse a port that another server does not share, and say what to set', async () => {
    const alone = await start({});
    const port = Number(new URL(alone.url).port);
    for (const [config, advice] of [
      [CONFIG, 'set server.reusePort for that server too'],
      [{}, 'server.reusePort lets several servers share a port'],
    ] as const) {
      const refused = await startServer({ plugins, config, port }).then(
        () => 'it started',
        (error: Error) => error.message,
      );
      expect(refused).to.contain(`${port} is already in use`).and.contain(advice);
    }
  });
});
