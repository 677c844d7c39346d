// What the scripts that make an isolate ready hand each other. Types only: nothing of this enters an isolate.

/** Whom a guest can ask; see src/protocol/capabilities.ts. */
export type AskKind = 'fetch' | 'store';

/** Makes Temporal's clock tell the milliseconds of `now`; see temporal.ts. */
export type CoarsenTemporal = (now: () => number) => void;

/** Gives each call what is the host's to give, and what freezing does not cover; see renewal.ts. The function it returns seeds the random numbers. */
export type Renew = (parts: RenewalParts) => (first: number, second: number, third: number, fourth: number) => void;

export interface RenewalParts {
  /** The milliseconds of every clock; notes that it was asked. */
  readonly now: () => number;
  /** Says that a module asks what only a call should. */
  readonly noteOutside: () => void;
  /** What is registered for the code that runs now. */
  readonly symbols: () => Map<string, symbol> | undefined;
  readonly keepSymbols: (symbols: Map<string, symbol>) => void;
  readonly replaceConstructor: (native: { readonly prototype: object }, replacement: { readonly name: string }) => void;
}

/** Freezes the realm; see lockdown.ts. The function it returns tells whether the realm is still what it was. */
export type Lockdown = (shared: readonly unknown[], platform: PlatformGlobals) => () => boolean;

/** What the bootstrap gives a group of the platform to build on. Everything here is about the call whose code runs now. */
export interface PlatformParts {
  /** Many calls will share what is made: what is built on first use is built at once, and samples are wanted. */
  readonly isShared: boolean;
  /** When the call began, in milliseconds since 1970. */
  readonly startOf: () => number;
  /** Milliseconds since then, in steps of 1 ms like every clock. */
  readonly elapsed: () => number;
  /** Runs `task` after so many milliseconds, as setTimeout does. */
  readonly startTimer: (task: () => unknown, delayMs: number) => void;
  /** Keeps where in the plugin `caller`, a function of the platform that is running, was called. Cheap: nothing is written out yet. */
  readonly placeOf: (caller: (...values: never[]) => unknown) => object;
  /**
   * Asks the host, which counts as one of the call's host calls; `text` is JSON. `onAnswer` is called once, as a task of its own: `text`
   * is then what the host gives, or an AskError, both as JSON. It is never called if the call has ended. Returns how to give the
   * question up, after which `onAnswer` is not called. Throws if nothing may be asked: past the cap, or while no call runs.
   */
  readonly ask: (kind: AskKind, text: string, onAnswer: OnAskAnswer) => () => void;
  /** Writes a line to the call's log, within its caps: past them it is counted and dropped. */
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', text: string) => void;
  /** Bytes that the call's log still takes; 0 where a line would only be counted. */
  readonly logRoom: () => number;
  /** Stands for the call whose code runs now, as a key of what a group keeps for it; empty. Undefined while none runs. */
  readonly callKey: () => object | undefined;
  /** Ends the call with an error that nobody handles. */
  readonly fail: (error: unknown) => void;
  /** 32 bytes of the host's randomness in hexadecimal digits, another text for every entry into the realm. */
  readonly cryptoSeed: () => string;
}

/**
 * Takes the answer to a question. An error that the plugin is given for a refusal goes through `refuse` first, which returns it: it gets the
 * stack of `place`, and the call is known to have ended by that refusal if nothing catches the error.
 */
export type OnAskAnswer = (
  ok: boolean,
  text: string,
  refuse: <Thrown extends object>(error: Thrown, place?: object) => Thrown,
) => void;

/** Constructors and functions by the name of the global they become. */
export type PlatformGlobals = Readonly<Record<string, unknown>>;

/** One group of globals; see src/platform. `made` holds the globals of the groups it needs. */
export type PlatformGroup = (parts: PlatformParts, made: PlatformGlobals) => MadeGroup;

export interface MadeGroup {
  readonly globals: PlatformGlobals;
  /** Members of the second parameter of every tool, by name. All calls are handed the same values. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** Makes samples of what calls are handed and no global leads to, so that the lockdown finds what it hangs on. */
  readonly samples?: () => readonly unknown[];
}
