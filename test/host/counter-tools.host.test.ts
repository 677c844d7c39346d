// The shipped counters through a whole host, on SQLite and on Redis: of many calls at the same time, none is lost.

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Host, startHost } from '../../src/server/host.ts';
import { NO_EXTERNAL_VALUES } from '../../src/settings/load/secrets.ts';
import { SHARED_CACHE } from '../support/cache.ts';
import { PLUGINS_FOLDER } from '../support/examples.ts';
import { callTool, testConfig } from '../support/host.ts';
import { RedisServer } from '../support/redis-server.ts';
import { noRedis, skipWithout } from '../support/skip.ts';

const CALLS = 200;
const SENT_AT_ONCE = 50;

for (const kind of ['sqlite', 'redis'] as const)
  describe(`the shipped counters, kept in ${kind}`, function () {
    this.timeout(120_000);
    let redis: RedisServer | undefined;
    let folder: string;
    let host: Host;

    const start = async (): Promise<Host> => {
      const config = testConfig(join(folder, 'plugins'), {
        grants: { 'counter-tools': { store: true } },
        store: { file: join(folder, 'store.sqlite'), redisUrl: kind === 'redis' ? (redis?.url ?? '') : '' },
      });
      return startHost({
        config,
        searchPath: process.env.PATH ?? '',
        ...SHARED_CACHE,
        externalValues: { ...NO_EXTERNAL_VALUES, redisUrl: redis?.url ?? '' },
        onCall: () => {},
        onGuestLog: () => {},
      });
    };
    const call = async (tool: string, args: object = {}) => (await callTool(host.url, tool, args)).body;

    before(async function () {
      skipWithout(this, `the shipped counters on ${kind}`, kind === 'redis' ? noRedis() : undefined);
      if (kind === 'redis') redis = await RedisServer.start();
      folder = mkdtempSync(join(tmpdir(), 'toolcell-counters-'));
      cpSync(join(PLUGINS_FOLDER, 'counter-tools'), join(folder, 'plugins', 'counter-tools'), { recursive: true });
      host = await start();
    });
    after(async () => {
      await host?.close();
      await redis?.end();
      if (folder) rmSync(folder, { recursive: true });
    });

    it('run in the frozen realm: every example holds there', () => {
      expect(host.catalog.refused).to.deep.equal([]);
      expect(host.catalog.bundles.map(({ freshState }) => freshState.mode)).to.deep.equal(['realm']);
    });

    it(`count each of ${CALLS} calls at the same time exactly once`, async () => {
      let sent = 0;
      const values: number[] = [];
      const sendOn = async (): Promise<void> => {
        while (sent < CALLS) {
          sent += 1;
          values.push(((await call('count', { name: 'visits' })) as { value: number }).value);
        }
      };
      await Promise.all(Array.from({ length: SENT_AT_ONCE }, sendOn));
      expect(values.toSorted((one, other) => one - other)).to.deep.equal(Array.from(values, (_, index) => index + 1));
      expect(await call('readCounter', { name: 'visits' })).to.deep.equal({ name: 'visits', value: CALLS });
    });

    it('give every step to exactly one reset, in any order', async () => {
      const counts = Array.from({ length: 20 }, () => call('count', { name: 'contested', by: 3 }));
      const resets = Array.from({ length: 5 }, () => call('resetCounter', { name: 'contested' }));
      await Promise.all(counts);
      const taken = [...(await Promise.all(resets)), await call('resetCounter', { name: 'contested' })];
      expect((taken as { value: number }[]).reduce((sum, { value }) => sum + value, 0)).to.equal(60);
    });

    it('are listed by name in pages, and keep their values when the host restarts', async () => {
      for (let number = 0; number < 60; number += 1)
        await call('count', { name: `page/${String(number).padStart(2, '0')}`, by: number + 1 });
      await host.close();
      host = await start();
      const first = (await call('listCounters', { prefix: 'page/' })) as { counters: object[]; next: string };
      expect(first.counters).to.have.lengthOf(50);
      const rest = (await call('listCounters', { prefix: 'page/', after: first.next })) as typeof first;
      expect(rest.counters[0]).to.deep.equal({ name: 'page/50', value: 51 });
      expect(rest.counters).to.have.lengthOf(10);
      expect(rest.next).to.equal(null);
    });
  });

describe('the shipped counters without a granted store', function () {
  this.timeout(120_000);

  it('are served, and answer calls with the grant that is missing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-counters-'));
    cpSync(join(PLUGINS_FOLDER, 'counter-tools'), join(folder, 'counter-tools'), { recursive: true });
    const config = testConfig(folder);
    const host = await startHost({
      config,
      searchPath: process.env.PATH ?? '',
      ...SHARED_CACHE,
      onCall: () => {},
      onGuestLog: () => {},
    });
    const { status, body } = await callTool(host.url, 'count', { name: 'visits' }).finally(() => host.close());
    rmSync(folder, { recursive: true });
    expect(status).to.equal(403);
    expect(body).to.include({ code: 'not_granted', fault: 'operator', setting: 'grants.counter-tools.store' });
  });
});
