// The messages between a broker and a runner, as a closed union: one switch at each end. What a runner sends is untrusted;
// `parseRunnerMessage` is the only way in.
//
// The first call of a tool, if the runner knows neither the program nor the tool. Later ones begin with `call`:
//
//   broker                                   runner
//     ├── load, tool, call ───────────────────▶│
//     │◀── loaded (realm) or began (isolate) ──┤   the call's clock starts
//     │◀── log, progress … ────────────────────┤
//     │◀── suspended ──────────────────────────┤   the call waits for a timer or host reply: the next call may run
//     │◀── resumed ────────────────────────────┤
//     │◀── done or failed ─────────────────────┤

import { type CallHead, type DoneHead, readDoneHead } from './call-heads.ts';
import { HOST_REQUEST_KINDS, type HostRequestKind } from './capabilities.ts';
import { type FailureCode, isFailureCode } from './errors.ts';
import type { FrameCaps } from './frames.ts';
import type { FreshState } from './fresh-state.ts';
import type { Limits } from './limits.ts';

/** Broker → runner. A comment names the frame's body, if there is one. */
export type HostMessage =
  /** A plugin will come that will probably need a frozen realm with this much heap. */
  | { readonly t: 'standBy'; readonly memoryMb: number }
  /** Body: a CheckedProgram as JSON. Answered by `loaded` if its calls share a realm. */
  | { readonly t: 'load'; readonly freshState: FreshState; readonly memoryMb: number }
  /** Body: a Program as JSON. Answered by `stage`… and `inspected`. */
  | { readonly t: 'inspect'; readonly memoryMb: number; readonly loadMs: number }
  /** A tool that later calls name by its number, so that their common part crosses once. */
  | (ToolMessage & { readonly t: 'tool' })
  /** Body: the arguments' JSON text. Answered by `log`…, then `done` or `failed`. */
  | CallHead
  | { readonly t: 'cancel'; readonly id: number }
  /** Asks for all violations in arguments that do not fit. Body: their JSON text. Answered by `diagnosed`. */
  | { readonly t: 'diagnose'; readonly id: number; readonly tool: number }
  /** The host reply to a host request of a call. Body: its JSON text. */
  | { readonly t: 'hostReply'; readonly id: number; readonly request: number; readonly ok: boolean };

/** The part of a call that is the same for all calls of its tool. */
export interface ToolMessage {
  readonly tool: number;
  readonly digest: string;
  readonly toolName: string;
  readonly exportName: string;
  readonly limits: Limits;
}

export interface CallMessage extends Pick<CallHead, 'id' | 'callId' | 'caller'> {
  readonly tool: ToolMessage;
}

/** Runner → broker. */
export type RunnerMessage =
  | { readonly t: 'hello' }
  /** The realm of a program is ready, and the plugin's own code may run from now on: the clock of its first call starts here. */
  | { readonly t: 'loaded'; readonly digest: string }
  /**
   * The plugin's code begins, and the call's clock starts here. Sent for a call in an isolate of its own, and for a call in a realm if others are
   * suspended in the process. If none is, the next call in a realm begins as soon as the one before has ended.
   */
  | { readonly t: 'began'; readonly id: number }
  /** The next step of an inspection, so that a step that never returns can still be explained. Body: where. */
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
      readonly limit?: string | undefined;
      readonly used?: number | undefined;
      readonly violations?: string | undefined;
      /** The host request whose refusal ended the call, as the guest's realm says: nothing caught the error object of the refusal. */
      readonly request?: number | undefined;
      /** For a call with an isolate of its own: for how long its code ran or was ready to run, in milliseconds. */
      readonly heldMs?: number;
    })
  /** Body: violations as JSON; empty if there are none, or none were found in time. */
  | { readonly t: 'diagnosed'; readonly id: number }
  /** The call is suspended until a timer or a host reply, and the next call may begin. */
  | { readonly t: 'suspended'; readonly id: number; readonly heapBytes?: number }
  /** A suspended call runs again. */
  | { readonly t: 'resumed'; readonly id: number }
  /** A line that the guest wrote; `atMs` since the call began. Body: its text. */
  | { readonly t: 'log'; readonly id: number; readonly level: LogLevel; readonly atMs: number }
  /** How far a call says it is. Body: JSON of a Progress with its message. */
  | { readonly t: 'progress'; readonly id: number; readonly atMs: number }
  /** The log has reached a limit. `lines`: the number dropped until now. */
  | { readonly t: 'logFull'; readonly id: number; readonly limit: LogLimit; readonly lines: number }
  /** A host request of a call; `request` is its number within the call. Body: JSON. Answered by `hostReply`, unless the call ends first. */
  | { readonly t: 'hostRequest'; readonly id: number; readonly request: number; readonly kind: HostRequestKind }
  /** The call does not need the host reply any more. */
  | { readonly t: 'cancelHostRequest'; readonly id: number; readonly request: number }
  /** The runner cannot stop the code that runs in it: it asks to be killed after it has answered. */
  | { readonly t: 'stuck' }
  /** Several calls together have filled the heap that they share: the runner asks to be killed. */
  | { readonly t: 'full' };

