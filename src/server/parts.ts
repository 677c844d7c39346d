// The parts of a host in one list: opened in its order, and closed from its end. Front process, main thread.

/** A part of a host. Parts after it may need it, and those before it never do. */
export interface Part<Opened, Settings> {
  readonly name: string;
  readonly open: () => Opened | Promise<Opened>;
  /** Puts settings in force that take time. May leave the part in between if it rejects: then it is called with the settings from before. */
  readonly reconfigure?: (opened: Opened, settings: Settings) => Promise<void>;
  /** Puts settings in force at once, in one turn with all other parts, after every `reconfigure` has resolved. */
  readonly use?: (opened: Opened, settings: Settings) => void;
  /** The host will end soon, and works until then. */
  readonly leave?: (opened: Opened) => void;
  /** Begins nothing any more. Resolves when all that was begun has ended, or after `drainMs`. */
  readonly drain?: (opened: Opened, drainMs: number) => Promise<void> | void;
  readonly close?: (opened: Opened) => Promise<void> | void;
}

/** A part that is open, without the type of what it is. */
type OpenPart<Settings> = {
  readonly [Hook in 'reconfigure' | 'use' | 'leave' | 'drain' | 'close']?: (
    ...args: Part<never, Settings>[Hook] extends ((opened: never, ...more: infer More) => unknown) | undefined
      ? More
      : never
  ) => unknown;
};

/** The parts that are open, and the settings that are in force in all of them. */
export class Parts<Settings> {
  readonly #open: OpenPart<Settings>[] = [];
  #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** What new work follows. */
  get settings(): Settings {
    return this.#settings;
  }

  /** Opens the next part. If that fails, closes those before it, and rejects with the reason. */
  async open<Opened>(part: Part<Opened, Settings>): Promise<Opened> {
    try {
      const opened = await part.open();
      this.#open.push(bound(part, opened));
      return opened;
    } catch (error) {
      // Why it did not open says more than what fails afterwards.
      await this.close(0).catch(() => {});
      throw error;
    }
  }

  /** Puts settings in force in all parts, or in none: if one rejects, those that took them get the settings from before, the last one first. */
  async reconfigure(settings: Settings): Promise<void> {
    const before = this.#settings;
    const undo: (() => unknown)[] = [];
    try {
      for (const { reconfigure } of this.#open) {
        if (reconfigure === undefined) continue;
        undo.push(() => reconfigure(before));
        await reconfigure(settings);
      }
      this.#settings = settings;
      undo.push(() => {
        this.#settings = before;
      });
      for (const { use } of this.#open) {
        if (use === undefined) continue;
        undo.push(() => use(before));
        use(settings);
      }
    } catch (error) {
      const faults = await runAll(undo.toReversed());
      if (faults.length === 0) throw error;
      throw new AggregateError([error, ...faults], 'the settings from before could not be put back in every part');
    }
  }

  leave(): void {
    for (const { leave } of this.#open.toReversed()) leave?.();
  }

  /** Drains all parts at the same time, then closes each, the last one first. A part that fails keeps no other one open. */
  async close(drainMs: number): Promise<void> {
    const open = this.#open.splice(0).toReversed();
    const drained = await Promise.all(open.map(({ drain }) => runAll([() => drain?.(drainMs)])));
    const closed = await runAll(
      open.map(
        ({ close }) =>
          () =>
            close?.(),
      ),
    );
    const faults = [...drained.flat(), ...closed];
    if (faults.length > 0) throw new AggregateError(faults, 'not all parts of the host have closed in order');
  }
}

const bound = <Opened, Settings>(part: Part<Opened, Settings>, opened: Opened): OpenPart<Settings> => {
  const { reconfigure, use, leave, drain, close } = part;
  return {
    ...(reconfigure && { reconfigure: (settings) => reconfigure(opened, settings) }),
    ...(use && { use: (settings) => use(opened, settings) }),
    ...(leave && { leave: () => leave(opened) }),
    ...(drain && { drain: (drainMs) => drain(opened, drainMs) }),
    ...(close && { close: () => close(opened) }),
  };
};

/** Runs one step after the other, and returns what they threw. Steps that do not wait run in one turn. */
const runAll = async (steps: readonly (() => unknown)[]): Promise<readonly unknown[]> => {
  const faults: unknown[] = [];
  for (const step of steps) {
    try {
      const waiting = step();
      if (waiting instanceof Promise) await waiting;
    } catch (error) {
      faults.push(error);
    }
  }
  return faults;
};
