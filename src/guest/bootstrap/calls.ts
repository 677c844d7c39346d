// The calls of a realm, and which of them runs. Runs inside the isolate.

import { apply, mapDelete, mapGet, mapSet, NativeMap, nativeNow, parse } from './builtins.ts';

/** What a tool is to its realm: registered once, so that a call brings only what is its own. Milliseconds, bytes, counts. */
export interface ToolInput {
  readonly toolName: string;
  readonly pluginName: string;
  readonly exportName: string;
  readonly validateArguments: boolean;
  readonly wallMs: number;
  readonly resultBytes: number;
  readonly logBytes: number;
  readonly logLines: number;
  /** Bytes that a line costs beside its text. */
  readonly recordBytes: number;
  readonly hostCalls: number;
}

/**
 * Told what a question came to. `refuse` makes an error the refusal: it is given the error that the plugin will see, and where the question
 * was asked, and returns the error.
 */
export type OnAnswer = (ok: boolean, text: string, refuse: Refuse) => void;
export type Refuse = <Thrown extends object>(error: Thrown, place?: object) => Thrown;

/** What runs once a timer has fired. */
export interface Timer {
  readonly task: () => unknown;
  /** Set for one that is set again each time it has fired. */
  readonly everyMs: number | undefined;
}

/** One call inside the realm. Nothing here outlives it. */
export interface CallState {
  readonly call: number;
  readonly tool: ToolInput;
  hostCallsLeft: number;
  logBytesLeft: number;
  logLinesLeft: number;
  /** The limit that cut the log off. */
  logLimit: 'logBytes' | 'logLines' | undefined;
  linesDropped: number;
  /** Stands for the call in what groups of the platform keep for it. */
  key: object | undefined;
  /** Lines that are held back until the answer, as JSON; empty where they leave at once. */
  log: string;
  /** Kind and text once the call is over: `r` result, `e` error, `h` an error that is the refusal of a question, whose number stands before it, `u` unfit, `v` and `a` violations, `l` too large, `o` too many host calls, `c` result in a changed realm. */
  answer: string | undefined;
  timersPending: number;
  /** Numbered within the call: a count that went on would tell of the calls before. */
  lastTimerId: number;
  /** Made for the first, like `asks`: most calls set none. */
  timers: Map<number, Timer> | undefined;
  asksPending: number;
  /** Numbered within the call, like timers. */
  lastAskId: number;
  asks: Map<number, OnAnswer> | undefined;
  /** Errors that refused a question, by the question's number. Made for the first. */
  refusals: Map<object, number> | undefined;
  /** Made when it is first asked for. */
  signal: unknown;
  /** When it began. */
  readonly startMs: number;
  elapsedMs: number;
  /** What this call has registered with Symbol.for. */
  symbols: Map<string, symbol> | undefined;
}

/** The call whose code runs now: entries are never nested, and each drains its microtasks before the next. */
export let current: CallState | undefined;

/** From now on code that runs is this call's, or no call's. */
export function run(state: CallState | undefined): void {
  current = state;
}

const tools: ToolInput[] = [];
/** Calls that wait for something. */
const waiting = new NativeMap<number, CallState>();

/** Registers a tool, given as JSON; returns its number. */
export function addTool(text: string): number {
  tools[tools.length] = parse(text) as ToolInput;
  return tools.length - 1;
}

/** The tool with this number, or the one that is given as JSON. */
export function toolOf(given: unknown): ToolInput {
  return (typeof given === 'string' ? parse(given) : tools[given as number]) as ToolInput;
}

/** A call that begins now. */
export function newCall(call: number, tool: ToolInput): CallState {
  const { hostCalls: hostCallsLeft, logBytes: logBytesLeft, logLines: logLinesLeft } = tool;
  return {
    call,
    tool,
    hostCallsLeft,
    logBytesLeft,
    logLinesLeft,
    logLimit: undefined,
    linesDropped: 0,
    key: undefined,
    log: '',
    answer: undefined,
    timersPending: 0,
    lastTimerId: 0,
    timers: undefined,
    asksPending: 0,
    lastAskId: 0,
    asks: undefined,
    refusals: undefined,
    signal: undefined,
    symbols: undefined,
    startMs: nativeNow(),
    elapsedMs: 0,
  };
}

/** The call with this number, where it waits for something. */
export function waitingCall(call: number): CallState | undefined {
  return apply(mapGet, waiting, [call]) as CallState | undefined;
}

/** Keeps a call that waits for something. */
export function keep(state: CallState): void {
  apply(mapSet, waiting, [state.call, state]);
}

/** Forgets a call that is over. */
export function forget(call: number): void {
  apply(mapDelete, waiting, [call]);
}
