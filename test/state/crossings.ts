// Builds plugins of pieces of code that run when the host may believe that an entry is over, and searches for values of one call in
// another: in its result, error, log, host requests and numbers of timers. Imported by tests.

import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import type { RunningCall, Send } from '../../src/cell/runner/calls/running-call.ts';
import type { FreshState } from '../../src/shared/protocol/fresh-state.ts';
import type { CallMessage } from '../../src/shared/protocol/messages.ts';
import type { CheckedProgram } from '../../src/shared/protocol/program.ts';
import { testLimits } from '../support/config.ts';
import { type CallModules, loadCalls } from '../support/runner-calls.ts';

/** The place in a call, or in its module, at which a piece begins. */
const PLACES = [
  'reject',
  'rejectLater',
  'rejectInTimer',
  'throw',
  'throwAsync',
  'throwInTimer',
  'throwInMicrotask',
  'handledLate',
  'toJSON',
  'getter',
  'proxy',
  'thenable',
  'thenGetter',
  'promiseSubclass',
  'ask',
  'listener',
  'overflow',
  'nothing',
] as const;
/** The part of a value that runs the deeds when isolated-vm, the bootstrap or the engine reads it later. */
const CARRIERS = [
  'message',
  'stack',
  'name',
  'allGetters',
  'proxy',
  'toString',
  'toPrimitive',
  'error',
  'prepared',
  'cause',
  'tag',
  'bare',
  'text',
  'aggregate',
] as const;
/** The actions that run then. */
const DEEDS = [
  'log',
  'timer',
  'reject',
  'rejectNext',
  'microtask',
  'ask',
  'throw',
  'global',
  'progress',
  'bend',
  'resolve',
  'slot',
  'stamp',
  'compile',
] as const;

interface Piece {
  readonly place: (typeof PLACES)[number];
  readonly carrier: (typeof CARRIERS)[number];
  readonly deeds: readonly (typeof DEEDS)[number][];
  /** How often the piece starts itself again. */
  readonly deep: number;
}

/** A plugin: the piece that its module sometimes begins when it is evaluated, and the pieces that a call leaves. */
export interface Module {
  readonly atTop: Piece | undefined;
  /** True if the module takes long enough to be evaluated ahead. */
  readonly isSlow: boolean;
  readonly left: readonly Piece[];
  readonly steps: readonly { readonly tool: 'leave' | 'wait' | 'probe'; readonly afterMs: number }[];
}

const piece = (places: readonly Piece['place'][]): fc.Arbitrary<Piece> =>
  fc.record({
    place: fc.constantFrom(...places),
    carrier: fc.constantFrom(...CARRIERS),
    deeds: fc.array(fc.constantFrom(...DEEDS), { minLength: 1, maxLength: 3 }),
    deep: fc.nat(3),
  });

export const MODULES: fc.Arbitrary<Module> = fc.record({
  atTop: fc.option(piece(['reject', 'rejectLater', 'throwInMicrotask', 'promiseSubclass', 'handledLate', 'overflow']), {
    nil: undefined,
    freq: 2,
  }),
  isSlow: fc.boolean(),
  left: fc.array(piece(PLACES), { minLength: 1, maxLength: 3 }),
  steps: fc.array(fc.record({ tool: fc.constantFrom('leave', 'wait', 'probe', 'wait' as const), afterMs: fc.nat(3) }), {
    minLength: 4,
    maxLength: 10,
  }),
});

