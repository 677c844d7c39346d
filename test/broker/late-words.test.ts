// What a process has written is read before anybody is blamed for its end, in whatever order its thread and its channel tell of it.

import { expect } from 'chai';
import type { RunnerAnswer } from '../../src/broker/runner/pending-call.ts';
import { RunnerProcess } from '../../src/broker/runner/runner-process.ts';
import type { Control, ControlledListener } from '../../src/control/control.ts';
import { memoryFailure, overWall, startedTooLate } from '../../src/control/kill-reasons.ts';
import { doneHead } from '../../src/protocol/call-heads.ts';
import { encodeFrame } from '../../src/protocol/frames.ts';
import { PROGRAM, routeFor, settingsFor, taskOf } from '../support/hostile-runners.ts';

const DONE = encodeFrame(doneHead({ id: 1, cpuMs: 1, heapBytes: 0, hostCalls: 0 }), '"first"');
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A process of whom the test says what its thread and its channel tell; two calls have been sent, the first one runs. */
const scene = () => {
  let listener: ControlledListener | undefined;
  let ends = 0;
  const control = {
    start: (_memory: SharedArrayBuffer, told: ControlledListener) => {
      listener = told;
      const end = (): void => {
        ends += 1;
      };
      return { processId: 1, write() {}, noteReady() {}, assign() {}, wake() {}, end };
    },
  } as unknown as Control;
  const runner = new RunnerProcess(settingsFor('honest'), control);
  const tell = listener as unknown as ControlledListener;
  tell.onData(encodeFrame('{"t":"hello"}'));
  const answers: (RunnerAnswer | 'not_begun' | undefined)[] = [undefined, undefined];
  for (const index of [0, 1])
    runner.call(taskOf(routeFor('realm'), index), PROGRAM, {
      openEffects: () => expect.fail('nothing was asked'),
      onLines: () => {},
      onAnswer: (answer) => {
        answers[index] = answer;
      },
    });
  tell.onData(encodeFrame(JSON.stringify({ t: 'loaded', digest: PROGRAM.digest })));
  const codes = (): readonly unknown[] =>
    answers.map((answer) => (typeof answer === 'object' ? (answer.ok ? 'ok' : answer.failure.code) : answer));
  return { tell, codes, ends: () => ends };
};

describe('what a process has written before its end', () => {
  const OF_MEMORY = { failure: memoryFailure(300, 200), isLost: true, isOfRunning: true };
  const LATE = { id: 1, failure: startedTooLate, isLost: true, blamed: { id: 1, failure: overWall(400, 500) } };

  it('has the call blamed for its memory that ran last, not one that had answered', () => {
    const { tell, codes } = scene();
    tell.onEnded(OF_MEMORY);
    tell.onData(DONE);
    tell.onExited('SIGKILL');
    expect(codes()).to.deep.equal(['ok', 'exceeded_memory']);
  });

  it('has the call blamed for its memory that runs, and the next one run elsewhere', () => {
    const { tell, codes } = scene();
    tell.onEnded(OF_MEMORY);
    tell.onExited('SIGKILL');
    expect(codes()).to.deep.equal(['exceeded_memory', 'not_begun']);
  });

  it('ends a suspicion, if it is the answer of the call', async () => {
    const { tell, codes, ends } = scene();
    tell.onSuspicion(LATE);
    tell.onData(DONE);
    await nextTurn();
    expect(ends()).to.equal(0);
    tell.onExited('exit code 0');
    expect(codes()).to.deep.equal(['ok', 'runner_lost']);
  });

  it('confirms a suspicion, if there is nothing of it', async () => {
    const { tell, codes, ends } = scene();
    tell.onSuspicion(LATE);
    await nextTurn();
    expect(ends()).to.equal(1);
    await nextTurn();
    expect(codes()).to.deep.equal(['exceeded_wall_time', undefined]);
    tell.onExited('SIGKILL');
    expect(codes()).to.deep.equal(['exceeded_wall_time', 'not_begun']);
  });
});
