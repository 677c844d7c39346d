// The quotas' step of a call: whom it counts together, what it takes, charges and gives back, and what callers are told.

import { expect } from 'chai';
import { Buckets } from '../../../../src/front/gates/throttle/buckets.ts';
import { type Quotas, throttledExecutor } from '../../../../src/front/gates/throttle/executor.ts';
import {
  type Executor,
  NO_USAGE,
  type Outcome,
  type ToolCall,
  type Usage,
} from '../../../../src/shared/protocol/call.ts';
import type { Failure } from '../../../../src/shared/protocol/errors.ts';
import type { Limits } from '../../../../src/shared/protocol/limits.ts';
import type { QuotaState } from '../../../../src/shared/protocol/throttle.ts';

/** The only one that quotas look at. */
const LIMITS = { cpuMs: 1_000 } as Limits;

interface World {
  readonly call: (client: string | undefined, toolName?: string) => Promise<Outcome>;
  readonly told: () => readonly QuotaState[] | undefined;
  nowMs: number;
  quotas: Quotas;
  usage: Partial<Usage>;
  failure: Failure | undefined;
  /** Resolves calls that are held; none is if undefined. */
  held: (() => void)[] | undefined;
}

const worldWith = (first: Quotas): World => {
  let told: readonly QuotaState[] | undefined;
  const world: World = {
    ...{ nowMs: 0, quotas: first, usage: {}, failure: undefined, held: undefined },
    told: () => told,
    call: (client, toolName = 'getNote') => executor.execute(callOf(client, toolName)),
  };
  const next: Executor = {
    execute: async () => {
      const { held } = world;
      if (held) await new Promise<void>((resolve) => held.push(resolve));
      const usage = { ...NO_USAGE, ...world.usage };
      if (world.failure) return { ok: false, failure: world.failure, usage };
      return { ok: true, resultJson: Buffer.from('1'), usage };
    },
  };
  const executor = throttledExecutor({
    quotas: () => world.quotas,
    counts: new Buckets(() => world.nowMs),
    routeOf: (toolName) =>
      toolName === 'none' ? undefined : { pluginName: `${toolName.slice(0, 3)}-tools`, limits: LIMITS },
    next,
  });
  const callOf = (client: string | undefined, toolName: string): ToolCall => ({
    ...{ callId: 'call', toolName, argumentsJson: Buffer.from('{}'), signal: new AbortController().signal },
    caller: { name: client ?? 'anonymous', ...(client !== undefined && { client }), scopes: [] },
    onQuotas: (states) => {
      told = states;
    },
  });
  return world;
};

const okOf = async (outcomes: readonly Promise<Outcome>[]): Promise<boolean[]> =>
  (await Promise.all(outcomes)).map(({ ok }) => ok);

