// Plugins that are put together from pieces of code which run when the host may believe that an entry is over, and a search for anything
// of one call in what comes of another: its answer, error, log, questions, and the numbers of its timers. Read by tests.

import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import type { FreshState } from '../../src/protocol/call.ts';
import type { CallMessage, RunnerMessage } from '../../src/protocol/messages.ts';
import type { CheckedProgram } from '../../src/protocol/program.ts';
import { testConfig } from '../support/config.ts';
import { type CallModules, loadCalls } from '../support/runner-calls.ts';

/** Where in a call, or in its module, a piece begins. */
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
/** What holds the deed, for whoever reads it later: isolated-vm, the bootstrap, or the engine. */
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
/** What is done then. */
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
] as const;

interface Piece {
  readonly place: (typeof PLACES)[number];
  readonly carrier: (typeof CARRIERS)[number];
  readonly deeds: readonly (typeof DEEDS)[number][];
  /** How often it hands itself on. */
  readonly deep: number;
}

/** A plugin: what its module does when it is evaluated, now and then, and what a call of it leaves. */
export interface Module {
  readonly atTop: Piece | undefined;
  /** It takes long enough to be evaluated ahead. */
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

/** The plugin's code; it interprets its pieces. Each text it lets out names the call it belongs to and its own instance. */
const codeOf = ({ atTop, isSlow, left }: Module): string => `(function (require) { 'use strict';
const TOP = ${JSON.stringify(atTop ?? null)};
const LEFT = ${JSON.stringify(left)};
const self = '@' + Math.random().toString(36).slice(2, 10) + '@';
let mine = '<nobody>';
let tools;
let timersSet = 0;
const timer = (task, ms) => {
  const number = setTimeout(task, ms);
  // A call that has its answer is given none.
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
    case 'bend': if (piece.deep === 3) RegExp.prototype.left = tell('bend'); break;
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
// Not always: try-out would have refused it.
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
  return { mine, self, left: globalThis.left ?? null, bent: RegExp.prototype.left ?? null };
};
return { leave: () => leave, wait: () => wait, probe: () => probe };
})`;

const LIMITS = { ...testConfig('.').limits, wallMs: 60_000, cpuMs: 60_000, memoryMb: 32, hostCalls: 100 };

/** What came of a call. */
interface Outcome {
  readonly mark: string;
  readonly tool: string;
  /** All that left under its number. */
  readonly texts: string[];
  /** Codes it was answered with, `ok` for a result: one. */
  readonly ends: string[];
}

const REFUSED = { ok: false, text: JSON.stringify({ name: 'NotAllowedError', message: 'nothing is granted' }) };

const messageFor = (id: number, toolName: string): CallMessage => ({
  id,
  tool: 0,
  callId: `call-${id}`,
  caller: 'anonymous',
  digest: 'sha256-00',
  toolName,
  exportName: toolName,
  validateArguments: false,
  limits: LIMITS,
});

/** Why the outcomes show that something of one call reached another; undefined if nothing does. */
const crossingIn = (outcomes: readonly Outcome[], { atTop, left }: Module): string | undefined => {
  const ownerOf = new Map<string, string>();
  const pieces = [...left, ...(atTop ? [atTop] : [])];
  const mayBend = pieces.some(({ deeds }) => deeds.includes('bend'));
  for (const { mark, tool, texts, ends } of outcomes) {
    const said = texts.join('\n');
    if (ends.length !== 1) return `${mark} ${tool} was answered ${ends.length} times: ${ends}`;
    for (const [found] of said.matchAll(/<M\d+>/g)) if (found !== mark) return `${mark} ${tool} says ${found}: ${said}`;
    if (said.includes('CROSSED')) return `${mark} ${tool} was given another's number: ${said}`;
    for (const [self] of said.matchAll(/@[a-z\d]+@/g)) {
      const owner = ownerOf.get(self) ?? mark;
      if (owner !== mark) return `an instance speaks in ${owner} and in ${mark} ${tool}: ${said}`;
      ownerOf.set(self, mark);
    }
    if (new Set(said.match(/@[a-z\d]+@/g)).size > 1) return `two instances speak in ${mark} ${tool}: ${said}`;
    const allowed = [
      'ok',
      'interrupted',
      ...(tool === 'leave' || atTop || mayBend ? ['tool_error', 'invalid_result', 'exceeded_host_calls'] : []),
    ];
    const [end] = ends as [string];
    if (!allowed.includes(end)) return `${mark} ${tool} ended with ${end}: ${said}`;
    if (end === 'ok' && tool !== 'leave' && !/"left":null,"bent":null|^\{"mine":"<M\d+>","self":"@/m.test(said))
      return `${mark} ${tool} found something: ${said}`;
  }
  return undefined;
};

/** Runs calls of a program and notes what comes of each. */
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

/** `note` is told of all that leaves a call, and `end` of its end. */
interface Notes {
  note(id: number, text: string): void;
  end(id: number, code: string, text: string): void;
}

/** Calls that share realms. */
const inRealms = ({ RealmCalls, PluginProgram }: CallModules, module: Module, { note, end }: Notes): Calls => {
  const sendNow = (message: RunnerMessage, body = ''): void => {
    if (message.t === 'done') end(message.id, 'ok', body);
    else if (message.t === 'failed') end(message.id, message.code, body);
    else if ('id' in message) note(message.id, body);
    if (message.t === 'ask') setImmediate(() => realm.answer(message.id, { ask: message.ask, ...REFUSED }));
  };
  const realm = new RealmCalls(new PluginProgram(programOf(module), () => {}), { sendNow });
  realm.warm(LIMITS.memoryMb);
  return { start: (message, argumentsText) => realm.call(message, argumentsText) };
};

/** Calls with an isolate of their own each. */
const inIsolates = ({ CallRun, PluginProgram }: CallModules, module: Module, { note, end }: Notes): Calls => {
  const program = new PluginProgram(programOf(module), () => {});
  const start = (message: CallMessage, argumentsText: string): void => {
    const { id } = message;
    const run = new CallRun(message, program, {
      onBegan: () => {},
      onLog: (_kind, text) => note(id, text),
      onAsk: (ask, _kind, text) => {
        note(id, text);
        setImmediate(() => run.answer({ ask, ...REFUSED }));
      },
      onUnask: () => {},
      onEnd: (ended) =>
        ended.ok ? end(id, 'ok', ended.resultText) : end(id, ended.failure.code, ended.failure.detail),
      onStuck: () => {},
    });
    void run.start(argumentsText);
  };
  return { start };
};

/** Runs the steps of a module, and one last call; what came of each call. */
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
  // What comes after the last answer is noted as well.
  await pause(2);
  return outcomes;
};

/** Modules that live beside each other: most of a life is waiting. */
const AT_A_TIME = 8;

export interface Search {
  readonly modules: number;
  readonly calls: number;
  /** Why, with the module; empty if nothing of one call reached another. */
  readonly crossings: readonly string[];
}

/** Looks for crossings in so many modules, made from a seed. */
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
    // Realms are kept for calls that may come.
    for (const isolate of modules.isolates) if (!isolate.isDisposed) isolate.dispose();
    modules.isolates.clear();
  }
  return { modules: samples.length, calls, crossings };
};