/** The plugin's code, which interprets its pieces. Every text that leaves it names its call and its instance of the module. */
const codeOf = ({ atTop, isSlow, left }: Module): string => `(function (require) { 'use strict';
const TOP = ${JSON.stringify(atTop ?? null)};
const LEFT = ${JSON.stringify(left)};
const self = '@' + Math.random().toString(36).slice(2, 10) + '@';
let mine = '<nobody>';
let tools;
let timersSet = 0;
const timer = (task, ms) => {
  const number = setTimeout(task, ms);
  // A call that has been answered gets no timer.
  if (number === 0) return;
  const shift = number - (timersSet += 1);
  if (shift !== 0) Promise.reject(new Error('CROSSED ' + tell('timer') + shift));
};
const tell = (how) => mine + self + how;
const pause = (ms) => new Promise((resolve) => timer(resolve, ms));
const attempt = (deed) => { try { return deed(); } catch (error) { return undefined; } };
const act = (piece) => {
  for (const deed of piece.deeds) switch (deed) {
    case 'log': attempt(() => console.log(tell('log'))); break;
    case 'timer': attempt(() => timer(() => { console.log(tell('timer')); act({ ...piece, deeds: ['reject'] }); }, 0)); break;
    case 'reject': Promise.reject(new Error(tell('reject'))); break;
    case 'rejectNext': if (piece.deep > 0) Promise.reject(carry({ ...piece, deep: piece.deep - 1 })); break;
    case 'microtask': if (piece.deep > 0) Promise.resolve().then(() => act({ ...piece, deep: piece.deep - 1 })); break;
    case 'ask': attempt(() => void tools.store.get(tell('ask')).catch(() => {})); break;
    case 'throw': throw carry({ ...piece, deeds: ['log'] });
    case 'global': attempt(() => { globalThis.left = tell('global'); }); break;
    case 'progress': attempt(() => tools.progress(1, 2, tell('progress'))); break;
    case 'bend': attempt(() => { RegExp.prototype.left = tell('bend'); }); break;
    case 'slot': spots().forEach(fill); break;
    case 'stamp': for (const spot of spots()) attempt(() => new Stamp(spot, () => tell('stamp'))); break;
    case 'compile': for (const spot of [/a/, RegExp.prototype]) attempt(() => RegExp.prototype.compile.call(spot, tell('compile'))); break;
    case 'resolve': if (piece.deep > 0) void (async () => { await { then: (done) => { act({ ...piece, deep: piece.deep - 1 }); done(); } }; })(); break;
  }
  return tell('text');
};
const carry = (piece) => {
  const tellsIt = () => act(piece);
  const own = (...names) => Object.defineProperties(new Error(tell('own')), Object.fromEntries(names.map((name) => [name, { get: tellsIt }])));
  switch (piece.carrier) {
    case 'message': case 'stack': case 'name': return own(piece.carrier);
    case 'allGetters': return { get message() { return tellsIt(); }, get stack() { return tellsIt(); }, get name() { return tellsIt(); }, get constructor() { return tellsIt(); } };
    case 'proxy': return new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : tellsIt()), getPrototypeOf: () => { tellsIt(); return null; } });
    case 'toString': return { message: { toString: tellsIt }, stack: { toString: tellsIt } };
    case 'toPrimitive': return { message: { [Symbol.toPrimitive]: tellsIt }, stack: { valueOf: tellsIt, toString: undefined } };
    case 'error': return new RangeError(tell('error'));
    case 'prepared': attempt(() => { Error.prepareStackTrace = tellsIt; }); return new TypeError(tell('prepared'));
    case 'cause': return new Error(tell('cause'), { cause: own('message', 'stack') });
    case 'tag': return Object.create({ get [Symbol.toStringTag]() { return tellsIt(); }, get message() { return tellsIt(); } });
    case 'bare': return Object.assign(Object.create(null), { message: tell('bare') });
    case 'text': return tell('text');
    case 'aggregate': return new AggregateError([own('message')], tell('aggregate'));
  }
};
const traced = {};
Error.captureStackTrace(traced);
const { get: stackOf, set: setStack } = Object.getOwnPropertyDescriptor(traced, 'stack');
const tag = (strings) => strings;
const spots = () => [RegExp.prototype, Object.prototype, Math, console, tag\`a\`, RegExp.prototype.exec, globalThis];
class Returned { constructor(value) { return value; } }
class Stamp extends Returned { #left; constructor(value, left) { super(value); this.#left = left; } static read(value) { return #left in value ? value.#left : null; } }
const fill = (spot) => {
  attempt(() => { Error.captureStackTrace(spot); delete spot.stack; });
  setStack.call(spot, () => tell('slot'));
};
/** What lies in slots that no reflection shows. */
const inSlots = () => spots().map((spot) => { const value = stackOf.call(spot) ?? Stamp.read(spot); return typeof value === 'function' ? value() : value ?? null; }).filter((left) => left !== null);
const later = (task) => void (async () => { await null; task(); })();
const begin = (piece) => {
  switch (piece.place) {
    case 'reject': Promise.reject(carry(piece)); return null;
    case 'rejectLater': later(() => { Promise.reject(carry(piece)); }); return null;
    case 'rejectInTimer': timer(() => { Promise.reject(carry(piece)); }, 1); return pause(2).then(() => null);
    case 'throw': throw carry(piece);
    case 'throwAsync': return (async () => { await null; throw carry(piece); })();
    case 'throwInTimer': timer(() => { throw carry(piece); }, 1); return pause(2).then(() => null);
    case 'throwInMicrotask': queueMicrotask(() => { throw carry(piece); }); return null;
    case 'handledLate': { const late = Promise.reject(carry(piece)); attempt(() => timer(() => late.catch(() => {}), 0)); return null; }
    case 'toJSON': return { toJSON: () => act(piece) };
    case 'getter': return { get told() { return act(piece); } };
    case 'proxy': return new Proxy({}, { ownKeys: () => { act(piece); return []; }, get: (_, name) => (name === 'then' ? undefined : act(piece)) });
    case 'thenable': return { then: (done, fail) => { act(piece); done(null); fail(carry(piece)); } };
    case 'thenGetter': return { get then() { act(piece); return undefined; } };
    case 'promiseSubclass': {
      class Own extends Promise { static get [Symbol.species]() { act({ ...piece, deeds: ['reject'] }); return Promise; } }
      Object.defineProperty(Own.prototype, 'constructor', { get() { act({ ...piece, deeds: ['log'] }); return Own; } });
      return Own.reject(carry(piece)).finally(() => {});
    }
    case 'ask': return attempt(() => { void tools.store.get(tell('asked')); return pause(1).then(() => act(piece)); }) ?? null;
    case 'listener': { const stop = new AbortController(); stop.signal.addEventListener('abort', () => { throw carry(piece); }); stop.abort(); return null; }
    case 'overflow': { const dive = () => { dive(); }; try { dive(); } catch (error) { Promise.reject(carry(piece)); } return null; }
    default: return null;
  }
};
${isSlow ? 'for (let i = 0, sum = 0; i < 60000; i += 1) sum += i;' : ''}
// Only sometimes, because the host would refuse a plugin that always does it when it is tried out.
if (TOP !== null && Math.random() < 0.5) begin(TOP);
const takeUp = (args, context) => {
  mine = args.mark;
  tools = context;
};
const leave = async (args, context) => {
  takeUp(args, context);
  let last = null;
  for (const piece of LEFT) last = begin(piece);
  return last;
};
const wait = async (args, context) => {
  takeUp(args, context);
  for (let i = 0; i < args.timers; i += 1) timer(() => {}, 60000);
  for (let i = 0; i < 3; i += 1) await pause(1 + i);
  console.log(tell('waited'));
  return { mine, self };
};
const probe = async (args, context) => {
  takeUp(args, context);
  console.log(tell('probe'));
  await pause(0);
  return { mine, self, left: globalThis.left ?? null, bent: RegExp.prototype.left ?? null, slots: inSlots() };
};
return { leave: () => leave, wait: () => wait, probe: () => probe };
})`;

