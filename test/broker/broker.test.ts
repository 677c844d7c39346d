// Tests the broker with scripted runners: one answer for each call, in order, with the right blame.

import { expect } from 'chai';
import { Broker } from '../../src/broker/broker.ts';
import type { BrokerSettings } from '../../src/broker/runner/settings.ts';
import { SidePool } from '../../src/shared/lifetime/side-pool.ts';
import type { Outcome } from '../../src/shared/protocol/call.ts';
import type { FreshState } from '../../src/shared/protocol/fresh-state.ts';
import type { Notice } from '../../src/shared/protocol/task.ts';
import { PROGRAM, routeFor, settingsFor, taskOf } from '../support/hostile-runners.ts';
import { nextTurn, ScriptedControl, type ScriptedRunner } from '../support/scripted-runners.ts';

const LOADED = { t: 'loaded', digest: PROGRAM.digest } as const;

interface Sent {
  readonly outcomes: Outcome[];
  readonly cancel: () => void;
}

/** A broker with two runners. */
const scene = (more: Partial<BrokerSettings> = {}) => {
  const control = new ScriptedControl();
  const notices: Notice[] = [];
  const broker = new Broker({ ...settingsFor('honest'), runners: 2, ...more }, control, {
    onNotice: (notice) => void notices.push(notice),
    side: new SidePool(),
  });
  const call = (number: number, onOutcome = (_outcome: Outcome): void => {}, mode: FreshState = 'realm'): Sent => {
    const outcomes: Outcome[] = [];
    const task = { ...taskOf(routeFor(mode), number), argumentsJson: Buffer.from(String(number)) };
    const cancel = broker.execute(task, {
      onLines() {},
      onOutcome: (outcome) => {
        outcomes.push(outcome);
        onOutcome(outcome);
      },
    });
    return { outcomes, cancel };
  };
  const close = async (): Promise<void> => {
    const closing = broker.close();
    for (const runner of control.runners) runner.exits();
    await closing;
  };
  return { broker, control, notices, call, close };
};

const codeOf = ({ outcomes }: Sent): string | undefined => {
  expect(outcomes.length, 'answers of one call').to.be.at.most(1);
  const [outcome] = outcomes;
  return outcome?.ok ? 'ok' : outcome?.failure.code;
};

describe('a broker whose runner ends', () => {
  it('gives the calls that had not begun to another runner in their order, and none whose caller has hung up', async () => {
    const { control, call, close } = scene();
    const sent = [0, 1, 2, 3, 4].map((number) => call(number));
    const [first] = control.runners as [ScriptedRunner];
    first.says({ t: 'hello' });
    first.says(LOADED);
    await nextTurn();
    expect(first.calls).to.deep.equal(['0', '1', '2', '3']);
    sent[2]?.cancel();
    first.exits();
    const [, second] = control.runners as [ScriptedRunner, ScriptedRunner];
    second.says({ t: 'hello' });
    await nextTurn();
    expect(second.calls).to.deep.equal(['1', '3', '4']);
    expect(sent.map(codeOf)).to.deep.equal(['runner_lost', undefined, 'cancelled', undefined, undefined]);
    await close();
  });

  it('keeps the order with a second runner that is ready', async () => {
    const { control, call, close } = scene({ callsPerRunner: 2 });
    for (let number = 0; number < 4; number += 1) call(number);
    expect(control.runners).to.have.lengthOf(2);
    const [first, second] = control.runners as [ScriptedRunner, ScriptedRunner];
    first.says({ t: 'hello' });
    await nextTurn();
    const taken = first.calls.length;
    second.says({ t: 'hello' });
    first.exits();
    await nextTurn();
    const after = second.calls.map(Number);
    expect(taken).to.be.above(1);
    expect(after.slice(0, taken)).to.deep.equal([...Array(taken).keys()]);
    await close();
  });
});

