// Tests the real broker against a compromised runner: a process that speaks the runner's frames and lies in them. Even then
// every call gets exactly one answer, the process ends, the broker's memory is bounded, and the next runner works.

import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { runInspection } from '../../../src/broker/runner/inspection-run.ts';
import { RunnerProcess } from '../../../src/broker/runner/runner-process.ts';
import { HostCallHandler } from '../../../src/control/capabilities/host-call-handler.ts';
import type { Outcome } from '../../../src/shared/protocol/call.ts';
import type { FailureCode } from '../../../src/shared/protocol/errors.ts';
import type { FreshState } from '../../../src/shared/protocol/fresh-state.ts';
import type { Program } from '../../../src/shared/protocol/program.ts';
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
/** Time of a call whose end is not that its time is up: a busy machine needs some to see what the runner does. */
const LONG_MS = 5_000;
/** Memory that the broker may need in addition, in MB: a few frames at their cap, and garbage. */
const MOST_MB = 200;

interface Lived {
  /** The answers of each call. */
  readonly answers: readonly Answer[][];
  readonly asked: readonly string[];
  readonly exits: readonly boolean[];
  readonly tookMb: number;
}

/** Runs one runner with three calls, until each is answered and the process has ended. */
const live = async (behaviour: string, freshState: FreshState): Promise<Lived> => {
  const control = localControl(settingsFor(behaviour));
  const runner = new RunnerProcess(settingsFor(behaviour), control, (error) => expect.fail(String(error)));
  const processId = runner.status(undefined).processId as number;
  const exits: boolean[] = [];
  const answers: Answer[][] = Array.from({ length: CALLS }, () => []);
  const asked: string[] = [];
  runner.listen({ onReady() {}, onRoom() {}, onExited: (lost) => exits.push(lost) });
  const baseMb = process.memoryUsage.rss() / 2 ** 20;
  let highestMb = 0;
  const watch = setInterval(() => {
    highestMb = Math.max(highestMb, process.memoryUsage.rss() / 2 ** 20);
  }, 10);
  try {
    await until(() => runner.state !== 'starting', 'its first word');
    const route = routeFor(freshState, FIRST[behaviour]?.includes('exceeded_wall_time') ? LIMITS.wallMs : LONG_MS);
    for (let index = 0; index < CALLS && runner.state === 'ready'; index += 1) {
      const task = taskOf(route, index);
      const openHostCalls = () => new HostCallHandler(task, capabilities(asked));
      runner.execute(watchedCall(task, openHostCalls, (answer) => void answers[index]?.push(answer)).call);
    }
    const given = answers.slice(0, runner.callsInFlight || CALLS);
    await until(() => runner.state === 'exited' || given.every((list) => list.length > 0), 'an answer for every call');
    // Messages after its last answer must change nothing.
    await pause(30);
    runner.retire();
    await until(() => exits.length > 0, 'the end of the process');
    await until(() => !isAlive(processId), 'nothing left of the process');
    return { answers, asked, exits, tookMb: highestMb - baseMb };
  } finally {
    clearInterval(watch);
    runner.kill({ code: 'shutting_down', detail: '' });
    control.close();
  }
};

const codeOf = (answer: Answer | undefined): string | undefined => {
  if (answer === undefined || typeof answer === 'string') return answer;
  return answer.ok ? 'ok' : answer.failure.code;
};

type Expected = FailureCode | 'ok' | 'not_begun' | undefined;

/** A flood ends by the budget that it spends first. On a busy machine it may lack the CPU time to spend one. */
const FLOODED: readonly Expected[] = ['runner_lost', 'exceeded_wall_time', 'overloaded'];

/** A runner that stands still ends by the time of its first call or, on a busy machine, by that of the calls that wait in it for their begin. */
const STILL: readonly Expected[] = ['exceeded_wall_time', 'runner_lost'];

/** How the first call may end; undefined if the runner never took one. */
const FIRST: Readonly<Record<string, readonly Expected[]>> = {
  hugeHead: ['runner_lost'],
  hugeBody: ['runner_lost'],
  negativeLengths: ['runner_lost'],
  emptyHead: ['runner_lost'],
  bodyToTheCap: FLOODED,
  prefixCutShort: ['runner_lost'],
  frameCutShort: ['runner_lost'],
  frameThatNeverEnds: STILL,
  noise: ['runner_lost'],
  garbage: ['runner_lost'],
  notAnObject: ['runner_lost'],
  nothing: ['runner_lost'],
  unknownKind: ['runner_lost'],
  protoKind: ['runner_lost'],
  constructorKind: ['runner_lost'],
  protoMember: ['runner_lost'],
  memberTooMany: ['runner_lost'],
  textForANumber: ['runner_lost'],
  endlessCpu: ['runner_lost'],
  hostsCode: ['runner_lost'],
  quarantinedCode: ['runner_lost'],
  hugeNumber: ['runner_lost'],
  deepHead: ['runner_lost'],
  twoAnswers: ['ok'],
  unknownIds: ['runner_lost'],
  idNotGivenYet: STILL,
  anothersAnswer: ['exceeded_wall_time', 'not_begun', 'runner_lost'],
  notJson: ['invalid_result'],
  tooDeep: ['invalid_result'],
  tooLong: ['result_too_large'],
  answersBeforeHello: [undefined],
  helloTwice: ['runner_lost'],
  neverHello: [undefined],
  silentFromTheStart: ['not_begun'],
  silentOnceBegun: STILL,
  // It burns CPU, which it may not get on a busy machine.
  beginsForEver: ['exceeded_wall_time', 'runner_lost', 'overloaded'],
  exits: ['runner_lost'],
  exitsAtOnce: [undefined],
  stuck: ['runner_lost'],
  stuckForEver: ['runner_lost'],
  burnsBeforeItBegins: ['not_begun'],
  logFlood: FLOODED,
  longLogs: FLOODED,
  progressFlood: FLOODED,
  logFullFlood: FLOODED,
  suspendedFlood: FLOODED,
  requestFlood: FLOODED,
  sameRequest: FLOODED,
  cancelFlood: FLOODED,
  loadedFlood: FLOODED,
  stageFlood: FLOODED,
  inspectedTwice: ['runner_lost'],
  asksBeforeItBegins: ['not_begun'],
  doesNotRead: ['not_begun'],
  violations: ['invalid_result'],
  oddViolations: ['invalid_result'],
  claimsRefusal: ['tool_error'],
  operatorsCode: ['runner_lost'],
  falseDiagnosis: ['tool_error'],
  hugeDiagnosis: ['tool_error'],
  diagnosedFlood: ['tool_error'],
  diagnosesUnasked: ['runner_lost'],
  // By whichever is seen first.
  children: ['runner_lost', 'exceeded_wall_time'],
};

