// What the scripts that make an isolate ready hand each other. Types only: nothing of this enters an isolate.

/** Makes Temporal's clock tell the milliseconds of `now`; see temporal.ts. */
export type CoarsenTemporal = (now: () => number) => void;

/** Gives each call what freezing does not cover; see renewal.ts. The function it returns seeds the random numbers. */
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
export type Lockdown = (shared: readonly object[]) => () => boolean;
