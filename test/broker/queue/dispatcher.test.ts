// Tests the dispatcher with scripted runners: one outcome for each call, and its place is free afterwards.

import { expect } from 'chai';
import { Dispatcher } from '../../../src/broker/queue/dispatcher.ts';
import { SidePool } from '../../../src/shared/lifetime/side-pool.ts';
import type { Outcome, RoutedCall } from '../../../src/shared/protocol/call.ts';
import { LightSignal } from '../../../src/shared/protocol/light-signal.ts';
import { PROGRAM, routeFor, settingsFor } from '../../support/hostile-runners.ts';
import { nextTurn, ScriptedControl, type ScriptedRunner } from '../../support/scripted-runners.ts';

const scene = ({ concurrency = 4, onGuestLog = (): void => {} } = {}) => {
  const scripted = new ScriptedControl();
  const control = Object.assign(scripted, {
    useSecrets: async () => {},
    storeTrouble: async () => undefined,
    embed: () => expect.fail('nothing was embedded'),
    close: async () => {},
  });
  const settings = settingsFor('honest');
  const dispatcher = new Dispatcher({
    control,
    settings,
    side: new SidePool(),
    concurrency,
    maxQueued: 10,
    cores: 2,
    onGuestLog,
  });
  const call = (number: number, more: Partial<RoutedCall> = {}): Promise<Outcome> =>
    dispatcher.execute({
      callId: `call-${number}`,
      toolName: 'tool',
      argumentsJson: Buffer.from(String(number)),
      signal: new LightSignal(),
      route: routeFor('realm'),
      programs: new Map([[PROGRAM.digest, PROGRAM]]),
      ...more,
    });
  const start = async (): Promise<ScriptedRunner> => {
    const [runner] = scripted.runners as [ScriptedRunner];
    runner.says({ t: 'hello' });
    runner.says({ t: 'loaded', digest: PROGRAM.digest });
    await nextTurn();
    return runner;
  };
  const close = async (): Promise<void> => {
    const closing = dispatcher.close(0);
    await new Promise((resolve) => setTimeout(resolve, 5));
    for (const runner of scripted.runners) runner.exits();
    await closing;
    expect([dispatcher.callsInFlight, dispatcher.callsQueued]).to.deep.equal([0, 0]);
  };
  return { dispatcher, scripted, call, start, close };
};

const codeOf = (outcome: Outcome): string => (outcome.ok ? outcome.resultJson.toString() : outcome.failure.code);

describe('the dispatcher', () => {
  it('answers each call with the outcome of its own', async () => {
    const { call, start, close } = scene();
    const outcomes = [call(1), call(2)];
    const runner = await start();
    runner.answers(1, '"one"');
    runner.answers(2, '"two"');
    expect((await Promise.all(outcomes)).map(codeOf)).to.deep.equal(['"one"', '"two"']);
    await close();
  });

  it('adds the time in its queue to that of the call', async () => {
    const { dispatcher, call, start, close } = scene({ concurrency: 1 });
    const route = { ...routeFor('isolate') };
    const [first, second] = [call(1, { route }), call(2, { route })];
    expect([dispatcher.callsInFlight, dispatcher.callsQueued]).to.deep.equal([1, 1]);
    const [runner] = [await start().catch(() => expect.fail('no runner'))];
    runner.answers(1);
    await first;
    await new Promise((resolve) => setTimeout(resolve, 20));
    runner.answers(2);
    expect((await second).usage.queueMs).to.be.above(0);
    await close();
  });

  it('begins no call whose caller has hung up, and none whose program was replaced', async () => {
    const { scripted, call, close } = scene();
    const gone = new LightSignal();
    gone.abort();
    const outcomes = await Promise.all([call(1, { signal: gone }), call(2, { programs: new Map() })]);
    expect(outcomes.map(codeOf)).to.deep.equal(['cancelled', 'runner_lost']);
    expect(scripted.runners.flatMap(({ calls }) => calls)).to.deep.equal([]);
    await close();
  });

  it('answers a call even if its log cannot be written, and one more than its runner has places', async () => {
    const onGuestLog = (): never => {
      throw new Error('the log is full');
    };
    const { call, start, close } = scene({ onGuestLog });
    const [logging, next] = [call(1), call(2)];
    const runner = await start();
    runner.says({ t: 'log', id: 1, level: 'info', atMs: 1 }, 'a line');
    runner.answers(1, '1');
    runner.exits();
    expect((await Promise.all([logging, next])).map(codeOf)).to.deep.equal(['1', 'internal']);
    await close();
  });

  it('gives the place back if the broker itself fails', async () => {
    const { dispatcher, scripted, call, close } = scene();
    scripted.start = () => {
      throw new Error('a bug of the host');
    };
    const error = await call(1).then(
      () => undefined,
      (reason: Error) => reason.message,
    );
    expect([error, dispatcher.callsInFlight]).to.deep.equal(['a bug of the host', 0]);
    await close();
  });

  it('answers every call when it closes, also those that had not begun', async () => {
    const { dispatcher, scripted, call, start } = scene({ concurrency: 2 });
    const route = { ...routeFor('isolate') };
    const outcomes = [0, 1, 2, 3].map((number) => call(number, { route }));
    const runner = await start().catch(() => expect.fail('no runner'));
    runner.says({ t: 'began', id: 1 });
    expect([dispatcher.callsInFlight, dispatcher.callsQueued]).to.deep.equal([2, 2]);
    const closing = dispatcher.close(0);
    await new Promise((resolve) => setTimeout(resolve, 5));
    for (const each of scripted.runners) each.exits();
    await closing;
    const all = Promise.all(outcomes).then((ended) => ended.map(codeOf));
    expect(await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 500))])).to.deep.equal(
      Array(4).fill('shutting_down'),
    );
  });

  it('refuses calls while it closes', async () => {
    const { dispatcher, call, close } = scene();
    const closing = close();
    expect(codeOf(await call(1))).to.equal('shutting_down');
    await closing;
    expect(dispatcher.status().runners).to.deep.equal([]);
  });
});