/** Runs several runners at a time, because they mostly wait. */
const liveAll = async (freshState: FreshState): Promise<ReadonlyMap<string, Lived | Error>> => {
  const lives = new Map<string, Lived | Error>();
  const left = Object.keys(FIRST);
  const lane = async (): Promise<void> => {
    for (let behaviour = left.shift(); behaviour !== undefined; behaviour = left.shift())
      lives.set(behaviour, await live(behaviour, freshState).catch((error: Error) => error));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return lives;
};

const livedOf = (lives: ReadonlyMap<string, Lived | Error>, behaviour: string): Lived => {
  const lived = lives.get(behaviour);
  if (lived === undefined || lived instanceof Error) throw lived;
  return lived;
};

/** Processes of this machine with a word in their command line; empty if there is no /proc. */
const processesNamed = async (word: string): Promise<string[]> => {
  if (process.platform !== 'linux') return [];
  const found: string[] = [];
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const words = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (words.split('\0').includes(word)) found.push(name);
  }
  return found;
};

for (const freshState of ['realm', 'isolate'] as const) {
  describe(`a compromised runner, in ${freshState} mode`, function () {
    this.timeout(240_000);
    let lives: ReadonlyMap<string, Lived | Error>;
    before(async () => {
      lives = await liveAll(freshState);
    });

    for (const [behaviour, expected] of Object.entries(FIRST)) {
      it(`gets no further with ${behaviour}`, () => {
        const lived = livedOf(lives, behaviour);
        const [told, code] = [JSON.stringify(lived.answers[0]), lived.answers[0]?.map(codeOf)[0]];
        expect(code, told).to.be.oneOf([...expected]);
        if (expected === STILL && code === 'runner_lost') expect(told).to.contain('not get ready to run another call');
        for (const list of lived.answers) expect(list).to.have.lengthOf(expected[0] === undefined ? 0 : 1);
        expect(lived.exits).to.have.lengthOf(1);
        expect(lived.tookMb).to.be.below(MOST_MB);
      });
    }

    it('does not affect the next runner', async () => {
      const { answers } = await live('honest', freshState);
      expect(answers.flat().map(codeOf)).to.deep.equal(['ok', 'ok', 'ok']);
    });

    it('makes no host request for a call that has not begun', () => {
      expect(livedOf(lives, 'asksBeforeItBegins').asked).to.deep.equal([]);
    });

    it('leaves no process that it has started', async () => {
      expect(await processesNamed('toolcell-test-child')).to.deep.equal([]);
    });

    it('makes no more host requests than its limits allow, with any numbers', () => {
      for (const behaviour of ['requestFlood', 'sameRequest'])
        expect(livedOf(lives, behaviour).asked.length, behaviour).to.be.within(1, LIMITS.hostCalls);
    });

    it('pollutes no prototype by its claims of violations', () => {
      const [answer] = livedOf(lives, 'oddViolations').answers[0] as [Outcome];
      expect(answer.ok).to.equal(false);
      if (answer.ok) return;
      expect(answer.failure.limit).to.equal(undefined);
      expect(answer.failure.violations).to.have.lengthOf(1);
      expect(answer.failure.violations?.[0]?.message.length).to.be.at.most(300);
      expect(answer.failure.detail.length).to.be.at.most(2_000);
      expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
    });
  });
}

describe('a compromised runner during an inspection', function () {
  this.timeout(30_000);
  const program: Program = { ...PROGRAM, tools: [], examples: [], examplesMustHold: true, limits: LIMITS };
  const LIMITS_OF_LOADING = { loadMs: 300, loadMemoryMb: 32, loadRssMb: 200, killGraceMs: 50 };

  for (const behaviour of [
    'inspectedOften',
    'stagesForEver',
    'silentInspection',
    'exitsAtOnce',
    'garbage',
    'stuckForEver',
  ]) {
    it(`ends with one refusal for ${behaviour}`, async () => {
      const control = localControl(settingsFor(behaviour));
      const runner = new RunnerProcess(settingsFor(behaviour), control, (error) => expect.fail(String(error)));
      let exits = 0;
      const inspection = await runInspection(runner, program, LIMITS_OF_LOADING, {
        onStarted: () => {},
        onExited: () => {
          exits += 1;
        },
      });
      expect(inspection.ok).to.equal(false);
      await until(() => exits === 1, 'the end of the process');
      control.close();
    });
  }
});
