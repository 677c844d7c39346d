// What may happen to a host, as commands. A command that acts on one of several things has the number of the thing, counted from the oldest and
// round again, so that it still means something if a command before it is left out.

import fc from 'fast-check';
import { lostFailure, memoryFailure, overWall, startedTooLate } from '../../../../src/control/kill-reasons.ts';
import type { HonestAnswer, HonestCall } from '../../../support/honest-runner.ts';
import { KINDS } from './plugins.ts';
import { serveQuiet as serve } from './promises.ts';
import type { World } from './world.ts';

export interface Command {
  isPossible(world: World): boolean;
  run(world: World): Promise<void>;
  toString(): string;
}

/** More than the heap of any realm. */
const FULL_HEAP_BYTES = 2 ** 40;
const PLUGINS = ['a', 'b'] as const;
const MOST_CALLS = 5;
const MOST_THINGS = 5;
const LEAST_COMMANDS = 5;
const MOST_COMMANDS = 50;
const ANSWERS: readonly HonestAnswer[] = ['ok', 'ok', 'slow', 'failed', 'spent'];
const WAITS_MS = [20, 150, 700, 2_500];

/**
 * A command on one of `things`; not run if there are none. `extra`: its other arguments. `act` returns what it has done, for the report of a
 * failure.
 */
const on = <Thing, Extra>(
  name: string,
  things: (world: World) => readonly Thing[],
  extra: fc.Arbitrary<Extra>,
  act: (world: World, thing: Thing, extra: Extra) => string | Promise<string>,
): fc.Arbitrary<Command> =>
  fc.tuple(fc.nat(MOST_THINGS), extra).map(([pick, given]) => ({
    isPossible: (world) => things(world).length > 0,
    run: async (world) => {
      const all = things(world);
      world.records.note(`${name} ${await act(world, all[pick % all.length] as Thing, given)}`);
      await world.settle();
    },
    toString: () => `${name}(${[pick, given].filter((value) => value !== undefined).join(', ')})`,
  }));

/** A command that is always possible. */
const always = <Given>(
  name: string,
  given: fc.Arbitrary<Given>,
  act: (world: World, given: Given) => string | Promise<string>,
): fc.Arbitrary<Command> =>
  given.map((value) => ({
    isPossible: () => true,
    run: async (world) => {
      world.records.note(`${name} ${await act(world, value)}`);
      await world.settle();
    },
    toString: () =>
      `${name}(${(typeof value === 'object' ? Object.values(value as object) : [value ?? []]).join(', ')})`,
  }));

const nothing = fc.constant(undefined);
const plugin = fc.constantFrom(...PLUGINS);

const call = always(
  'call',
  fc.record({ plugin, calls: fc.integer({ min: 1, max: MOST_CALLS }) }),
  async (world, { plugin, calls }) =>
    world
      .callEach(plugin, calls)
      .map(({ callId, line }) => `${callId} of ${line}`)
      .join(', '),
);

const abort = on(
  'abort',
  (world) => world.records.unsettled.filter(({ signal }) => !signal.aborted),
  nothing,
  (_world, record) => {
    record.signal.abort();
    return record.callId;
  },
);

const prepare = on(
  'prepare',
  ({ control }) => control.processes,
  nothing,
  (_world, { number, runner }) => {
    if (runner.hasGreeted) runner.prepare();
    else runner.greet();
    return `in process ${number}`;
  },
);

const answer = on(
  'answer',
  (world) => world.running,
  fc.constantFrom(...ANSWERS),
  (world, running, given) => {
    world.answer(running, given);
    return `${running[1].callId} with ${given}`;
  },
);

/** A call is answered and another caller hangs up in the same turn. */
const answerAndAbort = on(
  'answerAndAbort',
  (world) => world.running,
  fc.nat(MOST_THINGS),
  (world, running, pick) => {
    const others = world.records.unsettled.filter(
      ({ callId, signal }) => callId !== running[1].callId && !signal.aborted,
    );
    const other = others[pick % others.length];
    world.answer(running, 'ok');
    other?.signal.abort();
    return `${running[1].callId}, ${other?.callId ?? 'nobody'}`;
  },
);

const ask = on(
  'ask',
  (world) => world.running,
  nothing,
  (_world, [{ runner }, asking]) => {
    runner.ask(asking, asking.open.size + 1);
    return `for ${asking.callId}`;
  },
);

const reply = on(
  'reply',
  ({ control }) => control.requests,
  nothing,
  ({ control }, request) => {
    control.reply(request);
    return `to handler ${request.handler}`;
  },
);

const endRequests = on(
  'endRequests',
  ({ control }) => control.closings,
  nothing,
  ({ control }, handler) => {
    control.endRequests(handler);
    return `of handler ${handler}`;
  },
);

const suspend = on(
  'suspend',
  (world) => world.running.filter(([{ runner }]) => runner.isSerial),
  fc.constantFrom(0, 0, FULL_HEAP_BYTES),
  (_world, [{ runner }, waiting], heapBytes) => {
    runner.suspend(waiting, heapBytes);
    return waiting.callId;
  },
);

