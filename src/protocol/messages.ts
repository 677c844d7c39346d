// The wire between a broker and a runner as a closed union: one switch at each end. What a runner sends is untrusted;
// `parseRunnerMessage` is the only way in.

import type { FreshState } from './call.ts';
import { type CallHead, type DoneHead, readDoneHead } from './call-heads.ts';
import { ASK_KINDS, type AskKind } from './capabilities.ts';
import { type FailureCode, isFailureCode } from './errors.ts';
import type { FrameCaps } from './frames.ts';
import type { Limits } from './limits.ts';

/** Broker → runner. The frame's body is given beside each kind. */
export type HostMessage =
  /** A plugin will come that is likely to want a frozen realm with so much memory. */
  | { readonly t: 'standBy'; readonly memoryMb: number }
  /** Body: a CheckedProgram as JSON. Answered by `loaded` if its calls share a realm. */
  | { readonly t: 'load'; readonly freshState: FreshState; readonly memoryMb: number }
  /** Body: a Program as JSON. Answered by `stage`… and `inspected`. */
  | { readonly t: 'inspect'; readonly memoryMb: number; readonly loadMs: number }
  /** A tool that later calls name by its number: what is the same for all of them crosses once. */
  | (ToolMessage & { readonly t: 'tool' })
  /** Body: the arguments' JSON text. Answered by `log`…, then `done` or `failed`. */
  | CallHead
  | { readonly t: 'cancel'; readonly id: number }
  /** What is wrong with the arguments of a call that has failed. Body: their JSON text. Answered by `diagnosed`. */
  | { readonly t: 'diagnose'; readonly id: number; readonly tool: number }
  /** What a call's question came to. Body: the answer's JSON text. */
  | { readonly t: 'answer'; readonly id: number; readonly ask: number; readonly ok: boolean };

export interface ToolMessage {
  readonly tool: number;
  readonly digest: string;
  readonly toolName: string;
  readonly exportName: string;
  readonly validateArguments: boolean;
  readonly limits: Limits;
}

/** A call as a runner runs it: its tool's part and its own. */
export interface CallMessage extends ToolMessage {
  readonly id: number;
  readonly callId: string;
  readonly caller: string;
}

/** Runner → broker. */
export type RunnerMessage =
  | { readonly t: 'hello' }
  /** The realm of a program is made, and the plugin's own code may run from now on: the clock of its first call starts here. */
  | { readonly t: 'loaded'; readonly digest: string }
  /**
   * The plugin's code begins, and the call's clock starts here: the call has an isolate of its own, or it is the next in its realm while others
   * wait in the process. Without those the next one in a realm begins as soon as the one before has ended.
   */
  | { readonly t: 'began'; readonly id: number }
  /** What an inspection is about to do, so that one that never returns can still be explained. Body: where. */
  | { readonly t: 'stage'; readonly stage: InspectionStage }
  /** Body: an Inspection as JSON. */
  | { readonly t: 'inspected' }
  /** Body: the result's JSON text. */
  | DoneHead
  /** Body: the failure's detail. */
  | (Spent & {
      readonly t: 'failed';
      readonly id: number;
      readonly code: FailureCode;
      readonly limit?: string;
      readonly used?: number;
      readonly violations?: string;
      /** The question whose refusal the call ended by, as the guest's own realm says: nothing caught the very error that it was given. */
      readonly ask?: number;
      /** Of a call with an isolate of its own: for how long its code ran or was to run, in milliseconds. */
      readonly heldMs?: number;
    })
  /** Body: violations as JSON; empty if there are none, or none were found in time. */
  | { readonly t: 'diagnosed'; readonly id: number }
  /** The call's code has returned without an answer: it waits for a timer, and the next call may begin. */
  | { readonly t: 'waiting'; readonly id: number; readonly heapBytes?: number }
  /** A call that waited runs again. */
  | { readonly t: 'resumed'; readonly id: number }
  /** A line the guest wrote, so long after the call began. Body: its text. */
  | { readonly t: 'log'; readonly id: number; readonly level: LogLevel; readonly atMs: number }
  /** How far a call says it is. Body: JSON of a Progress with its message. */
  | { readonly t: 'progress'; readonly id: number; readonly atMs: number }
  /** The log has met a limit, and so many lines were dropped until now. */
  | { readonly t: 'logFull'; readonly id: number; readonly limit: LogLimit; readonly lines: number }
  /** A call asks the host; the number is its own among those of its call. Body: JSON. Answered by `answer`, unless the call ends first. */
  | { readonly t: 'ask'; readonly id: number; readonly ask: number; readonly kind: AskKind }
  /** The call does not want the answer any more. */
  | { readonly t: 'unask'; readonly id: number; readonly ask: number }
  /** The runner cannot end what runs in it: it asks to be killed once it has answered. */
  | { readonly t: 'stuck' }
  /** The heap that calls share is full, by what several of them hold: it asks to be killed. */
  | { readonly t: 'full' };

