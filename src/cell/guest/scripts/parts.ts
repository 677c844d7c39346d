// Interfaces between the scripts that prepare an isolate. Types only: nothing of this enters an isolate.

/** What a host request is for; see src/shared/protocol/capabilities.ts. */
export type HostRequestKind = 'fetch' | 'store' | 'sign' | 'tool';

/** Makes Temporal's clock use the milliseconds of `now`; see temporal.ts. */
export type CoarsenTemporal = (now: () => number) => void;

/** Replaces what each call must get anew; see renewal.ts. The function it returns seeds the random numbers. */
export type Renew = (parts: RenewalParts) => (first: number, second: number, third: number, fourth: number) => void;

/** What the bootstrap gives to renewal.ts. */
export interface RenewalParts {
  /** The milliseconds of every clock since 1970; notes that the clock was read. */
  readonly now: () => number;
  /** Notes that a module used something that only a call should use, if no call runs. */
  readonly noteOutside: () => void;
  /** Symbols that the code that runs now has registered. */
  readonly symbols: () => Map<string, symbol> | undefined;
  readonly keepSymbols: (symbols: Map<string, symbol>) => void;
  readonly replaceConstructor: (native: { readonly prototype: object }, replacement: { readonly name: string }) => void;
}

/** Freezes the realm; see lockdown.ts. */
export type Lockdown = (shared: readonly unknown[], web: WebGlobals, pristine: PristinePatterns) => void;

/**
 * V8's own methods of regular expressions in a context that no plugin reaches; see patterns/pristine.ts. Each takes a regular expression as its source
 * and flags, without a `lastIndex`: the flag `y` comes only with `g`, or not at all.
 */
export interface PristinePatterns {
  readonly replace: (source: string, flags: string, text: string, template: string) => string;
  readonly split: (source: string, flags: string, text: string, limit?: number) => readonly (string | undefined)[];
  /** All matches. The flags include `g`. */
  readonly match: (source: string, flags: string, text: string) => readonly string[] | null;
  /** Forgets all regular expressions. Called for each entry. */
  readonly forget: () => void;
}

/** What the bootstrap gives to a group of web APIs. All of it is about the call whose code runs now. */
export interface WebParts {
  /** True if calls share the realm: the group then builds everything at once, not on first use, and gives samples. */
  readonly isShared: boolean;
  /** When the call began, in milliseconds since 1970. */
  readonly startOf: () => number;
  /** Milliseconds since the call began, in steps of 1 ms like every clock. */
  readonly elapsed: () => number;
  /** Runs `task` after `delayMs`, as setTimeout does. */
  readonly startTimer: (task: () => unknown, delayMs: number) => void;
  /** Keeps the place in the plugin where `caller`, a running web API, was called. Cheap: the text is not made yet. */
  readonly placeOf: (caller: (...values: never[]) => unknown) => object;
  /**
   * Sends a host request, which counts as a host call; `text` is JSON. `onReply` is called once, as a task of its own, with the host reply
   * or a HostRequestError as JSON, and never if the call has ended. Returns a function that cancels the request; `onReply` is then
   * not called. Throws if the call has no host call left, or if no call runs.
   */
  readonly hostRequest: (kind: HostRequestKind, text: string, onReply: OnHostReply) => () => void;
  /** Writes a line to the call's log. Past the log's limits, lines are counted and dropped. */
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', text: string) => void;
  /** Bytes that the call's log still takes; 0 if a line would only be counted. */
  readonly logRoom: () => number;
  /** An empty object that identifies the call, as a key for what a group keeps for it. Undefined while no call runs. */
  readonly callKey: () => object | undefined;
  /** Ends the call with an error that nothing handled. */
  readonly fail: (error: unknown) => void;
  /** 32 random bytes of the host in hexadecimal digits, new for every entry into the realm. */
  readonly cryptoSeed: () => string;
}

/**
 * Takes the reply to a host request. A group passes the error for a refusal through `refuse`, which returns the same error with the stack of
 * `place`. If nothing catches this error, or one that has it as its cause, the call counts as ended by the refusal. The same goes for a response whose
 * status is an error.
 */
export type OnHostReply = (
  ok: boolean,
  text: string,
  refuse: <Thrown extends object>(error: Thrown, place?: object) => Thrown,
) => void;

/** Constructors and functions by the name of their global. */
export type WebGlobals = Readonly<Record<string, unknown>>;

/** Makes one group of globals; see src/cell/guest/web. `made` holds the globals of the groups it needs. */
export type WebGroup = (parts: WebParts, made: WebGlobals) => MadeGroup;

/** What a group has made. */
export interface MadeGroup {
  readonly globals: WebGlobals;
  /** Members of the second parameter of every tool, by name. All calls get the same values. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** Makes samples of objects that calls get and no global leads to, so that the lockdown finds their prototypes. */
  readonly samples?: () => readonly unknown[];
}