describe('quotas', () => {
  it('count each client by itself, and all without a key as one', async () => {
    const { call } = worldWith({ each: { per: ['client'], calls: 1 } });
    expect(await okOf([call('ada'), call('ada'), call('bob'), call(undefined), call(undefined)])).to.deep.equal([
      ...[true, false, true, true, false],
    ]);
  });

  it('count names apart that would be one if they were joined', async () => {
    const world = worldWith({ each: { per: ['client', 'tool'], calls: 1 } });
    expect(await okOf([world.call('a","b', 'c'), world.call('a', 'b","c')])).to.deep.equal([true, true]);
  });

  it('count together what `per` does not tell apart, and only what they are about', async () => {
    const { call } = worldWith({ few: { plugins: ['get-*'], clients: ['a*'], calls: 1 } });
    expect(await okOf([call('ada'), call('abe'), call('ada', 'setNote'), call('bob'), call(undefined)])).to.deep.equal([
      ...[true, false, true, true, true],
    ]);
  });

  it('tell what is left, and on a refusal when to come again', async () => {
    const { call, told } = worldWith({ each: { per: ['client'], calls: 60, burst: 2 } });
    await call('ada');
    expect(told()).to.deep.equal([{ name: 'each', allowed: 60, windowS: 60, left: 1, resetS: 1 }]);
    await call('ada');
    const refused = await call('ada');
    expect(told()).to.deep.equal([{ name: 'each', allowed: 60, windowS: 60, left: 0, resetS: 1 }]);
    expect(refused.ok || refused.failure).to.deep.equal({
      code: 'rate_limited',
      detail: 'The quota "each" allows 60 calls a minute, and they are used up. Call again in a second.',
      limit: 'calls',
      allowed: 60,
      setting: 'throttling.quotas.each.calls',
      deniedBy: 'throttling.quotas.each.calls',
      retryAfterMs: 1_000,
    });
  });

  it('charge what calls have really cost', async () => {
    const world = worldWith({
      cpu: { per: ['client'], cpuMs: 600 },
      net: { per: ['client'], egressBytes: 1_000, every: 'hour' },
    });
    world.usage = {
      cpuMs: 700,
      hostRequests: { fetches: 1, storeCalls: 0, signatures: 0, requestBytes: 1, responseBytes: 1, origins: [] },
    };
    expect((await world.call('ada')).ok).to.equal(true);
    const refused = await world.call('ada');
    expect(refused.ok || refused.failure).to.include({ limit: 'cpuMs', allowed: 600, retryAfterMs: 10_100 });
    expect((await world.call('bob')).ok).to.equal(true);
    world.nowMs += 10_100;
    world.usage = {
      hostRequests: { fetches: 1, storeCalls: 0, signatures: 0, requestBytes: 600, responseBytes: 600, origins: [] },
    };
    expect((await world.call('ada')).ok).to.equal(true);
    const again = await world.call('ada');
    expect(again.ok || again.failure).to.include({
      limit: 'egressBytes',
      setting: 'throttling.quotas.net.egressBytes',
    });
    expect(world.told()?.[0]).to.include({ name: 'net', unit: 'egress-bytes', left: 0 });
  });

  it('charge the time of a call whose runner was killed, up to its limit, because nobody measured more', async () => {
    const world = worldWith({ cpu: { per: ['client'], cpuMs: 600 } });
    world.failure = { code: 'exceeded_cpu', detail: 'killed' };
    world.usage = { runMs: 5_000, cpuMs: 0 };
    await world.call('ada');
    world.failure = undefined;
    const refused = await world.call('ada');
    expect(refused.ok || refused.failure).to.include({ limit: 'cpuMs', retryAfterMs: 40_100 });
  });

  it('hold a place until a call ends, however it ends', async () => {
    const world = worldWith({ few: { concurrentCalls: 2 } });
    world.held = [];
    const first = [world.call('ada'), world.call('bob')];
    const third = await world.call('eve');
    expect(third.ok || third.failure).to.include({ limit: 'concurrentCalls', allowed: 2, retryAfterMs: 1_000 });
    world.failure = { code: 'tool_error', detail: 'it failed' };
    for (const resolve of world.held.splice(0)) resolve();
    expect(await okOf(first)).to.deep.equal([false, false]);
    world.held = undefined;
    expect((await world.call('eve')).ok).to.equal(false);
    world.failure = undefined;
    expect((await world.call('eve')).ok).to.equal(true);
  });

  it('give a call back that the host had no room for, and not one that failed by itself', async () => {
    const world = worldWith({ each: { calls: 1 } });
    world.failure = { code: 'overloaded', detail: 'no room' };
    for (let tries = 0; tries < 5; tries += 1) {
      const outcome = await world.call('ada');
      expect(outcome.ok || outcome.failure.code).to.equal('overloaded');
    }
    world.failure = { code: 'tool_error', detail: 'it failed' };
    const codes = [await world.call('ada'), await world.call('ada')].map(
      (outcome) => outcome.ok || outcome.failure.code,
    );
    expect(codes).to.deep.equal(['tool_error', 'rate_limited']);
  });

  it('keep no count of names that no tool has', async () => {
    const { call, told } = worldWith({ each: { per: ['tool'], calls: 1 } });
    expect(await okOf([call('ada', 'none'), call('ada', 'none')])).to.deep.equal([true, true]);
    expect(told()).to.equal(undefined);
  });

  it('begin anew if their amount is changed, and keep what was counted if another quota is', async () => {
    const world = worldWith({ each: { per: ['client'], calls: 2, every: 'day' } });
    const three = (): Promise<readonly boolean[]> => okOf([world.call('ada'), world.call('ada'), world.call('ada')]);
    expect(await three()).to.deep.equal([true, true, false]);
    world.quotas = { each: { per: ['client'], calls: 2, every: 'day' }, other: { calls: 500 } };
    expect(await three()).to.deep.equal([false, false, false]);
    world.quotas = { each: { per: ['client'], calls: 1_000, every: 'day' } };
    expect(await three()).to.deep.equal([true, true, true]);
    world.quotas = { each: { per: ['client'], calls: 1, every: 'day' } };
    expect(await three()).to.deep.equal([true, false, false]);
    world.quotas = { each: { per: ['client'], calls: 1, every: 'second' } };
    expect(await three()).to.deep.equal([true, false, false]);
  });

  it('lift a budget that was used up when it is raised, and its debt', async () => {
    const world = worldWith({ each: { cpuMs: 10, every: 'day' } });
    world.usage = { ...NO_USAGE, cpuMs: 500, runMs: 500 };
    expect((await world.call('ada')).ok).to.equal(true);
    expect((await world.call('ada')).ok).to.equal(false);
    world.quotas = { each: { cpuMs: 10_000, every: 'day' } };
    expect((await world.call('ada')).ok).to.equal(true);
  });

  it('looks at its quotas once for a caller and a tool, although each call of it has an object of its own', async () => {
    let looks = 0;
    const quotas = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at): [string, Quotas[string]] => [`q${at}`, { clients: [`c${at}`], calls: 9 }]),
    );
    const executor = throttledExecutor({
      quotas: () => quotas,
      counts: new Buckets(() => 0),
      routeOf: () => ({ pluginName: 'notes', limits: LIMITS }),
      next: { execute: async () => ({ ok: true, resultJson: Buffer.from('1'), usage: NO_USAGE }) },
    });
    const call = (client: string): Promise<Outcome> =>
      executor.execute({
        ...{
          callId: 'call',
          toolName: 'getNote',
          argumentsJson: Buffer.from('{}'),
          signal: new AbortController().signal,
        },
        caller: {
          name: `client:${client}`,
          scopes: [],
          get client() {
            looks += 1;
            return client;
          },
        },
      });
    await call('c7');
    expect(looks).to.be.at.least(1_000);
    looks = 0;
    for (let calls = 1; calls < 9; calls += 1) expect((await call('c7')).ok).to.equal(true);
    expect(looks).to.be.below(100);
    expect((await call('c7')).ok).to.equal(false);
    expect((await call('c8')).ok).to.equal(true);
  });
});
