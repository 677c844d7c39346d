// A server that starts while the Redis for its keys, quotas, answers and store is away: it waits, lets nobody in by a key, and goes on when Redis is there.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runHere } from '../cli/run-command.ts';
import { callTool, writePlugins } from '../support/host.ts';
import { RedisServer } from '../support/redis-server.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { noRedis, skipWithout } from '../support/skip.ts';

const PLUGINS = {
  pure: { source: 'export const pure = () => 1;', tools: { pure: {} } },
  keeps: {
    source: 'export const keeps = async (_, { store }) => (await store.set("a", 1)).version.length > 0;',
    tools: { keeps: {} },
    manifest: { capabilities: { store: {} } },
  },
};
const config = {
  grants: { keeps: { store: true } },
  idempotency: { enabled: true },
  throttling: { quotas: { all: { per: ['client'], calls: 1_000, every: 'minute' } } },
  store: { redisUrlEnv: 'STORE_ADDRESS', shared: ['keys', 'quotas', 'answers'] },
};

describe('a server that starts while Redis is away', function () {
  this.timeout(90_000);
  let redis: RedisServer;
  let server: ServerProcess;
  let plugins: string;
  let folder: string;
  before(function () {
    skipWithout(this, 'the start of a server without Redis', noRedis());
  });
  beforeEach(async () => {
    redis = await RedisServer.start('a-password');
    plugins = writePlugins(PLUGINS);
    folder = mkdtempSync(join(tmpdir(), 'toolcell-server-'));
  });
  afterEach(async () => {
    server?.remove();
    await redis.end();
    rmSync(plugins, { recursive: true });
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (): Promise<void> => {
    server = await startServer({ plugins, folder, config, env: { STORE_ADDRESS: redis.url } });
  };
  const ready = async (): Promise<{ readonly status: number; readonly body: object }> => {
    const reply = await fetch(`${server.url}/readyz`);
    return { status: reply.status, body: (await reply.json()) as object };
  };
  const lines = (what: RegExp): readonly string[] =>
    server
      .entries()
      .map(({ msg }) => String(msg))
      .filter((text) => what.test(text));
  const untilReady = async (): Promise<void> => {
    for (let tries = 0; (await ready()).status !== 200; tries += 1) {
      if (tries > 200) throw new Error(`never ready: ${server.stderr()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  it('waits, not ready, says so once, lets nobody in, and goes on by itself when Redis is there', async () => {
    await start();
    const made = await runHere(['key', 'create', '--client', 'ada', '--json'], {
      cwd: folder,
      env: { STORE_ADDRESS: redis.url },
    });
    const { key } = JSON.parse(made.stdout) as { readonly key: string };
    await server.end();
    await redis.stop();
    await start();
    expect(server.stdout()).to.contain('NO KEY IS LET IN');
    const { status, body } = await ready();
    expect({ status, ...body }).to.include({ status: 503, code: 'identity_unavailable', fault: 'host' });
    expect((await fetch(`${server.url}/livez`)).status).to.equal(200);
    const keyed = { 'x-api-key': key };
    for (const name of ['pure', 'keeps']) {
      const refused = await callTool(server.url, name, {}, undefined, keyed);
      expect([refused.status, refused.code]).to.deep.equal([503, 'identity_unavailable']);
    }
    const wrong = await callTool(server.url, 'pure', {}, undefined, { 'x-api-key': `${key.slice(0, -1)}x` });
    expect(wrong.status).to.equal(401);
    expect((await callTool(server.url, 'pure')).status).to.equal(401);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(lines(/keys cannot be read/)).to.have.lengthOf(1);
    expect(lines(/in force/)).to.have.lengthOf(0);
    expect(server.stderr()).not.to.contain('a-password');
    await redis.start();
    await untilReady();
    for (const name of ['pure', 'keeps'])
      expect((await callTool(server.url, name, {}, undefined, { ...keyed, 'idempotency-key': name })).status).to.equal(
        200,
      );
    expect((await callTool(server.url, 'pure')).status).to.equal(401);
    expect(lines(/1 API key is in force/)).to.have.lengthOf(1);
    expect(lines(/does not serve/).length).to.equal(lines(/serves again/).length);
  });
});