export interface Spent {
  readonly cpuMs: number;
  readonly heapBytes?: number;
  readonly hostCalls?: number;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogLimit = 'logBytes' | 'logLines';
export type InspectionStage = 'schema' | 'module' | 'example';

const LOG_LEVELS: readonly unknown[] = ['debug', 'info', 'warn', 'error'];
const LOG_LIMITS: readonly unknown[] = ['logBytes', 'logLines'];
const STAGES: readonly unknown[] = ['schema', 'module', 'example'];

/** Caps on frames from a runner. `bodyBytes`: the most bytes of each kind of body: results, programs, host requests. */
export const runnerFrameCaps = (...bodyBytes: readonly number[]): FrameCaps => ({
  // The longest head carries a failure's violations.
  headBytes: 65_536,
  bodyBytes: Math.max(...bodyBytes, 65_536),
});

/** The codes that a runner may report. Except for arguments and cancelling, they are the plugin's fault, never the host's or the caller's. */
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

type Check = (value: unknown) => boolean;

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const optional =
  (is: Check): Check =>
  (value) =>
    value === undefined || is(value);
const isText = (value: unknown): value is string => typeof value === 'string';

const BRACE = '{'.charCodeAt(0);

/** The members of each kind of message with a JSON head. Any other member makes the message invalid. */
const MEMBERS: Readonly<Record<Exclude<RunnerMessage['t'], 'done'>, Readonly<Record<string, Check>>>> = {
  hello: {},
  loaded: { digest: isText },
  stage: { stage: (value) => STAGES.includes(value) },
  inspected: {},
  began: { id: isCount },
  failed: {
    id: isCount,
    cpuMs: isAmount,
    heapBytes: optional(isCount),
    hostCalls: optional(isCount),
    code: (value) => isFailureCode(value) && RUNNER_CODES.has(value),
    limit: optional(isText),
    used: optional(isAmount),
    violations: optional(isText),
    heldMs: optional(isAmount),
    request: optional(isCount),
  },
  diagnosed: { id: isCount },
  suspended: { id: isCount, heapBytes: optional(isCount) },
  resumed: { id: isCount },
  log: { id: isCount, atMs: isCount, level: (value) => LOG_LEVELS.includes(value) },
  progress: { id: isCount, atMs: isCount },
  logFull: { id: isCount, lines: isCount, limit: (value) => LOG_LIMITS.includes(value) },
  hostRequest: { id: isCount, request: isCount, kind: (value) => HOST_REQUEST_KINDS.includes(value) },
  cancelHostRequest: { id: isCount, request: isCount },
  stuck: {},
  full: {},
};

/** Parses the untrusted head of a frame. Undefined if it is no valid message; the broker then trusts this runner no more. */
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