const resume = on(
  'resume',
  (world) => world.resumable,
  nothing,
  (_world, [{ runner }, waiting]) => {
    runner.resume(waiting);
    return waiting.callId;
  },
);

const crash = on(
  'crash',
  ({ control }) => control.processes,
  nothing,
  ({ control }, process) => {
    control.crash(process);
    return `process ${process.number}`;
  },
);

const complain = on(
  'complain',
  ({ control }) => control.processes.filter(({ runner }) => runner.hasGreeted),
  fc.constantFrom('stuck' as const, 'full' as const),
  (_world, { number, runner }, given) => {
    runner.complain(given);
    return `in process ${number}: ${given}`;
  },
);

/** The control thread takes a call on a card for late. `isWrong`: the call goes on before the host has read all that its runner wrote. */
const suspect = on(
  'suspect',
  ({ control }) =>
    control.processes.flatMap((process) => control.callsOnCard(process).map((late) => ({ process, late }))),
  fc.boolean(),
  (world, { process, late: { id, state, wallMs } }, isWrong) => {
    const { runner } = process;
    const late = runner.calls.find((other) => other.id === id) as HonestCall;
    const isBegun = state !== 'queued';
    if (isBegun) world.records.of(late.callId).isSuspect = true;
    world.control.suspect(process, {
      id,
      failure: isBegun ? lostFailure('Another call was late.') : startedTooLate,
      isLost: true,
      ...(isBegun && { blamed: { id, failure: overWall(wallMs, wallMs) } }),
    });
    if (isWrong) {
      world.control.deliver();
      if (late.state === 'running') world.answer([process, late], 'ok');
      else runner.prepare();
    }
    return `${late.callId}, which is ${state}${isWrong ? ' and goes on' : ''}`;
  },
);

/** The control thread ends a process for its memory. */
const overfill = on(
  'overfill',
  ({ control }) => control.processes.filter(({ runner }) => runner.calls.some(({ state }) => state === 'running')),
  nothing,
  (world, process) => {
    for (const { callId, state } of process.runner.calls)
      if (state === 'running') world.records.of(callId).isSuspect = true;
    world.control.end(process, { failure: memoryFailure(100, 10), isLost: true, isOfRunning: true });
    return `process ${process.number}`;
  },
);

const loseControl = always('loseControl', nothing, ({ control }) => {
  control.lose();
  return '';
});

const failStarts = always('failStarts', fc.integer({ min: 1, max: 4 }), ({ control }, starts) => {
  control.failingStarts += starts;
  return `${starts} times`;
});

const upgrade = always('upgrade', fc.record({ plugin, kind: fc.constantFrom(...KINDS) }), (world, given) => {
  world.define(given.plugin, { kind: given.kind });
  return `${given.plugin} to ${given.kind}`;
});

/** The operator changes what a plugin may do, or how its calls get fresh state: its route changes, its program does not. */
const grant = always(
  'grant',
  fc.record({ plugin, kind: fc.constantFrom(...KINDS), isGranted: fc.boolean() }),
  (world, given) => {
    world.define(given.plugin, given, false);
    return `${given.isGranted} to ${given.plugin}, now ${given.kind}`;
  },
);

const reconfigure = always(
  'reconfigure',
  fc.record({ plugin, concurrency: fc.integer({ min: 1, max: 8 }) }),
  async (world, given) => {
    world.define(given.plugin, given, false);
    await world.dispatcher.configure({ loadMemoryMb: 32, loadRssMb: 200, killGraceMs: 50, secrets: [] });
    return `${given.plugin} to ${given.concurrency} calls at a time`;
  },
);

const wait = always('wait', fc.constantFrom(...WAITS_MS), async (world, ms) => {
  await world.wait(ms);
  return `${ms} ms`;
});

const drain = on(
  'drain',
  (world) => (world.isDraining ? [] : [world]),
  fc.constantFrom(0, 1_000),
  (world, _same, drainMs) => {
    world.drain(drainMs);
    return `for ${drainMs} ms`;
  },
);

const serveQuiet = always('serveQuiet', nothing, async (world) => {
  await serve(world);
  return '';
});

/** Commands and how often each comes up. */
const WEIGHTS: readonly (readonly [weight: number, command: fc.Arbitrary<Command>])[] = [
  [24, call],
  [8, abort],
  [12, prepare],
  [24, answer],
  [4, answerAndAbort],
  [10, ask],
  [12, reply],
  [8, endRequests],
  [12, suspend],
  [20, resume],
  [6, crash],
  [2, complain],
  [4, suspect],
  [2, overfill],
  [2, loseControl],
  [2, failStarts],
  [4, upgrade],
  [4, grant],
  [4, reconfigure],
  [4, wait],
  [1, drain],
  [2, serveQuiet],
];

export const COMMANDS: fc.Arbitrary<readonly Command[]> = fc.array(
  fc.oneof(...WEIGHTS.map(([weight, arbitrary]) => ({ weight, arbitrary }))),
  { minLength: LEAST_COMMANDS, maxLength: MOST_COMMANDS, size: 'max' },
);
