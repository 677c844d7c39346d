// A runner of scripts that was broken into, as a process of its own, with the real broker's side and the real steps of a call behind it: whatever it
// asks, it gets nothing that a direct call of the script's caller would not get.

import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { InnerHostCalls } from '../../../src/broker/runner/inner-host-calls.ts';
import { RunnerProcess } from '../../../src/broker/runner/runner-process.ts';
import type { Executor } from '../../../src/shared/protocol/call.ts';
import { PROGRAM, routeFor, settingsFor, taskOf, until } from '../../support/hostile-runners.ts';
import { localControl } from '../../support/local-control.ts';
import { type Answer, watchedCall } from '../../support/watched-call.ts';
import { callerOf, settingsOf, toolOf } from '../gates/access/world.ts';
import { directCall, scriptCallsOf, serverOf, type Verdict, type World } from './world.ts';

const CALLS = 3;
const MOST_CALLS = 9;

const WORLD: World = {
  caller: callerOf('ada'),
  tools: ['open', 'denied', 'outside', 'writes'].map((name) => toolOf(name)),
  access: settingsOf({ no: { effect: 'deny', tools: ['denied'] } }),
  quotas: { few: { per: ['client'], calls: CALLS, every: 'day', tools: ['open'] } },
  toolsets: {},
  selection: { tools: ['open', 'denied', 'writes'] },
  allow: ['open', 'denied', 'outside'],
  reaching: [],
  granted: [],
  calls: [],
};

interface Lived {
  readonly answers: readonly Answer[];
  /** Request → `ok`, or code, fault and whether to retry. */
  readonly replies: ReadonlyMap<number, Verdict | string>;
  /** Calls that reached the steps: who called what. */
  readonly made: readonly string[];
}

/** Runs a script whose runner behaves so, until it is answered and what comes after has been seen. */
const live = async (behaviour: string): Promise<Lived> => {
  const made: string[] = [];
  const server = serverOf(WORLD);
  const noting: Executor = {
    execute: (call) => {
      made.push(`${call.caller?.name} ${call.toolName}`);
      return server.execute(call);
    },
  };
  const calls = scriptCallsOf(WORLD, noting, MOST_CALLS);
  const settings = { ...settingsFor(behaviour), programBytes: 4_000_000 };
  const control = localControl(settings);
  const runner = new RunnerProcess(settings, control, (error) => expect.fail(String(error)));
  const exits: boolean[] = [];
  runner.listen({ onReady() {}, onRoom() {}, onExited: (lost) => exits.push(lost) });
  try {
    await until(() => runner.state !== 'starting', 'its first word');
    const route = { ...routeFor('isolate', 20_000), isScript: true as const, cordon: 'script:ada' };
    const task = { ...taskOf(route, 0), program: { ...PROGRAM, isScript: true as const }, innerCalls: calls };
    const { call, answers } = watchedCall(task, () => new InnerHostCalls(calls));
    runner.execute(call);
    await until(() => answers.length > 0, 'its answer');
    await pause(50);
    const [answer] = answers;
    const text = typeof answer === 'object' && answer.ok ? answer.resultJson.toString() : '[]';
    const list = text.startsWith('[') ? (JSON.parse(text) as [number, boolean, string][]) : [];
    const replies = new Map(list.map(([request, ok, said]) => [request, ok ? 'ok' : verdictIn(said)] as const));
    return { answers, replies, made };
  } finally {
    runner.kill({ code: 'shutting_down', detail: '' });
    await until(() => exits.length > 0, 'the end of the process');
    control.close();
  }
};

const verdictIn = (text: string): Verdict | string => {
  const { name, code, fault, retryable } = JSON.parse(text);
  return name ?? [code, fault, retryable];
};

const codeOf = (answer: Answer | undefined): string | undefined =>
  typeof answer !== 'object' ? answer : answer.ok ? 'ok' : answer.failure.code;

describe('a runner of scripts that was broken into', function () {
  this.timeout(120_000);

  it('gets for each tool what a direct call of its caller gets, and nothing of another kind', async () => {
    const { replies, made } = await live('scriptAsks');
    const direct = directCall(WORLD, serverOf(WORLD));
    const asDirect = async (toolName: string, argumentsText = '{}') => direct({ toolName, argumentsText, key: '' });
    expect(replies.get(0)).to.equal(await asDirect('open'));
    expect(replies.get(1)).to.deep.equal(await asDirect('denied'));
    expect(replies.get(2)).to.deep.equal(await asDirect('outside'));
    expect(replies.get(3)).to.deep.equal(['forbidden', 'caller', false]);
    expect(replies.get(4)).to.deep.equal(await asDirect('__proto__'));
    expect(replies.get(7)).to.deep.equal(await asDirect('open', 'no JSON'));
    for (const at of [1, 2, 4]) expect(replies.get(at)?.[0]).to.equal('tool_not_found');
    for (const at of [5, 6]) expect(replies.get(at), `${at}`).to.be.an('array');
    expect(replies.get(8)).to.equal('ok');
    for (const at of [100, 101, 102]) expect(replies.get(at)).to.equal('NotAllowedError');
    expect(new Set(made.map((line) => line.split(' ')[0]))).to.deep.equal(new Set(['client:ada']));
  });

  it('spends the quota of its caller, and no more than its own calls', async () => {
    const { replies, made } = await live('scriptSpends');
    const codes = [...replies.values()].map((reply) => (reply === 'ok' ? 'ok' : reply[0]));
    expect(codes.filter((code) => code === 'ok')).to.have.lengthOf(CALLS);
    expect(codes.filter((code) => code === 'rate_limited')).to.have.lengthOf(MOST_CALLS - CALLS);
    expect(made).to.have.lengthOf(MOST_CALLS);
  });

  it('makes one call with a number, however often it sends it at once', async () => {
    const { answers, made } = await live('scriptRepeatsNumbers');
    expect(codeOf(answers[0])).to.equal('ok');
    expect(made.length).to.be.within(1, MOST_CALLS);
  });

  for (const [behaviour, codes] of [
    ['scriptFlood', ['runner_lost', 'exceeded_wall_time', 'overloaded', 'exceeded_host_calls']],
    ['scriptForAnother', ['ok', 'runner_lost']],
    ['scriptWithACaller', ['runner_lost']],
  ] as const)
    it(`makes no more calls than a script may: ${behaviour}`, async () => {
      const { answers, made } = await live(behaviour);
      expect(codes).to.include(codeOf(answers[0]));
      expect(answers).to.have.lengthOf(1);
      expect(made.length).to.be.at.most(behaviour === 'scriptFlood' ? MOST_CALLS : 0);
    });

  it('makes no call after the end', async () => {
    const { answers, made } = await live('scriptAfterItsEnd');
    expect(answers.map(codeOf)).to.deep.equal(['ok']);
    expect(made).to.deep.equal([]);
  });
});