/** What a call took, as its runner has counted it. */
export interface Spent {
  readonly cpuMs: number;
  readonly heapBytes?: number;
  readonly hostCalls?: number;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
/** What cuts a log off. */
export type LogLimit = 'logBytes' | 'logLines';
export type InspectionStage = 'schema' | 'module' | 'example';

const LOG_LEVELS: readonly unknown[] = ['debug', 'info', 'warn', 'error'];
const LOG_LIMITS: readonly unknown[] = ['logBytes', 'logLines'];
const STAGES: readonly unknown[] = ['schema', 'module', 'example'];

/** Heads are small: the longest carries a failure's violations. */
export const RUNNER_HEAD_BYTES = 65_536;

/** Caps on what a broker takes from a runner, given the most bytes of what it may send: results, programs, questions. */
export const runnerFrameCaps = (...bodyBytes: readonly number[]): FrameCaps => ({
  headBytes: RUNNER_HEAD_BYTES,
  bodyBytes: Math.max(...bodyBytes, 65_536),
});

/** A runner's codes: what a guest can be charged with. Never a host's or a caller's fault, save arguments and cancelling. */
const RUNNER_CODES: ReadonlySet<string> = new Set<FailureCode>([
  'invalid_arguments',
  'cancelled',
  'tool_error',
  'invalid_result',
  'result_too_large',
  'exceeded_memory',
  'exceeded_cpu',
  'exceeded_wall_time',
  'exceeded_host_calls',
  'interrupted',
]);

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isOptional = (value: unknown, is: (value: unknown) => boolean): boolean => value === undefined || is(value);
const isText = (value: unknown): value is string => typeof value === 'string';

const SPENT: Readonly<Record<'cpuMs' | 'heapBytes' | 'hostCalls', (value: unknown) => boolean>> = {
  cpuMs: isAmount,
  heapBytes: (value: unknown) => isOptional(value, isCount),
  hostCalls: (value: unknown) => isOptional(value, isCount),
};

const BRACE = '{'.charCodeAt(0);

/** Which members each kind has whose head is JSON; a member that is not named here makes the message invalid. */
const MEMBERS: Readonly<
  Record<Exclude<RunnerMessage['t'], 'done'>, Readonly<Record<string, (value: unknown) => boolean>>>
> = {
  hello: {},
  loaded: { digest: isText },
  stage: { stage: (value) => STAGES.includes(value) },
  inspected: {},
  began: { id: isCount },
  failed: {
    id: isCount,
    ...SPENT,
    code: (value) => isFailureCode(value) && RUNNER_CODES.has(value),
    limit: (value) => isOptional(value, isText),
    used: (value) => isOptional(value, isAmount),
    violations: (value) => isOptional(value, isText),
    heldMs: (value) => isOptional(value, isAmount),
    ask: (value) => isOptional(value, isCount),
  },
  diagnosed: { id: isCount },
  waiting: { id: isCount, heapBytes: (value) => isOptional(value, isCount) },
  resumed: { id: isCount },
  log: { id: isCount, atMs: isCount, level: (value) => LOG_LEVELS.includes(value) },
  progress: { id: isCount, atMs: isCount },
  logFull: { id: isCount, lines: isCount, limit: (value) => LOG_LIMITS.includes(value) },
  ask: { id: isCount, ask: isCount, kind: (value) => ASK_KINDS.includes(value) },
  unask: { id: isCount, ask: isCount },
  stuck: {},
  full: {},
};

/** The message in a frame's head, or undefined where it is not one: the runner is then not to be believed again. */
export const parseRunnerMessage = (head: Buffer): RunnerMessage | undefined => {
  if (head[0] !== BRACE) return readDoneHead(head);
  let message: unknown;
  try {
    message = JSON.parse(head.toString());
  } catch {
    return undefined;
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return undefined;
  const kind = (message as { t?: unknown }).t;
  if (typeof kind !== 'string' || !Object.hasOwn(MEMBERS, kind)) return undefined;
  const members = MEMBERS[kind as keyof typeof MEMBERS];
  for (const name of Object.keys(message)) if (name !== 't' && !Object.hasOwn(members, name)) return undefined;
  for (const name of Object.keys(members)) {
    const own = Object.hasOwn(message, name) ? (message as Record<string, unknown>)[name] : undefined;
    if (!members[name]?.(own)) return undefined;
  }
  return message as RunnerMessage;
};
