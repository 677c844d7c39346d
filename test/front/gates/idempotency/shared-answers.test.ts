// Answers that several servers share in a real Redis: who is first, what outlives a server, what is told after an outage, and what is not believed.

import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { KEEP, RELEASE, RENEW } from '../../../../src/front/gates/idempotency/scripts.ts';
import { SharedAnswers } from '../../../../src/front/gates/idempotency/shared-answers.ts';
import type { Outcome } from '../../../../src/shared/protocol/call.ts';
import type { Caller } from '../../../../src/shared/protocol/caller.ts';
import { RETRY_AFTER_MS } from '../../../../src/shared/protocol/errors.ts';
import { RedisServer } from '../../../support/redis-server.ts';
import { noRedis, skipWithout } from '../../../support/skip.ts';
import { failureWith, type KeyedWorld, NO_USAGE, REACHED, worldOver } from './world.ts';

describe('answers in Redis', function () {
  this.timeout(90_000);
  let redis: RedisServer;
  const opened: SharedAnswers[] = [];
  let outages: (string | undefined)[] = [];
  before(async function () {
    skipWithout(this, 'answers in Redis', noRedis());
    redis = await RedisServer.start('a-password');
  });
  afterEach(async () => {
    for (const answers of opened.splice(0)) answers.close();
    outages = [];
    await redis.command('FLUSHALL');
  });
  after(() => redis?.end());

  const open = (keptMs = 60_000, keptBytes = 1_000_000): KeyedWorld => {
    const onOutage = (reason: string | undefined): void => void outages.push(reason);
    const answers = new SharedAnswers({ url: redis.url, keptMs, answerBytes: 1_000, keptBytes, onOutage });
    opened.push(answers);
    return worldOver(answers);
  };
  const codeOf = (outcome: Outcome): string => (outcome.ok ? outcome.resultJson.toString() : outcome.failure.code);
  const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    for (const startMs = performance.now(); !(await isSo()); await pause(50))
      if (performance.now() - startMs > 20_000) throw new Error('it did not come to that');
  };
  const onlyKey = async (): Promise<string> => redis.command('KEYS', 'toolcell-idempotency:*');

  /** On a busy machine, Redis may take longer than a second, and such a call is not begun: it is sent again. */
  const answered = async (server: KeyedWorld, sent: Parameters<KeyedWorld['call']>[0]): Promise<Outcome> => {
    const outcome = await server.call(sent);
    if (!['idempotency_unavailable', 'call_running'].includes(codeOf(outcome))) return outcome;
    await pause(200);
    return answered(server, sent);
  };

  it('let one of 200 calls at once run, over four servers', async () => {
    const servers = [open(), open(), open(), open()];
    for (const server of servers)
      server.act = () => pause(50).then(() => ({ ok: true, resultJson: Buffer.from('"paid"'), usage: REACHED }));
    const told = await Promise.all(Array.from({ length: 200 }, (_, at) => (servers[at % 4] as KeyedWorld).call()));
    // On a busy machine, Redis may take longer than a second: such a call is not begun.
    const usual = new Set(['call_running', '"paid"', 'idempotency_unavailable']);
    expect(told.map(codeOf).filter((code) => !usual.has(code))).to.deep.equal([]);
    for (const server of servers) await until(async () => codeOf(await server.call()) === '"paid"');
    expect(servers.flatMap(({ ran }) => ran)).to.have.length(1);
  });

  it('forget an answer in time, and at once what had no effect', async () => {
    const server = open(1_000);
    expect(codeOf(await server.call())).to.equal('1');
    expect(codeOf(await server.call())).to.equal('1');
    await until(async () => (await onlyKey()) === '');
    expect(codeOf(await server.call())).to.equal('2');
    server.act = () => failureWith('rate_limited', NO_USAGE);
    expect(codeOf(await server.call({ key: 'other' }))).to.equal('rate_limited');
    server.act = () => failureWith('tool_error');
    expect(codeOf(await server.call({ key: 'other' }))).to.equal('tool_error');
    expect(server.ran).to.have.length(4);
  });

  it('keep a call that runs longer than a lease, and not that of a server which is gone', async () => {
    const [first, second] = [open(), open()];
    const held = Promise.withResolvers<Outcome>();
    first.act = () => held.promise;
    const running = first.call();
    await until(() => first.ran.length === 1);
    expect(codeOf(await second.call())).to.equal('call_running');
    // Less than a lease is left, then renewals add to it again.
    const left = async (): Promise<number> =>
      Number(await redis.command('HGET', await onlyKey(), 'until')) - Date.now();
    const before = await left();
    await pause(6_000);
    expect(await left()).to.be.greaterThan(before - 5_500);
    // As if the server had not renewed it for as long as a lease.
    opened[0]?.close();
    await redis.command('HSET', await onlyKey(), 'until', '1');
    expect(codeOf(await second.call())).to.equal('outcome_unknown');
    expect(second.ran).to.have.length(0);
    held.resolve(failureWith('tool_error'));
    await running;
  });

  it('keep a call that runs longer than answers are kept', async () => {
    const [first, second] = [open(1_000), open(1_000)];
    const held = Promise.withResolvers<Outcome>();
    first.act = () => held.promise;
    const running = first.call();
    await until(() => first.ran.length === 1);
    await pause(1_500);
    expect(codeOf(await second.call())).to.equal('call_running');
    held.resolve({ ok: true, resultJson: Buffer.from('"paid"'), usage: REACHED });
    expect(codeOf(await running)).to.equal('"paid"');
    expect(codeOf(await second.call())).to.equal('"paid"');
    expect(second.ran).to.have.length(0);
    await until(async () => (await onlyKey()) === '');
  });

  it('are changed by the server whose call it is, until it has ended, and by no other', async () => {
    const server = open();
    const held = Promise.withResolvers<Outcome>();
    server.act = () => held.promise;
    const running = server.call();
    await until(() => server.ran.length === 1);
    const key = await onlyKey();
    expect(key).to.match(/^toolcell-idempotency:/);
    const own = server.ran[0]?.callId ?? '';
    const keys = ['3', key, 'ends', 'bytes'];
    const changes = (callId: string): readonly (readonly string[])[] => [
      [RENEW, ...keys, callId, '1', '60000'],
      [KEEP, ...keys, callId, '60000', '{}', 'forged'],
      [RELEASE, ...keys, callId],
    ];
    // Without the time until which its server has it, which that server moves on.
    const state = async (): Promise<readonly string[]> =>
      (await redis.command('HGETALL', key))
        .split('\n')
        .filter((line) => !/^\d{13}$/.test(line))
        .sort();
    const before = await state();
    for (const change of changes('00000000-0000-4000-8000-ffffffffffff'))
      expect(await redis.command('EVAL', ...change)).to.match(/0$/);
    expect(await state()).to.deep.equal(before);
    held.resolve({ ok: true, resultJson: Buffer.from('"paid"'), usage: REACHED });
    await running;
    const after = await state();
    for (const change of changes(own)) expect(await redis.command('EVAL', ...change)).to.match(/0$/);
    expect(await state())
      .to.deep.equal(after)
      .and.to.include('"paid"');
  });

  it('have room for each caller, whatever another one keeps, on all servers together', async () => {
    // Room for ten running calls, or for nineteen small answers, of one caller.
    const [first, second] = [open(60_000, 2 * 20_480), open(60_000, 2 * 20_480)];
    const ada = { name: 'client:ada', client: 'ada', scopes: [] };
    const kept = async (caller: Caller, count: number): Promise<number> => {
      const codes = [];
      for (let at = 0; at < count; at += 1) {
        const key = `${caller.name} ${at}`;
        const outcome = await answered(at % 2 === 0 ? first : second, { key, caller });
        codes.push(codeOf(outcome));
        if (!outcome.ok) expect(outcome.failure).to.include({ limit: 'keptBytes', allowed: 10_000 });
      }
      return codes.filter((code) => code !== 'overloaded').length;
    };
    expect(await kept(ada, 40)).to.be.within(17, 19);
    expect(await kept({ ...ada, org: 'other' }, 10)).to.equal(10);
    // Made-up names are one caller.
    const bearers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        answered(first, { key: `${at}`, caller: { name: `bearer:${at}`, scopes: [] } }),
      ),
    );
    expect(bearers.filter(({ ok }) => ok).length).to.be.within(10, 19);
    expect(codeOf(await answered(first, { key: 'one more', caller: ada }))).to.equal('overloaded');
    // What a repeat gets is no matter of room.
    expect(codeOf(await answered(second, { key: 'client:ada 0', caller: ada }))).to.match(/^\d+$/);
    // As if the time of the oldest one were over.
    const digest = createHash('sha256').update('client:ada').digest('base64url');
    const ends = `toolcell-idempotency-ends:${digest}`;
    await redis.command('ZADD', ends, '1', await redis.command('ZRANGE', ends, '0', '0'));
    expect(codeOf(await answered(first, { key: 'one more', caller: ada }))).not.to.equal('overloaded');
    // Nothing stays in Redis for ever.
    for (const name of (await redis.command('KEYS', '*')).split('\n'))
      expect(await redis.command('PTTL', name), name).not.to.equal('-1');
  });

  it('give back what a call has reserved, when it ends or had no effect', async () => {
    const server = open(60_000, 2 * 2_048);
    const ada = { name: 'client:ada', client: 'ada', scopes: [] };
    const held = Promise.withResolvers<Outcome>();
    server.act = () => held.promise;
    const running = answered(server, { key: 'a', caller: ada });
    await until(() => server.ran.length === 1);
    const refused = await answered(server, { key: 'b', caller: ada });
    expect(refused).to.have.nested.property('failure.retryAfterMs', RETRY_AFTER_MS);
    held.resolve(failureWith('rate_limited', NO_USAGE));
    await running;
    server.act = () => ({ ok: true, resultJson: Buffer.from('"paid"'), usage: REACHED });
    await until(async () => codeOf(await server.call({ key: 'b', caller: ada })) === '"paid"');
    const after = await answered(server, { key: 'c', caller: ada });
    expect(after).to.have.nested.property('failure.code', 'overloaded');
    expect(after).to.have.nested.property('failure.retryAfterMs').that.is.within(RETRY_AFTER_MS, 60_000);
  });

  it('refuse calls while Redis is gone, and begin none whose begin it may have missed', async () => {
    const [server, other] = [open(), open()];
    expect(codeOf(await server.call({ key: 'first' }))).to.equal('1');
    redis.signal('SIGSTOP');
    const startMs = performance.now();
    expect(codeOf(await server.call())).to.equal('idempotency_unavailable');
    expect(performance.now() - startMs).to.be.lessThan(2_000);
    expect(codeOf(await server.call())).to.equal('idempotency_unavailable');
    expect(outages).to.deep.equal(['no answer within 1000 ms']);
    redis.signal('SIGCONT');
    // Redis begins the call now, and the server withdraws it.
    await until(async () => codeOf(await other.call()) === '1');
    expect(codeOf(await other.call())).to.equal('1');
    expect(server.ran).to.have.length(1);
    await until(async () => codeOf(await server.call({ key: 'first' })) === '1');
    expect(outages.at(-1)).to.equal(undefined);
  });

  it('take nothing for an answer that this server cannot read', async () => {
    const server = open();
    for (const [field, value] of [
      ['head', '{"ending":"of a newer server"}'],
      ['head', 'x'.repeat(6_000)],
      ['result', `"${'x'.repeat(1_000)}"`],
      ['call', '","code":"'],
    ] as const) {
      expect(codeOf(await server.call())).to.match(/^\d$/);
      await redis.command('HSET', await onlyKey(), field, value);
      expect(codeOf(await server.call())).to.equal('outcome_unknown');
      await redis.command('FLUSHALL');
    }
  });
});
