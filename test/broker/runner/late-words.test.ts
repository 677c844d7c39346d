// Tests that the output of a process is read before any call is blamed for its end, whether its thread or its channel reports first.

import { expect } from 'chai';
import { RunnerProcess } from '../../../src/broker/runner/runner-process.ts';
import type { Control, ControlledListener } from '../../../src/control/control.ts';
import { memoryFailure, overWall, startedTooLate } from '../../../src/control/kill-reasons.ts';
import { doneHead } from '../../../src/shared/protocol/call-heads.ts';
import { encodeFrame } from '../../../src/shared/protocol/frames.ts';
import { PROGRAM, routeFor, settingsFor, taskOf } from '../../support/hostile-runners.ts';
import { watchedCall } from '../../support/watched-call.ts';

const DONE = encodeFrame(doneHead({ id: 1, cpuMs: 1, heapBytes: 0, hostCalls: 0 }), '"first"');
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A process whose reports and output the test sets. Two calls have been sent, and the first one runs. */
const scene = () => {
  let listener: ControlledListener | undefined;
  let ends = 0;
  const control = {
    start: (_memory: SharedArrayBuffer, processListener: ControlledListener) => {
      listener = processListener;
      const end = (): void => {
        ends += 1;
      };
      return { processId: 1, write() {}, noteReady() {}, assign() {}, wake() {}, end };
    },
  } as unknown as Control;
  const runner = new RunnerProcess(settingsFor('honest'), control, (error) => expect.fail(String(error)));
  const tell = listener as unknown as ControlledListener;
  tell.onData(encodeFrame('{"t":"hello"}'));
  const calls = [0, 1].map((index) => watchedCall(taskOf(routeFor('realm'), index)));
  for (const { call } of calls) runner.execute(call);
  tell.onData(encodeFrame(JSON.stringify({ t: 'loaded', digest: PROGRAM.digest })));
  const codes = (): readonly unknown[] =>
    calls.map(({ answers: [answer] }) =>
      typeof answer === 'object' ? (answer.ok ? 'ok' : answer.failure.code) : answer,
    );
  return { tell, codes, ends: () => ends };
};

describe('the output of a process before its end', () => {
  const OF_MEMORY = { failure: memoryFailure(300, 200), isLost: true, isOfRunning: true };
  const LATE = { id: 1, failure: startedTooLate, isLost: true, blamed: { id: 1, failure: overWall(400, 500) } };

  it('puts the blame for memory on the call that ran last, not on one that had answered', () => {
    const { tell, codes } = scene();
    tell.onEnded(OF_MEMORY);
    tell.onData(DONE);
    tell.onExited('SIGKILL');
    expect(codes()).to.deep.equal(['ok', 'exceeded_memory']);
  });

  it('puts the blame for memory on the call that runs, and gives the next one to another runner', () => {
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

  it('confirms a suspicion, if it has no answer of the call', async () => {
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