describe('a broker that pauses a plugin', () => {
  it('sends no queued call of it to a runner that is ready', async () => {
    const quarantine = { kills: 1, windowMs: 1_000, pauseMs: 1_000, maxPauseMs: 1_000 };
    const { control, call, close } = scene({ runners: 1, spares: 2, quarantine });
    const [first, spare] = control.runners as [ScriptedRunner, ScriptedRunner];
    first.says({ t: 'hello' });
    const sent = [0, 1].map((number) => call(number));
    first.says(LOADED);
    spare.says({ t: 'hello' });
    await nextTurn();
    first.exits();
    await nextTurn();
    expect([first.calls, spare.calls]).to.deep.equal([['0', '1'], []]);
    expect(sent.map(codeOf)).to.deep.equal(['runner_lost', 'quarantined']);
    await close();
  });
});

describe('a broker that closes', () => {
  it('answers the queued calls of a plugin that has no runner', async () => {
    const { control, broker, call } = scene({ runners: 1 });
    const queued = call(0);
    const [first] = control.runners as [ScriptedRunner];
    // The next start waits for a back-off.
    first.exits();
    await broker.close();
    expect(codeOf(queued)).to.equal('shutting_down');
  });
});

describe('a broker that fails itself', () => {
  it('while it acts on a message, ends the runner without blame and answers its calls with a fault of the host', async () => {
    const { control, notices, broker, call, close } = scene({
      runners: 1,
      quarantine: { kills: 1, windowMs: 1_000, pauseMs: 1_000, maxPauseMs: 1_000 },
    });
    const [asking, waiting] = [call(0), call(1)];
    const [runner] = control.runners as [ScriptedRunner];
    runner.says({ t: 'hello' });
    runner.says(LOADED);
    await nextTurn();
    runner.says({ t: 'hostRequest', id: 1, request: 1, kind: 'store' }, '{}');
    expect(runner.isEnded).to.equal(true);
    runner.exits();
    expect([codeOf(asking), codeOf(waiting)]).to.deep.equal(['internal', undefined]);
    expect(broker.status()).to.deep.include({ quarantined: [], killed: 0, ends: { host_fault: 1 } });
    expect(notices.map(({ level }) => level)).to.deep.equal(['error']);
    expect(notices[0]?.text).to.match(/TypeError: a bug of the host[\s\S]* at /);
    await close();
  });

  it('while it passes an answer on, reports that, and answers the other calls', async () => {
    const { control, notices, call, close } = scene({ runners: 1 });
    const first = call(0, () => {
      throw new RangeError('a bug of a listener');
    });
    const second = call(1);
    const [runner] = control.runners as [ScriptedRunner];
    runner.says({ t: 'hello' });
    runner.says(LOADED);
    await nextTurn();
    runner.answers(1);
    runner.exits();
    expect([codeOf(first), codeOf(second)]).to.deep.equal(['ok', 'internal']);
    expect(notices[0]?.text).to.include('RangeError: a bug of a listener');
    await close();
  });

  it('while it ends a runner, still answers all its calls', async () => {
    const { control, notices, call, close } = scene({ runners: 1, callsPerRunner: 4 });
    const sent = [0, 1].map((number) =>
      call(
        number,
        () => {
          throw new RangeError('a bug of a listener');
        },
        'isolate',
      ),
    );
    const [runner] = control.runners as [ScriptedRunner];
    runner.says({ t: 'hello' });
    await nextTurn();
    runner.says({ t: 'began', id: 1 });
    runner.says({ t: 'began', id: 2 });
    runner.exits();
    expect(sent.map(codeOf)).to.deep.equal(['runner_lost', 'runner_lost']);
    expect(notices).to.have.lengthOf(2);
    await close();
  });

  it('takes only a frame over its cap for a breach of the protocol', async () => {
    const { control, notices, broker, call, close } = scene({ runners: 1 });
    call(0);
    const [runner] = control.runners as [ScriptedRunner];
    runner.says({ t: 'hello' });
    runner.listener.onData(Buffer.alloc(8, 0xff));
    runner.exits();
    expect(broker.status()).to.deep.include({ killed: 1, ends: { broke_protocol: 1 } });
    expect(notices).to.deep.equal([]);
    await close();
  });
});
