// The step of calls with a key: what a repeat is, what is kept, and what a caller reads.

import { expect } from 'chai';
import fc from 'fast-check';
import { MemoryAnswers } from '../../../../src/front/gates/idempotency/memory.ts';
import type { NamedRoute, Outcome, Usage } from '../../../../src/shared/protocol/call.ts';
import type { Caller } from '../../../../src/shared/protocol/caller.ts';
import { ERRORS, type Failure, type FailureCode } from '../../../../src/shared/protocol/errors.ts';
import { LightSignal } from '../../../../src/shared/protocol/light-signal.ts';
import type { Limits } from '../../../../src/shared/protocol/limits.ts';
import { COMPUTED, failureWith, type KeyedWorld, NO_USAGE, REACHED, routeOf, worldOver } from './world.ts';

const newWorld = (): KeyedWorld =>
  worldOver(new MemoryAnswers({ keptMs: 60_000, keptBytes: 1_000_000, answerBytes: 1_000 }));
const codeOf = (outcome: Outcome): string => (outcome.ok ? outcome.resultJson.toString() : outcome.failure.code);

/** What makes a call the same as another. */
interface Identity {
  readonly key: string;
  readonly caller: { readonly name: string; readonly org: string; readonly user: string };
  readonly toolName: string;
  readonly args: string;
  readonly secrets: Readonly<Record<string, string>>;
}

const MEMBERS: readonly (keyof Identity)[] = ['key', 'caller', 'toolName', 'args', 'secrets'];

const sentOf = ({ key, caller, toolName, args, secrets }: Identity) => ({
  ...{ key, caller: { ...caller, scopes: [] }, toolName },
  ...{ argumentsJson: Buffer.from(args), callerSecrets: secrets },
});

const sortedSecrets = ({ secrets }: Identity) => Object.entries(secrets).toSorted(([a], [b]) => (a < b ? -1 : 1));