const LIMITS = { ...testLimits(), wallMs: 60_000, cpuMs: 60_000, memoryMb: 32, hostCalls: 100 };

/** The outcome of a call. */
interface Outcome {
  readonly mark: string;
  readonly tool: string;
  /** All texts that left under its number. */
  readonly texts: string[];
  /** The codes of its answers, `ok` for a result. There must be one. */
  readonly ends: string[];
}

const REFUSED = { ok: false, text: JSON.stringify({ name: 'NotAllowedError', message: 'nothing is granted' }) };

const messageFor = (id: number, toolName: string): CallMessage => ({
  id,
  callId: `call-${id}`,
  caller: 'anonymous',
  tool: { tool: 0, digest: 'sha256-00', toolName, exportName: toolName, limits: LIMITS },
});

/** A description of a value that reached another call; undefined if there is none. */
const crossingIn = (outcomes: readonly Outcome[], { atTop }: Module): string | undefined => {
  const ownerOf = new Map<string, string>();
  for (const { mark, tool, texts, ends } of outcomes) {
    const said = texts.join('\n');
    if (ends.length !== 1) return `${mark} ${tool} was answered ${ends.length} times: ${ends}`;
    for (const [found] of said.matchAll(/<M\d+>/g)) if (found !== mark) return `${mark} ${tool} says ${found}: ${said}`;
    if (said.includes('CROSSED')) return `${mark} ${tool} got the number of another call: ${said}`;
    for (const [self] of said.matchAll(/@[a-z\d]+@/g)) {
      const owner = ownerOf.get(self) ?? mark;
      if (owner !== mark) return `an instance speaks in ${owner} and in ${mark} ${tool}: ${said}`;
      ownerOf.set(self, mark);
    }
    if (new Set(said.match(/@[a-z\d]+@/g)).size > 1) return `two instances speak in ${mark} ${tool}: ${said}`;
    const allowed = [
      'ok',
      'interrupted',
      ...(tool === 'leave' || atTop ? ['tool_error', 'invalid_result', 'exceeded_host_calls'] : []),
    ];
    const [end] = ends as [string];
    if (!allowed.includes(end)) return `${mark} ${tool} ended with ${end}: ${said}`;
    if (end === 'ok' && tool !== 'leave' && !/"left":null,"bent":.*"slots":\[|^\{"mine":"<M\d+>","self":"@/m.test(said))
      return `${mark} ${tool} found something: ${said}`;
  }
  return undefined;
};

/** Starts calls of a program. */
interface Calls {
  start(message: CallMessage, argumentsText: string): void;
}

const programOf = (module: Module): CheckedProgram => ({
  pluginName: 'subject',
  digest: 'sha256-00',
  entryName: 'index.js',
  factoryCode: codeOf(module),
  validatorCode: '(function (require) { return {}; })',
  diagnosisCode: '(function (require) { return {}; })',
  verdict: { mode: 'isolate', reason: '' },
});

/** `note` gets every text that leaves a call, `end` its outcome. */
interface Notes {
  note(id: number, text: string): void;
  end(id: number, code: string, text: string): void;
}

/** Takes the messages of calls, and refuses their host requests. */
const receiver =
  (calls: ReadonlyMap<number, RunningCall>, { note, end }: Notes): Send =>
  (message, body = '') => {
    if (message.t === 'done') end(message.id, 'ok', body);
    else if (message.t === 'failed') end(message.id, message.code, body);
    else if ('id' in message) note(message.id, body);
    if (message.t === 'hostRequest')
      setImmediate(() => calls.get(message.id)?.reply({ request: message.request, ...REFUSED }));
  };

/** Calls that share realms. */
const inRealms = (
  { PluginQueue, PluginProgram, RealmCall, RunnerQueue }: CallModules,
  module: Module,
  notes: Notes,
): Calls => {
  const calls = new Map<number, RunningCall>();
  const program = new PluginProgram(programOf(module), () => {});
  const queue = new PluginQueue(program, receiver(calls, notes), new RunnerQueue());
  queue.warm(LIMITS.memoryMb);
  const start = (message: CallMessage, argumentsText: string): void => {
    const call = new RealmCall(queue, message, argumentsText);
    calls.set(message.id, call);
    queue.add(call);
  };
  return { start };
};

/** Calls with an isolate of their own each. */
const inIsolates = ({ CpuShares, IsolateCall, PluginProgram }: CallModules, module: Module, notes: Notes): Calls => {
  const calls = new Map<number, RunningCall>();
  const program = new PluginProgram(programOf(module), () => {});
  const send = receiver(calls, notes);
  const start = (message: CallMessage, argumentsText: string): void => {
    const run = new IsolateCall(message, program, new CpuShares(), send, () => {});
    calls.set(message.id, run);
    void run.start(argumentsText);
  };
  return { start };
};

/** Runs the steps of a module and one last call. Resolves with the outcomes of all calls. */
const live = async (modules: CallModules, module: Module, freshState: FreshState): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = [];
  let left = 0;
  let onEnd = (): void => {};
  const notes: Notes = {
    note: (id, text) => void outcomes[id]?.texts.push(text),
    end: (id, code, text) => {
      outcomes[id]?.texts.push(text);
      outcomes[id]?.ends.push(code);
      left -= 1;
      if (left === 0) onEnd();
    },
  };
  const calls = (freshState === 'realm' ? inRealms : inIsolates)(modules, module, notes);
  const start = (tool: string): void => {
    const id = outcomes.length;
    const mark = `<M${id}>`;
    outcomes.push({ mark, tool, texts: [], ends: [] });
    left += 1;
    calls.start(messageFor(id, tool), JSON.stringify({ mark, timers: id % 5 }));
  };
  const allEnded = async (): Promise<void> => {
    if (left > 0) await new Promise<void>((resolve) => (onEnd = resolve));
  };
  for (const { tool, afterMs } of module.steps) {
    start(tool);
    await pause(afterMs);
  }
  await allEnded();
  start('probe');
  await allEnded();
  // Texts that leave after the last answer count as well.
  await pause(2);
  return outcomes;
};

/** Modules that run at the same time, because they mostly wait. */
const AT_A_TIME = 8;

export interface Search {
  readonly modules: number;
  readonly calls: number;
  /** Descriptions of values that reached another call, each with its module. */
  readonly crossings: readonly string[];
}

/** Searches `count` modules for crossings. `seed` determines the modules. */
export const searchCrossings = async (count: number, seed: number, freshState: FreshState): Promise<Search> => {
  const modules = await loadCalls('console store AbortController');
  const crossings: string[] = [];
  let calls = 0;
  const each = async (module: Module): Promise<void> => {
    const outcomes = await live(modules, module, freshState);
    calls += outcomes.length;
    const crossing = crossingIn(outcomes, module);
    if (crossing !== undefined) crossings.push(`${crossing}\n${JSON.stringify(module)}`);
  };
  const samples = fc.sample(MODULES, { numRuns: count, seed });
  for (let at = 0; at < samples.length; at += AT_A_TIME) {
    await Promise.all(samples.slice(at, at + AT_A_TIME).map(each));
    // The runner keeps realms for further calls, so they must be disposed of here.
    for (const isolate of modules.isolates) if (!isolate.isDisposed) isolate.dispose();
    modules.isolates.clear();
  }
  return { modules: samples.length, calls, crossings };
};
