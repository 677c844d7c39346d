// Support: the real broker against a compromised runner that sends any message in any state of its calls. Even then every call has one answer
// within the time that its limits and the runner's preparation allow, and a call that has begun or has made a host request is never given to
// another runner.

import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import type { BrokerCall } from '../../../src/broker/runner/broker-call.ts';
import { RunnerProcess } from '../../../src/broker/runner/runner-process.ts';
import { HostCallHandler } from '../../../src/control/capabilities/host-call-handler.ts';
import type { FreshState } from '../../../src/shared/protocol/fresh-state.ts';
import type { RunnerMessage } from '../../../src/shared/protocol/messages.ts';
import {
  capabilities,
  isAlive,
  LIMITS,
  PROGRAM,
  routeFor,
  settingsFor,
  taskOf,
  until,
} from '../../support/hostile-runners.ts';
import { localControl } from '../../support/local-control.ts';
import { type Answer, watchedCall } from '../../support/watched-call.ts';

const CALLS = 3;
const LANES = 4;
const SHORT = { ...LIMITS, wallMs: 150, killGraceMs: 30 };

/** `honest` answers all calls, including the first. */
export const ENDINGS = ['exit', 'silence', 'honest'] as const;

export interface Step {
  readonly message: RunnerMessage;
  readonly body: string;
  readonly afterMs: number;
}

export interface Script {
  readonly steps: readonly Step[];
  /** What it does afterwards. */
  readonly ending: (typeof ENDINGS)[number];
}

export type NamedScript = readonly [name: string, script: Script];

/** One message of every kind, about a call. */
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
    suspended: (id) => [{ t: 'suspended', id }],
    resumed: (id) => [{ t: 'resumed', id }],
    log: (id) => [{ t: 'log', id, level: 'info', atMs: 1 }, 'a line'],
    progress: (id) => [{ t: 'progress', id, atMs: 1 }, '{"done":1,"total":2,"message":""}'],
    logFull: (id) => [{ t: 'logFull', id, limit: 'logLines', lines: 1 }],
    hostRequest: (id) => [{ t: 'hostRequest', id, request: 1, kind: 'store' }, `{"op":"get","key":"asked by ${id}"}`],
    cancelHostRequest: (id) => [{ t: 'cancelHostRequest', id, request: 1 }],
    stuck: () => [{ t: 'stuck' }],
    full: () => [{ t: 'full' }],
  };

export const say = (kind: RunnerMessage['t'], id = 1, afterMs = 0): Step => {
  const [message, body = ''] = SAYINGS[kind](id);
  return { message, body, afterMs };
};

/** All kinds of messages. */
export const KINDS = Object.keys(SAYINGS) as RunnerMessage['t'][];

/** Messages that bring the first call, or the second, into a state. */
export const STATES: Readonly<Record<FreshState, Readonly<Record<string, readonly Step[]>>>> = {
  realm: {
    'its realm being made': [],
    running: [say('loaded')],
    suspended: [say('loaded'), say('suspended')],
    'suspended, another one running': [say('loaded'), say('suspended'), say('began', 2)],
    'suspended, another one suspended': [say('loaded'), say('suspended'), say('began', 2), say('suspended', 2)],
    'suspended, having asked': [say('loaded'), say('hostRequest'), say('suspended')],
    'suspended, another one resumed': [
      say('loaded'),
      ...[say('suspended'), say('began', 2), say('suspended', 2)],
      say('resumed'),
    ],
    resumed: [say('loaded'), say('suspended'), say('resumed')],
    'having asked': [say('loaded'), say('hostRequest')],
    answered: [say('loaded'), say('done')],
  },
  isolate: {
    'its isolate being made': [],
    running: [say('began')],
    'running next to another': [say('began'), say('began', 2)],
    'having asked': [say('began'), say('hostRequest')],
    answered: [say('began'), say('done')],
  },
};

/** How a call ended. */
interface Settled {
  readonly answer: Answer;
  readonly call: BrokerCall;
  readonly tookMs: number;
}

interface Lived {
  readonly settled: readonly (readonly Settled[])[];
  /** Numbers of the calls whose host requests were carried out. */
  readonly asked: readonly number[];
  /** Its end counts for the quarantine of the plugin. */
  readonly isLost: boolean;
}

/** Runs one runner with three calls, all sent at once, until each is answered and the process has ended. */
export const live = async (script: Script, freshState: FreshState): Promise<Lived> => {
  const control = localControl(settingsFor('puppet'));
  const runner = new RunnerProcess(settingsFor('puppet'), control, (error) => expect.fail(String(error)));
  const processId = runner.status(undefined).processId as number;
  const asked: string[] = [];
  const settled: Settled[][] = Array.from({ length: CALLS }, () => []);
  const exits: boolean[] = [];
  runner.listen({ onReady() {}, onRoom() {}, onExited: (isLost) => exits.push(isLost) });
  try {
    await until(() => runner.state !== 'starting', 'its first word');
    const startMs = performance.now();
    for (let index = 0; index < CALLS; index += 1) {
      const task = {
        ...taskOf({ ...routeFor(freshState), limits: SHORT }, index),
        argumentsJson: Buffer.from(JSON.stringify(script)),
      };
      const openHostCalls = () => new HostCallHandler(task, capabilities(asked));
      const { call } = watchedCall(task, openHostCalls, (answer) => {
        settled[index]?.push({ answer, call, tookMs: performance.now() - startMs });
      });
      runner.execute(call);
    }
    await until(() => settled.every((list) => list.length > 0), 'an answer for every call');
    // Messages after its last answer must change nothing.
    await pause(20);
    runner.retire();
    await until(() => exits.length === 1 && !isAlive(processId), 'nothing left of the process');
    const [isLost = false] = exits;
    return { settled, asked: asked.map((text) => Number(/asked by (\d)/.exec(text)?.[1])), isLost };
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
    if (asked.includes(index + 1)) return `${name} has made a host request, and is given to another runner`;
    if (call.begunAtMs > 0) return `${name} has begun, and is given to another runner`;
  }
  return undefined;
};

/** Runs several scripts at a time. Returns why each that failed did. */
export const liveAll = async (scripts: readonly NamedScript[], freshState: FreshState): Promise<readonly string[]> => {
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
    kind: fc.constantFrom(...KINDS, ...(['began', 'suspended', 'resumed', 'hostRequest', 'loaded'] as const)),
    id: fc.integer({ min: 1, max: CALLS + 1 }),
    afterMs: fc.constantFrom(0, 0, 1, 20),
  })
  // Messages that end it at once test little.
  .filter(({ kind }) => kind !== 'hello' && kind !== 'stage' && kind !== 'inspected')
  .map(({ kind, id, afterMs }) => say(kind, id, afterMs));

const SCRIPTS: fc.Arbitrary<Script> = fc.record({
  steps: fc.array(STEP, { minLength: 1, maxLength: 12 }),
  ending: fc.constantFrom(...ENDINGS),
});

/** The lives in which each of these messages follows upon a state, with each of the endings. */
export const livesAfter = (
  before: readonly Step[],
  kinds: readonly RunnerMessage['t'][],
  endings: readonly Script['ending'][] = ENDINGS,
): readonly NamedScript[] =>
  kinds.flatMap((kind) =>
    endings.map((ending) => [`${kind}, ${ending}`, { steps: [...before, say(kind)], ending }] as const),
  );

/** Lives at random; the same for the same seed. */
export const randomLives = (numRuns: number, seed: number): readonly NamedScript[] =>
  fc.sample(SCRIPTS, { numRuns, seed }).map((script) => [JSON.stringify(script), script]);