describe('the step of calls with an idempotency key', () => {
  it('runs the first call, and tells its answer to each repeat with its id', async () => {
    const world = newWorld();
    const first = await world.call();
    expect([codeOf(first), first.replayOf]).to.deep.equal(['1', undefined]);
    for (let repeats = 0; repeats < 3; repeats += 1) {
      const again = await world.call();
      expect([codeOf(again), again.replayOf, again.usage]).to.deep.equal(['1', world.ran[0]?.callId, NO_USAGE]);
    }
    expect(world.ran).to.have.length(1);
  });

  it('passes every call without a key on', async () => {
    const world = newWorld();
    expect([codeOf(await world.call({ key: '' })), codeOf(await world.call({ key: '' }))]).to.deep.equal(['1', '2']);
  });

  it('refuses a repeat while the first call runs', async () => {
    const world = newWorld();
    const held = Promise.withResolvers<Outcome>();
    world.act = () => held.promise;
    const first = world.call();
    expect(codeOf(await world.call())).to.equal('call_running');
    held.resolve({ ok: true, resultJson: Buffer.from('"paid"'), usage: REACHED });
    expect(codeOf(await first)).to.equal('"paid"');
    expect(codeOf(await world.call())).to.equal('"paid"');
  });

  it('takes a call for a repeat only if caller, key, tool, arguments and secrets are the same, however they are cut', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\\', '[', ']'), minLength: 1, maxLength: 3 });
    const call = fc.record({
      key: text,
      // A name has the user's in it: see claims.ts.
      caller: fc.record({ name: text, org: text }).map(({ name, org }) => ({ name, org, user: name })),
      toolName: text,
      args: text,
      secrets: fc.dictionary(text, text, { maxKeys: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(call, call, fc.subarray([...MEMBERS]), async (one, another, changed) => {
        // Most calls would differ in everything.
        const other: Identity = { ...one, ...Object.fromEntries(changed.map((member) => [member, another[member]])) };
        const world = newWorld();
        await world.call(sentOf(one));
        const told = await world.call(sentOf(other));
        const [mine, theirs] = [one, other].map(({ key, caller }) => JSON.stringify([key, caller])) as [string, string];
        const [own, foreign] = [one, other].map((each) =>
          JSON.stringify([each.toolName, each.args, sortedSecrets(each)]),
        );
        const expected = mine !== theirs ? '2' : own === foreign ? '1' : 'key_reused';
        expect(codeOf(told)).to.equal(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps what may have had an effect, and what the tool has answered; of each code', async () => {
    const isKept = async (code: FailureCode, usage: Usage): Promise<boolean> => {
      const world = newWorld();
      world.act = () => failureWith(code, usage);
      await world.call();
      await world.call();
      return world.ran.length === 1;
    };
    for (const code of Object.keys(ERRORS) as FailureCode[]) {
      expect(await isKept(code, REACHED), `${code} after a host request`).to.equal(true);
      const { fault, retryable } = ERRORS[code];
      expect(await isKept(code, COMPUTED), `${code} without one`).to.equal(fault === 'plugin' && !retryable);
      expect(await isKept(code, NO_USAGE), `${code} before the call began`).to.equal(false);
    }
  });

  it('marks a failure that is kept, in the first answer too, and takes its delay away', async () => {
    const world = newWorld();
    world.act = () => failureWith('upstream_failed', REACHED, { retryAfterMs: 1_000, setting: 'egress.caFiles' });
    for (let calls = 0; calls < 2; calls += 1) {
      const { failure } = (await world.call()) as Outcome & { failure: Failure };
      expect(failure).to.deep.equal({
        ...{ code: 'upstream_failed', detail: 'it was upstream_failed', setting: 'egress.caFiles', isKept: true },
      });
    }
    world.act = () => failureWith('runner_lost', COMPUTED, { retryAfterMs: 1_000 });
    const { failure } = (await world.call({ key: 'other' })) as Outcome & { failure: Failure };
    expect(failure).to.deep.equal({ code: 'runner_lost', detail: 'it was runner_lost', retryAfterMs: 1_000 });
  });

  it('tells of a call whose answer was too large, and does not run it again', async () => {
    const world = newWorld();
    world.act = () => ({ ok: true, resultJson: Buffer.alloc(1_001, '1'), usage: REACHED });
    expect((await world.call()).ok).to.equal(true);
    const { failure, replayOf } = (await world.call()) as Outcome & { failure: Failure };
    expect(failure).to.include({ code: 'answer_not_kept', limit: 'answerBytes', allowed: 1_000 });
    expect(replayOf).to.equal(world.ran[0]?.callId);
    expect(world.ran).to.have.length(1);
  });

  it('lets the first call run on when its caller hangs up, and tells that caller of no more progress', async () => {
    const world = newWorld();
    const told: number[] = [];
    const signal = new LightSignal();
    world.act = ({ signal: own, onProgress }) => {
      onProgress?.({ done: 1, message: '' });
      signal.abort();
      onProgress?.({ done: 2, message: '' });
      return own.aborted ? failureWith('cancelled') : { ok: true, resultJson: Buffer.from('7'), usage: REACHED };
    };
    expect(codeOf(await world.call({ signal, onProgress: ({ done }) => told.push(done) }))).to.equal('7');
    expect(told).to.deep.equal([1]);
    expect(codeOf(await world.call())).to.equal('7');
  });

  it('keeps nothing of a caller that had hung up before, or for a tool that is gone', async () => {
    const world = newWorld();
    const gone = new LightSignal();
    gone.abort();
    await world.call({ signal: gone });
    expect(codeOf(await world.call())).to.equal('2');
    world.route = undefined;
    world.act = () => failureWith('tool_not_found', NO_USAGE);
    expect(codeOf(await world.call())).to.equal('tool_not_found');
  });

  it('names the version that has answered, with the limits of now', async () => {
    const world = newWorld();
    const told: NamedRoute[] = [];
    const onRoute = (route: NamedRoute): void => void told.push(route);
    await world.call();
    await world.call({ onRoute });
    expect(told[0]).to.equal(world.route);
    world.route = routeOf('2.0.0', { cpuMs: 7 } as Limits);
    await world.call({ onRoute });
    expect(told[1]).to.deep.equal({ ...routeOf('1.0.0'), limits: { cpuMs: 7 } });
  });

  it('leaves checked callers their room, however many names others make up', async () => {
    const keptBytes = 20_000;
    const world = worldOver(new MemoryAnswers({ keptMs: 60_000, keptBytes, answerBytes: 1_000 }));
    world.act = () => ({ ok: true, resultJson: Buffer.alloc(1_000, '1'), usage: REACHED });
    const callAs = async (caller: Caller): Promise<string> => codeOf(await world.call({ key: 'key', caller }));
    let began = 0;
    for (let name = 0; name < 100; name += 1)
      if ((await callAs({ name: `bearer:${name}`, scopes: [] })) !== 'overloaded') began += 1;
    expect(began).to.be.within(1, keptBytes / 2 / 2_000);
    expect(await callAs({ name: 'anonymous', scopes: [] })).to.equal('overloaded');
    expect(await callAs({ name: 'client:ada', client: 'ada', scopes: [] })).not.to.equal('overloaded');
    expect(await callAs({ name: 'user:bob', user: 'bob', scopes: [] })).not.to.equal('overloaded');
  });

  it('does not run a call again that met a bug of the host', async () => {
    const world = newWorld();
    world.act = () => {
      throw new Error('a bug');
    };
    const thrown = await world.call().catch((error: Error) => error.message);
    expect(thrown).to.equal('a bug');
    const { failure } = (await world.call()) as Outcome & { failure: Failure };
    expect(failure)
      .to.include({ code: 'internal', isKept: true })
      .and.to.have.property('detail')
      .that.does.not.contain('bug');
    expect(world.ran).to.have.length(1);
  });
});
