// `toolcell key` with keys in Redis, and two running servers that follow them.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { RedisServer } from '../../support/redis-server.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';
import { noRedis, skipWithout } from '../../support/skip.ts';
import { runHere } from '../run-command.ts';

const CONFIG = { store: { redisUrlEnv: 'STORE_ADDRESS', shared: ['keys'] } };

describe('keys in Redis', function () {
  this.timeout(120_000);
  let redis: RedisServer;
  let plugins: string;
  let env: Readonly<Record<string, string>>;
  let servers: readonly ServerProcess[] = [];
  before(async function () {
    skipWithout(this, 'keys in Redis, with two servers', noRedis());
    plugins = mkdtempSync(join(tmpdir(), 'toolcell-plugins-'));
  });
  beforeEach(async () => {
    redis = await RedisServer.start('a-password');
    env = { STORE_ADDRESS: redis.url };
  });
  afterEach(async () => {
    for (const server of servers) server.remove();
    servers = [];
    await redis?.end();
  });
  after(() => plugins && rmSync(plugins, { recursive: true }));

  const start = async (): Promise<readonly ServerProcess[]> => {
    servers = await Promise.all([1, 2].map(() => startServer({ plugins, env, config: CONFIG })));
    return servers;
  };
  const key = (cwd: string, ...words: readonly string[]) => runHere(['key', ...words], { cwd, env });
  const status = async ({ url }: ServerProcess, sent: string): Promise<number> => {
    const response = await fetch(`${url}/mcp/metadata`, { headers: { 'x-api-key': sent } });
    await response.arrayBuffer();
    return response.status;
  };
  /** Waits until both servers answer so, several times in a row. Refusals come later and later. */
  const until = async (sent: string, wanted: number): Promise<void> => {
    const startMs = performance.now();
    for (const server of servers)
      for (let row = 0; row < (wanted === 200 ? 10 : 3); ) {
        row = (await status(server, sent)) === wanted ? row + 1 : 0;
        if (row === 0) await setTimeout(20);
        if (performance.now() - startMs > 20_000)
          throw new Error(`${sent.slice(0, 12)} is not answered with ${wanted}`);
      }
  };

  it('hold on two servers, are rotated and revoked on both, and outlive an outage', async () => {
    const [{ folder = '' } = {}] = await start();
    const made = await key(folder, 'create', '--client', 'ada', '--json');
    const { key: text, id, redis: isThere } = JSON.parse(made.stdout) as { key: string; id: string; redis: boolean };
    expect(isThere).to.equal(true);
    await until(text, 200);
    expect((await key(folder, 'list')).stdout).to.match(/^ID.*\n[0-9a-f]{8} +ada/);
    const next = (await key(folder, 'rotate', id)).stdout.trim();
    await until(next, 200);
    await until(text, 200);
    expect((await key(folder, 'revoke', id)).code).to.equal(0);
    await until(text, 401);

    await redis.stop();
    for (const server of servers) {
      const { msg } = await server.entry(({ msg }) => String(msg).includes('The keys from before stay in force'));
      expect(String(msg)).to.contain('The keys cannot be read from Redis').and.not.contain('a-password');
    }
    await until(next, 200);
    const failed = await key(folder, 'create', '--client', 'eve');
    expect([failed.code, failed.stdout]).to.deep.equal([3, '']);
    expect(failed.stderr).to.contain('The keys cannot be read from Redis').and.not.contain('a-password');
    await redis.start();
    const later = (await key(folder, 'create', '--client', 'eve')).stdout.trim();
    await until(later, 200);
    for (const server of servers) expect(server.stdout() + server.stderr()).not.to.contain('a-password');
  });

  it('need a store in Redis', async () => {
    const refused = await startServer({ plugins, env, config: { store: { shared: ['keys'] } } }).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(refused).to.contain('store.shared: it needs store.redisUrl or store.redisUrlEnv');
  });
});
