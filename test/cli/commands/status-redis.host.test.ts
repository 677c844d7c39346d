// `toolcell status` with a store in the Redis whose address is in a variable.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { writePlugins } from '../../support/config.ts';
import { RedisServer } from '../../support/redis-server.ts';
import { noRedis, skipWithout } from '../../support/skip.ts';
import { runHere } from '../run-command.ts';

describe('toolcell status with a store in Redis', function () {
  this.timeout(90_000);
  let folder: string;
  let plugins: string;
  let redis: RedisServer;
  before(async function () {
    skipWithout(this, 'the status of a store in Redis', noRedis());
    redis = await RedisServer.start('a-password');
    folder = mkdtempSync(join(tmpdir(), 'toolcell-status-'));
    plugins = writePlugins({
      keeps: {
        source: 'export const keeps = async (_, { store }) => store.keys();',
        tools: { keeps: {} },
        manifest: { capabilities: { store: {} } },
      },
    });
    const config = { grants: { keeps: { store: true } }, store: { redisUrlEnv: 'STORE_ADDRESS' } };
    writeFileSync(join(folder, 'sandbox.config.json'), JSON.stringify(config));
  });
  after(async () => {
    await redis?.end();
    for (const path of [folder, plugins]) if (path !== undefined) rmSync(path, { recursive: true });
  });

  const status = (env: Readonly<Record<string, string>>) =>
    runHere(['status', '--json', '--plugins', plugins], { cwd: folder, env });

  it('asks the one that the variable names, and needs the variable', async () => {
    const up = await status({ STORE_ADDRESS: redis.url });
    expect([up.code, JSON.parse(up.stdout).storeTrouble], up.stderr).to.deep.equal([0, undefined]);
    const unset = await status({});
    expect(unset.code).to.equal(2);
    expect(unset.stderr).to.contain('STORE_ADDRESS');
    await redis.stop();
    const down = await status({ STORE_ADDRESS: redis.url });
    expect(down.code).to.equal(3);
    // A busy machine may not have tried to connect in time.
    expect(JSON.parse(down.stdout).storeTrouble)
      .to.match(new RegExp(`${redis.port}|did not answer in time`))
      .and.not.contain('a-password');
  });
});
