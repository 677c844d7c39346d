// Tests one runner and its calls with a scripted process: its states, its calls, and what it refuses.

import { expect } from 'chai';
import { RunnerProcess } from '../../../src/broker/runner/runner-process.ts';
import { lostFailure } from '../../../src/control/kill-reasons.ts';
import type { FreshState } from '../../../src/shared/protocol/fresh-state.ts';
import { PROGRAM, routeFor, settingsFor, taskOf } from '../../support/hostile-runners.ts';
import { nextTurn, ScriptedControl, type ScriptedRunner } from '../../support/scripted-runners.ts';
import { type WatchedCall, watchedCall } from '../../support/watched-call.ts';

const scene = () => {
  const control = new ScriptedControl();
  const exits: boolean[] = [];
  let rooms = 0;
  const faults: unknown[] = [];
  const runner = new RunnerProcess(settingsFor('honest'), control, (error) => void faults.push(error));
  const [process] = control.runners as [ScriptedRunner];
  runner.listen({
    onReady() {},
    onRoom: () => {
      rooms += 1;
    },
    onExited: (lost) => void exits.push(lost),
  });
  const send = (freshState: FreshState, index = 0): WatchedCall => {
    const watched = watchedCall(taskOf(routeFor(freshState), index));
    runner.execute(watched.call);
    return watched;
  };
  return { runner, process, exits, faults, send, rooms: () => rooms };
};

const codeOf = ({ answers }: WatchedCall): string | undefined => {
  expect(answers.length).to.be.at.most(1);
  const [answer] = answers;
  return typeof answer === 'object' ? (answer.ok ? 'ok' : answer.failure.code) : answer;
};

describe('a runner process', () => {
  it('takes calls only while it is ready', () => {
    const { runner, process, send } = scene();
    expect(() => send('realm')).to.throw('starting');
    process.says({ t: 'hello' });
    send('realm');
    runner.retire();
    expect(() => send('realm')).to.throw('retired');
    process.exits();
    expect(() => send('realm')).to.throw('exited');
  });

  it('takes calls of one mode only', () => {
    const { process, send } = scene();
    process.says({ t: 'hello' });
    send('realm');
    expect(() => send('isolate')).to.throw('both modes');
  });

  it('sends each program and each tool once, and each call under a number of its own', async () => {
    const { process, send } = scene();
    process.says({ t: 'hello' });
    const calls = [send('realm', 1), send('realm', 2)];
    await nextTurn();
    expect([process.count('load'), process.count('call')]).to.deep.equal([1, 2]);
    expect(calls.map(({ call }) => call.id)).to.deep.equal([1, 2]);
  });

  it('ends when it is retired and its last call is answered, without blame', () => {
    const { runner, process, exits, send, rooms } = scene();
    process.says({ t: 'hello' });
    process.says({ t: 'loaded', digest: PROGRAM.digest }, '');
    expect(process.isEnded, 'a program that it was not sent').to.equal(true);
    const other = scene();
    other.process.says({ t: 'hello' });
    const sent = other.send('isolate');
    other.runner.retire();
    expect(other.process.isEnded).to.equal(false);
    other.process.says({ t: 'began', id: 1 });
    other.process.answers(1);
    expect([codeOf(sent), other.process.isEnded, other.rooms()]).to.deep.equal(['ok', true, 1]);
    other.process.exits();
    expect(other.exits).to.deep.equal([false]);
    expect([runner.end, other.runner.end, exits.length, rooms()]).to.deep.equal(['broke_protocol', 'retired', 0, 0]);
    expect(() => send('realm')).to.throw('retired');
  });

  it('keeps a call that is answered twice, cancelled late or killed late at its first answer', async () => {
    const { runner, process, send } = scene();
    process.says({ t: 'hello' });
    const sent = send('isolate');
    process.says({ t: 'began', id: 1 });
    process.answers(1);
    process.answers(1);
    sent.call.cancel();
    runner.kill(lostFailure('late'));
    process.exits();
    await nextTurn();
    expect(codeOf(sent)).to.equal('ok');
  });

  it('lets a call that has not begun neither log nor ask', () => {
    const { process, faults, send } = scene();
    process.says({ t: 'hello' });
    const sent = send('isolate');
    process.says({ t: 'log', id: 1, level: 'info', atMs: 0 }, 'a line');
    process.says({ t: 'hostRequest', id: 1, request: 1, kind: 'store' }, '{}');
    process.exits();
    expect([codeOf(sent), faults]).to.deep.equal(['not_begun', []]);
  });

  it('serves nobody else in its realm after a call was stopped by a limit', () => {
    const { process, exits, send } = scene();
    process.says({ t: 'hello' });
    const [stopped, next] = [send('realm'), send('realm', 1)] as const;
    process.says({ t: 'loaded', digest: PROGRAM.digest });
    process.says({ t: 'failed', id: 1, cpuMs: 1, code: 'exceeded_cpu' });
    expect(process.isEnded).to.equal(true);
    process.exits();
    expect([codeOf(stopped), codeOf(next), exits]).to.deep.equal(['exceeded_cpu', 'runner_lost', [false]]);
  });
});
