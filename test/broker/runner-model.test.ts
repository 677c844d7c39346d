// A runner that was broken into sends any message in any state of its calls, against the real broker side. Whatever it sends: every call has one
// answer within the time that its limits and the runner's preparation allow, and one that has begun or has asked anything is never given to
// another runner.

import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import type { PendingCall, RunnerAnswer } from '../../src/broker/runner/pending-call.ts';
import { RunnerProcess } from '../../src/broker/runner/runner-process.ts';
import { CallEffects } from '../../src/control/capabilities/effects.ts';
import type { FreshState } from '../../src/protocol/call.ts';
import type { RunnerMessage } from '../../src/protocol/messages.ts';
import {
  capabilities,
  isAlive,
  LIMITS,
  PROGRAM,
  routeFor,
  settingsFor,
  taskOf,
  until,
} from '../support/hostile-runners.ts';
import { localControl } from '../support/local-control.ts';

const CALLS = 3;
const LANES = 4;
const RANDOM_LIVES = 60;
const SHORT = { ...LIMITS, wallMs: 150, killGraceMs: 30 };

interface Step {
  readonly message: RunnerMessage;
  readonly body: string;
  readonly afterMs: number;
}

interface Script {
  readonly steps: readonly Step[];
  /** What it does afterwards; `honest` answers all calls, the first one included. */
  readonly ending: 'exit' | 'silence' | 'honest';
}

/** Every kind of message, about a call. */
const SAYINGS: Readonly<Record<RunnerMessage['t'], (id: number) => readonly [message: RunnerMessage, body?: string]>> =
  {
    hello: () => [{ t: 'hello' }],
    loaded: () => [{ t: 'loaded', digest: PROGRAM.digest }],
    began: (id) => [{ t: 'began', id }],
    stage: () => [{ t: 'stage', stage: 'module' }, 'somewhere'],
    inspected: () => [{ t: 'inspected' }, '{}'],
    done: (id) => [{ t: 'done', id, cpuMs: 1, heapBytes: 0, hostCalls: 0 }, '"done"'],
    failed: (id) => [{ t: 'failed', id, cpuMs: 1, code: 'tool_error' }, 'no'],
    diagnosed: (id) => [{ t: 'diagnosed', id }],
    waiting: (id) => [{ t: 'waiting', id }],
    resumed: (id) => [{ t: 'resumed', id }],
    log: (id) => [{ t: 'log', id, level: 'info', atMs: 1 }, 'a line'],
    progress: (id) => [{ t: 'progress', id, atMs: 1 }, '{"done":1,"total":2,"message":""}'],
    logFull: (id) => [{ t: 'logFull', id, limit: 'logLines', lines: 1 }],
    ask: (id) => [{ t: 'ask', id, ask: 1, kind: 'store' }, `{"op":"get","key":"asked by ${id}"}`],
    unask: (id) => [{ t: 'unask', id, ask: 1 }],
    stuck: () => [{ t: 'stuck' }],
    full: () => [{ t: 'full' }],
  };

const say = (kind: RunnerMessage['t'], id = 1, afterMs = 0): Step => {
  const [message, body = ''] = SAYINGS[kind](id);
  return { message, body, afterMs };
};

/** What brings the first call, or the second, into a state. */
const STATES: Readonly<Record<FreshState, Readonly<Record<string, readonly Step[]>>>> = {
  realm: {
    'its realm being made': [],
    running: [say('loaded')],
    waiting: [say('loaded'), say('waiting')],
    'waiting, another one running': [say('loaded'), say('waiting'), say('began', 2)],
    'waiting, another one waiting': [say('loaded'), say('waiting'), say('began', 2), say('waiting', 2)],
    'going on': [say('loaded'), say('waiting'), say('resumed')],
    'having asked': [say('loaded'), say('ask')],
    answered: [say('loaded'), say('done')],
  },
  isolate: {
    'its isolate being made': [],
    running: [say('began')],
    'running beside another': [say('began'), say('began', 2)],
    'having asked': [say('began'), say('ask')],
    answered: [say('began'), say('done')],
  },
};

type Answer = RunnerAnswer | 'not_begun';

/** What came of a call. */
interface Settled {
  readonly answer: Answer;
  readonly call: PendingCall;
  readonly tookMs: number;
}

interface Lived {
  readonly settled: readonly (readonly Settled[])[];
  /** Numbers of the calls whose questions were carried out. */
  readonly asked: readonly number[];
}

