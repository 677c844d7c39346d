// The wire between an isolate (the guest) and its runner: the operations of entries, and the letters of posts and outcomes.
//
//   runner                                            isolate
//     │  enter(operation, ...parameters)                 │
//     │ ───────────────────────────────────────────────▶ │  runs, with its microtasks
//     │                     post(capital, call, text)    │
//     │ ◀─────────────────────────────────────────────── │  any number of times meanwhile: log lines, timers, host requests
//     │                     [#length:lines] small text   │
//     │ ◀─────────────────────────────────────────────── │  the outcome of the entry
//
// Only numbers, strings, booleans and undefined cross, one by one: copying an array makes an entry cost half as much again. Small letters are
// outcomes, capitals are posts, and no letter has two meanings. The runner trusts nothing that comes out and refuses letters that it does not know.
//
// The constants are not in objects, so that the bundler can write their values into the bootstrap (src/control/launch/image/guest-scripts.ts).

/** Four words for Math.random, and a key for random bytes that nobody may guess, if the plugin can ask for such bytes. */
export type Seed = [first: number, second: number, third: number, fourth: number, key?: string | undefined];

/** Hands over the plugin's module. Comes before any operation that runs it. */
export const MODULE = 0;
/** Hands over the check of arguments and results inside the realm. */
export const CHECK = 1;
/** Registers a tool; returns its number. */
export const TOOL = 2;
/** Evaluates the module for the next call. Returns nothing. */
export const PRELOAD = 3;
/** Begins a call. Returns its outcome, or {@link SUSPENDED}; {@link COLLECT} then returns the outcome. */
export const INVOKE = 4;
/** Runs the task of a timer. Seeded if calls share the realm. Returns nothing. */
export const FIRE_TIMER = 5;
/** Hands over the reply to a host request. Seeded if calls share the realm. Returns nothing. */
export const REPLY = 6;
/** Returns the outcome of a call after the microtasks of an entry. */
export const COLLECT = 7;
/** Forgets a call that was given up. */
export const DROP = 8;
/** Evaluates the module and returns what it exports, as JSON: `[[name, typeof], …]`. */
export const LIST_EXPORTS = 9;

/** The parameters of `enter`. Calls, tools, timers and host requests are numbers. Texts are plain unless a comment says JSON. */
export type GuestEntry =
  | [operation: typeof MODULE, factory: unknown]
  | [operation: typeof CHECK, violationsOf: unknown]
  | [operation: typeof TOOL, toolJson: string]
  | [operation: typeof PRELOAD, ...seed: Seed]
  | [
      operation: typeof INVOKE,
      call: number,
      /** Its number, or a {@link ToolInput} as JSON. */
      tool: number | string,
      argumentsText: string,
      callId: string,
      caller: string,
      ...seed: Seed,
    ]
  | [operation: typeof FIRE_TIMER, call: number, timer: number, ...seed: Partial<Seed>]
  | [operation: typeof REPLY, call: number, request: number, ok: boolean, replyText: string, ...seed: Partial<Seed>]
  | [operation: typeof COLLECT, call: number]
  | [operation: typeof DROP, call: number]
  | [operation: typeof LIST_EXPORTS, ...seed: Seed];

/** A tool as its realm knows it. It is the same for every call, so it crosses once. Milliseconds, bytes, counts. */
export interface ToolInput {
  readonly toolName: string;
  readonly pluginName: string;
  readonly exportName: string;
  readonly wallMs: number;
  readonly resultBytes: number;
  readonly logBytes: number;
  readonly logLines: number;
  /** Bytes that a line costs in addition to its text. */
  readonly recordBytes: number;
  readonly hostCalls: number;
}

/** The tool's result. JSON. */
export const RESULT = 'r';
/** The call ended by an error. `name: message`. */
export const THROWN = 'e';
/** The call ended by the same error object that refused a host request. `request name: message`. */
export const REFUSED = 'h';
/** The tool's return value cannot be written as JSON. The reason. */
export const NOT_JSON = 'u';
/** The arguments do not fit the tool's schema. Violations, JSON. */
export const BAD_INPUT = 'a';
/** The result does not fit the tool's schema. Violations, JSON. */
export const BAD_OUTPUT = 'v';
/** The result is too long. Its length. */
export const TOO_LARGE = 'l';
/** The call passed its cap on host calls. */
export const TOO_MANY_HOST_CALLS = 'o';
/** The call goes on after a timer has fired or a host reply has come. */
export const SUSPENDED = 'p';
/** No timer or host request is left that could settle the call. */
export const NEVER = 'n';

/** The first letters of what an entry may return. */
export const OUTCOME_LETTERS = [
  ...([RESULT, THROWN, REFUSED, NOT_JSON, BAD_INPUT, BAD_OUTPUT, TOO_LARGE] as const),
  ...([TOO_MANY_HOST_CALLS, SUSPENDED, NEVER] as const),
];

export type OutcomeLetter = (typeof OUTCOME_LETTERS)[number];

/** Comes before an outcome if calls share the realm: log lines held back until then, as `#length:` and pairs of letter and text, JSON without its brackets. */
export const HELD_LINES = '#';

/** Log lines by their level, with the milliseconds since the call began. `ms text`. */
export const DEBUG_LINE = 'D';
export const INFO_LINE = 'I';
export const WARN_LINE = 'W';
export const ERROR_LINE = 'E';
/** How far the call is. `ms JSON`. */
export const PROGRESS = 'P';
/** The log has reached a limit. The number of lines dropped until now, and the limit's name. `lines limit`. */
export const LOG_FULL = 'L';
/** Sets a timer. `timer delayMs`. */
export const SET_TIMER = 'T';
/** Cancels a timer. `timer`. */
export const CLEAR_TIMER = 'C';
/** A host request, to `fetch`. `request JSON`. */
export const REQUEST_FETCH = 'F';
/** A host request, to the store. `request JSON`. */
export const REQUEST_STORE = 'S';
/** A host request, for a signature. `request JSON`. */
export const REQUEST_SIGN = 'Y';
/** A host request, for a call of a tool; only a script has them. `request name⏎key⏎JSON`; see inner-calls.ts. */
export const REQUEST_TOOL = 'X';
/** Cancels a host request. `request`. */
export const CANCEL_REQUEST = 'U';

/** Posts that belong to the log. */
export type LogLetter =
  | typeof DEBUG_LINE
  | typeof INFO_LINE
  | typeof WARN_LINE
  | typeof ERROR_LINE
  | typeof PROGRESS
  | typeof LOG_FULL;

/** Posts that a guest sends while a call runs. */
export type PostLetter =
  | LogLetter
  | typeof SET_TIMER
  | typeof CLEAR_TIMER
  | typeof REQUEST_FETCH
  | typeof REQUEST_STORE
  | typeof REQUEST_SIGN
  | typeof REQUEST_TOOL
  | typeof CANCEL_REQUEST;
