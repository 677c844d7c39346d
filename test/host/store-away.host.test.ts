// Calls while the Redis of the store is away: who is to blame, and what still works.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';
import { RedisServer } from '../support/redis-server.ts';
import { noRedis, skipWithout } from '../support/skip.ts';

const PLUGINS = {
  keeps: {
    source: `
      const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      export const pure = () => 'pure';
      export const once = async (_, { store }) => (await store.set('a', 1)).version.length > 0;
      export const hurried = once;
      export const stubborn = async (_, { store }) => {
        for (;;) {
          try {
            await store.set('a', 1);
            return 'set';
          } catch {
            await pause(50);
          }
        }
      };
      export const sleeps = async (_, { store }) => {
        await store.get('a');
        await pause(60_000);
      };`,
    tools: {
      pure: {},
      once: {},
      stubborn: { limits: { wallMs: 1_500 } },
      // Less than an operation may take.
      hurried: { limits: { wallMs: 600 } },
      sleeps: { limits: { wallMs: 500 } },
    },
    manifest: { capabilities: { store: {} } },
  },
};

for (const freshState of ['realm', 'isolate'] as const)
  describe(`calls in ${freshState} mode whose store is away`, function () {
    this.timeout(120_000);
    let redis: RedisServer;
    let host: TestHost;
    before(async function () {
      skipWithout(this, 'calls whose store is away', noRedis());
      redis = await RedisServer.start();
      host = await startTestHost({
        plugins: PLUGINS,
        freshState,
        grants: { keeps: { store: true } },
        store: { redisUrl: redis.url },
        externalValues: { redisUrl: redis.url },
      });
      expect((await host.call('once')).body).to.equal(true);
    });
    after(async () => {
      await host?.close();
      await redis?.end();
    });
    afterEach(async () => {
      redis.signal('SIGCONT');
      for (let tries = 0; (await host.call('once')).status !== 200; tries += 1) {
        if (tries > 100) throw new Error('The store did not come back.');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    });

    it('end with a fault of the host if the tool tries until its time is up', async () => {
      redis.signal('SIGSTOP');
      const answers = await Promise.all([host.call('stubborn'), host.call('once'), host.call('pure')]);
      expect(answers.map(({ code }) => code)).to.deep.equal(['store_unavailable', 'store_unavailable', undefined]);
      expect(answers[0]?.body).to.include({ fault: 'host', retryable: true });
      expect(host.host.catalog.refused).to.deep.equal([]);
      const { brokers } = await host.host.status();
      expect(brokers.flatMap(({ quarantined }) => quarantined)).to.deep.equal([]);
    });

    it('end with a fault of the host if their time is up before that of the operation', async () => {
      redis.signal('SIGSTOP');
      const { code, body } = await host.call('hurried');
      expect({ code, ...(body as object) }).to.include({ code: 'store_unavailable', fault: 'host' });
    });

    it('are the fault of a tool that takes too long for itself', async () => {
      const { code, body } = await host.call('sleeps');
      expect({ code, ...(body as object) }).to.include({
        code: 'exceeded_wall_time',
        fault: 'plugin',
        limit: 'wallMs',
      });
    });
  });