/** The life of one runner with three calls, all sent at once: until each is answered and the process is gone. */
const live = async (script: Script, freshState: FreshState): Promise<Lived> => {
  const control = localControl(settingsFor('puppet'));
  const runner = new RunnerProcess(settingsFor('puppet'), control);
  const processId = runner.status(undefined).processId as number;
  const asked: string[] = [];
  const settled: Settled[][] = Array.from({ length: CALLS }, () => []);
  const exits: true[] = [];
  runner.listen({ onReady() {}, onRoom() {}, onExited: () => exits.push(true) });
  try {
    await until(() => runner.state !== 'starting', 'its first word');
    const startMs = performance.now();
    for (let index = 0; index < CALLS; index += 1) {
      const task = {
        ...taskOf({ ...routeFor(freshState), limits: SHORT }, index),
        argumentsJson: Buffer.from(JSON.stringify(script)),
      };
      runner.call(task, PROGRAM, {
        openEffects: () => new CallEffects(task, capabilities(asked)),
        onLines: () => {},
        onAnswer: (answer, call) => {
          settled[index]?.push({ answer, call, tookMs: performance.now() - startMs });
        },
      });
    }
    await until(() => settled.every((list) => list.length > 0), 'an answer for every call');
    // What it still says after its last answer may change nothing.
    await pause(20);
    runner.retire();
    await until(() => exits.length === 1 && !isAlive(processId), 'nothing left of the process');
    return { settled, asked: asked.map((text) => Number(/asked by (\d)/.exec(text)?.[1])) };
  } finally {
    runner.kill({ code: 'shutting_down', detail: '' });
    control.close();
  }
};

const faultIn = ({ settled, asked }: Lived): string | undefined => {
  for (const [index, list] of settled.entries()) {
    const name = `call ${index + 1}`;
    if (list.length !== 1) return `${name} was answered ${list.length} times`;
    const [{ answer, call }] = list as [Settled];
    if (answer !== 'not_begun') continue;
    if (asked.includes(index + 1)) return `${name} has asked something, and is given to another runner`;
    if (call.begunAtMs > 0) return `${name} has begun, and is given to another runner`;
  }
  return undefined;
};

/** Lives several scripts at a time; why the first that fails does. */
const liveAll = async (
  scripts: readonly (readonly [name: string, script: Script])[],
  freshState: FreshState,
): Promise<readonly string[]> => {
  const faults: string[] = [];
  const left = [...scripts];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const fault = await live(next[1], freshState).then(faultIn, (error: Error) => error.message);
      if (fault !== undefined) faults.push(`${next[0]}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return faults;
};

const STEP: fc.Arbitrary<Step> = fc
  .record({
    kind: fc.constantFrom(
      ...(Object.keys(SAYINGS) as RunnerMessage['t'][]),
      ...(['began', 'waiting', 'resumed', 'ask', 'loaded'] as const),
    ),
    id: fc.integer({ min: 1, max: CALLS + 1 }),
    afterMs: fc.constantFrom(0, 0, 1, 20),
  })
  // What ends it at once says little.
  .filter(({ kind }) => kind !== 'hello' && kind !== 'stage' && kind !== 'inspected')
  .map(({ kind, id, afterMs }) => say(kind, id, afterMs));

const SCRIPTS: fc.Arbitrary<Script> = fc.record({
  steps: fc.array(STEP, { minLength: 1, maxLength: 12 }),
  ending: fc.constantFrom('exit', 'silence', 'honest' as const),
});

for (const freshState of ['realm', 'isolate'] as const)
  describe(`a runner that says anything at any time, in ${freshState} mode`, function () {
    this.timeout(180_000);

    for (const [state, before] of Object.entries(STATES[freshState]))
      it(`gets no further with a call ${state}`, async () => {
        const scripts = Object.keys(SAYINGS).map((kind, index) => {
          const ending = (['exit', 'silence', 'honest'] as const)[index % 3] as Script['ending'];
          return [kind, { steps: [...before, say(kind as RunnerMessage['t'])], ending }] as const;
        });
        expect(await liveAll(scripts, freshState)).to.deep.equal([]);
      });

    it('gets no further with any series of messages', async () => {
      const scripts = fc
        .sample(SCRIPTS, { numRuns: RANDOM_LIVES, seed: 20_261_122 })
        .map((script) => [JSON.stringify(script), script] as const);
      expect(await liveAll(scripts, freshState)).to.deep.equal([]);
    });
  });

describe('a runner that says by turns that two calls go on', function () {
  this.timeout(60_000);

  it('cannot put their time off, nor have one run twice', async () => {
    const turns = Array.from({ length: 200 }, (_, round) => [
      say('resumed', 1 + (round % 2), 10),
      say('waiting', 1 + (round % 2)),
    ]).flat();
    const { settled } = await live({ steps: [say('loaded'), say('waiting'), ...turns], ending: 'silence' }, 'realm');
    for (const list of settled) expect(list).to.have.lengthOf(1);
    expect(settled[0]?.[0]?.answer)
      .to.have.nested.property('failure.code')
      .that.is.oneOf(['exceeded_wall_time', 'runner_lost']);
  });
});
