// Quotas that several servers share in a real Redis: exact together, places that a lost server held, and what goes on while Redis is gone.

import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { Buckets } from '../../../../src/front/gates/throttle/buckets.ts';
import { SharedCounts } from '../../../../src/front/gates/throttle/shared-counts.ts';
import type { Need } from '../../../../src/settings/rules/quota.ts';
import { RedisServer } from '../../../support/redis-server.ts';
import { noRedis, skipWithout } from '../../../support/skip.ts';
import { callsNeed, cpuNeed, placesNeed } from './world.ts';

describe('quotas in Redis', function () {
  this.timeout(60_000);
  let redis: RedisServer;
  const opened: SharedCounts[] = [];
  let outages: (string | undefined)[] = [];
  let calls = 0;
  before(async function () {
    skipWithout(this, 'quotas in Redis', noRedis());
    redis = await RedisServer.start('a-password');
  });
  afterEach(async () => {
    for (const counts of opened.splice(0)) counts.close();
    outages = [];
    await redis.command('FLUSHALL');
  });
  after(() => redis?.end());

  const open = (url = redis.url): SharedCounts => {
    const counts = new SharedCounts(url, (reason) => outages.push(reason));
    opened.push(counts);
    return counts;
  };
  const take = async (counts: SharedCounts, needs: readonly Need[], callId = `call-${calls++}`): Promise<boolean> =>
    (await counts.take(needs, callId)).passes;
  const passed = (results: readonly boolean[]): number => results.filter(Boolean).length;
  const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    for (const startMs = performance.now(); !(await isSo()); await pause(20))
      if (performance.now() - startMs > 20_000) throw new Error('it did not come to that');
  };

  it('let exactly 100 of 1,000 calls at once pass, over two servers', async () => {
    const servers = [open(), open()];
    // A first command opens each connection.
    await Promise.all(servers.map((server) => take(server, [callsNeed(1, 1, 'other')])));
    const need = callsNeed(100, 1 / 86_400);
    const results = await Promise.all(
      Array.from({ length: 1_000 }, (_, at) => take(servers[at % 2] as SharedCounts, [need])),
    );
    expect(outages).to.deep.equal([]);
    expect(passed(results)).to.equal(100);
  });

  it('take nothing of any bucket if one has too little', async () => {
    const server = open();
    const [wide, narrow] = [callsNeed(5, 1e-6, 'wide'), callsNeed(1, 1e-6, 'narrow')];
    const results = [];
    for (let tries = 0; tries < 5; tries += 1) results.push(await take(server, [wide, narrow]));
    expect(passed(results)).to.equal(1);
    const rest = await Promise.all(Array.from({ length: 9 }, () => take(server, [wide])));
    expect(passed(rest)).to.equal(4);
  });

  it('give back what time brings, by the clock of Redis', async () => {
    const server = open();
    const need = callsNeed(2, 4);
    expect([await take(server, [need]), await take(server, [need])]).to.deep.equal([true, true]);
    await until(() => take(server, [need]));
  });

  it('charge costs to all servers, and wait until a debt is paid', async () => {
    const [one, other] = [open(), open()] as const;
    const need = cpuNeed(100, 1e-3);
    expect(await take(one, [need])).to.equal(true);
    one.charge(need, 150);
    await until(async () => !(await take(other, [need])));
    const short = await other.take([need], 'call');
    expect(short.passes || short.level).to.be.closeTo(-50, 1);
  });

  it('take a debt that no time of Redis could pay', async () => {
    const server = open();
    const need = cpuNeed(1, 1e-9);
    expect(await take(server, [need])).to.equal(true);
    server.charge(need, 1e12);
    await until(async () => !(await take(server, [need])));
    expect(outages).to.deep.equal([]);
  });

  it('count places together, and give those of a lost server to others', async () => {
    const [one, other] = [open(), open()] as const;
    const need = placesNeed(2);
    expect(await take(one, [need], 'a')).to.equal(true);
    expect(await take(other, [need], 'b')).to.equal(true);
    expect(await take(other, [need], 'c')).to.equal(false);
    one.leave([need], 'a');
    await until(() => take(other, [need], 'd'));
    expect(await take(one, [need], 'e')).to.equal(false);
    // As if the server of both had been gone for a minute.
    const [key = ''] = (await redis.command('KEYS', '*places*')).split('\n');
    await redis.command('ZADD', key, '1', 'b', '1', 'd');
    expect(await take(one, [need], 'f')).to.equal(true);
  });

  it('go on without Redis from what was known, say so once, and count together again when it is back', async () => {
    const server = open();
    const need = callsNeed(10, 1e-6);
    for (let tries = 0; tries < 6; tries += 1) expect(await take(server, [need])).to.equal(true);
    await redis.stop();
    const results = [];
    const startMs = performance.now();
    for (let tries = 0; tries < 20; tries += 1) results.push(await take(server, [need]));
    expect(passed(results)).to.equal(4);
    expect(performance.now() - startMs, 'only the first call waits').to.be.lessThan(5_000);
    expect(outages).to.have.length(1);
    expect(outages[0]).to.be.a('string').and.not.contain('a-password');
    await redis.start();
    await until(async () => {
      await take(server, [callsNeed(1_000, 1, 'other')]);
      return outages.length === 2;
    });
    expect(outages[1]).to.equal(undefined);
    const after = [];
    for (let tries = 0; tries < 20; tries += 1) after.push(await take(server, [need]));
    expect(passed(after), 'Redis has kept its own count').to.equal(4);
  });

  it('do not wait for a Redis that is stopped in the middle', async () => {
    const server = open();
    const need = callsNeed(1_000, 1);
    expect(await take(server, [need])).to.equal(true);
    redis.signal('SIGSTOP');
    const startMs = performance.now();
    for (let tries = 0; tries < 50; tries += 1) expect(await take(server, [need])).to.equal(true);
    // Of many calls at once, one finds out whether Redis is back, and the others do not wait for it.
    await pause(1_200);
    const waits = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const sinceMs = performance.now();
        await take(server, [need]);
        return performance.now() - sinceMs;
      }),
    );
    expect(waits.filter((ms) => ms > 500).length, `${waits}`).to.be.at.most(1);
    const elapsedMs = performance.now() - startMs;
    redis.signal('SIGCONT');
    expect(elapsedMs).to.be.lessThan(8_000);
    expect(outages).to.have.length(1);
  });

  it('pass and refuse what a count in memory does, and take all that a call needs or nothing', async () => {
    const server = open();
    const step = fc.record({
      needs: fc.uniqueArray(fc.constantFrom('wide', 'narrow', 'cpu', 'few', 'fewer'), { minLength: 1 }),
      cost: fc.integer({ min: -40, max: 60 }),
      ends: fc.boolean(),
    });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        runs += 1;
        const known: Readonly<Record<string, Need>> = {
          wide: callsNeed(9, 1e-9, `wide ${runs}`),
          narrow: callsNeed(4, 1e-9, `narrow ${runs}`),
          cpu: cpuNeed(100, 1e-9, `cpu ${runs}`),
          few: placesNeed(3, `few ${runs}`),
          fewer: placesNeed(2, `fewer ${runs}`),
        };
        const model = new Buckets(() => 0);
        for (const { needs: names, cost, ends } of steps) {
          const needs = names.map((name) => known[name] as Need);
          const callId = `model-${calls++}`;
          const found = await server.take(needs, callId);
          const expected = model.take(needs);
          expect(found.passes).to.equal(expected.passes);
          if (found.passes && expected.passes)
            for (const [at, level] of found.levels.entries())
              expect(level).to.be.closeTo(expected.levels[at] ?? 0, 0.01);
          if (!found.passes && !expected.passes) {
            expect(found.need).to.equal(expected.need);
            expect(found.level).to.be.closeTo(expected.level, 0.01);
          }
          if (!found.passes) continue;
          for (const need of needs) {
            if (need.kind === 'places') continue;
            // The budget of calls is charged for nothing, or gets its call back.
            const amount = need.budget === 'calls' ? Math.min(0, Math.trunc(cost / 20)) : cost;
            server.charge(need, amount);
            model.charge(need, amount);
          }
          if (!ends) continue;
          server.leave(needs, callId);
          model.leave(needs);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('give back what Redis has taken for a call that did not wait for it', async () => {
    const [server, other] = [open(), open()];
    const needs = [callsNeed(1, 1e-6), placesNeed(1)];
    await Promise.all([server, other].map((each) => take(each, [callsNeed(9, 1, 'other')])));
    redis.signal('SIGSTOP');
    const found = take(server, needs, 'late');
    await pause(1_200);
    redis.signal('SIGCONT');
    expect(await found, 'by its own count').to.equal(true);
    await until(async () => (await other.take(needs, `call-${calls++}`)).passes);
  });

  it('leave nothing in Redis once buckets are full again', async () => {
    const server = open();
    await take(server, [callsNeed(5, 1_000), placesNeed(5)], 'a');
    const keys = (await redis.command('KEYS', '*')).split('\n');
    expect(keys.filter((key) => !key.startsWith('toolcell-throttle:{quotas}:'))).to.deep.equal([]);
    server.leave([placesNeed(5)], 'a');
    await until(async () => (await redis.command('DBSIZE')).endsWith('0'));
  });
});
