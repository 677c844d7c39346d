// An isolate with the guest's bootstrap in it, whichever way its state is kept fresh. The isolate is a limit; the process is
// the boundary.

import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import ivm from 'isolated-vm';
import type { Limits } from '../../protocol/limits.ts';
import { recordBytes } from '../../protocol/log-cost.ts';
import { CompiledCode } from './compiled-code.ts';
import { BOOTSTRAP_CODE, LOCKDOWN_CODE, RENEWAL_CODE, TEMPORAL_CODE } from './guest-code.ts';
import { needsCryptoSeed, platformScripts } from './platform-groups.ts';
import { prepareCheck } from './validator-isolate.ts';

/** What a guest sends out by itself: a kind, the call's number, a text. Untrusted, all three. */
export type GuestSend = (kind: unknown, call: unknown, text: unknown) => void;

const BOOTSTRAP = new CompiledCode(BOOTSTRAP_CODE, 'toolcell:bootstrap');
const TEMPORAL = new CompiledCode(TEMPORAL_CODE, 'toolcell:temporal');
const RENEWAL = new CompiledCode(RENEWAL_CODE, 'toolcell:renewal');
const LOCKDOWN = new CompiledCode(LOCKDOWN_CODE, 'toolcell:lockdown');

const AS_REFERENCE = { result: { reference: true } } as const;
/** The isolate alone holds it from then on. */
const RELEASED = { release: true } as const;

/** A plugin's module: its factory as a script. */
export class ModuleCode extends CompiledCode {
  /**
   * It may come to name `Temporal`, as far as its text tells: by itself, or in code it makes from text. V8 builds Temporal when
   * it is first looked at, in every isolate anew; where no one can ask for it, it is removed instead.
   */
  readonly mayNameTemporal: boolean;
  /** What makes the globals beyond ECMAScript that it names. */
  readonly platform: readonly CompiledCode[];
  /** It can ask for random bytes. */
  readonly needsCryptoSeed: boolean;

  constructor(text: string, fileName: string) {
    super(text, fileName);
    this.platform = platformScripts(text);
    this.needsCryptoSeed = needsCryptoSeed(text);
    this.mayNameTemporal = /Temporal|\b(?:eval|Function)\b/.test(text);
  }
}

/** What a tool is to its realm; the same for every call. Milliseconds, bytes, counts. */
export interface ToolInput {
  readonly toolName: string;
  readonly pluginName: string;
  readonly exportName: string;
  readonly validateArguments: boolean;
  readonly wallMs: number;
  readonly resultBytes: number;
  readonly logBytes: number;
  readonly logLines: number;
  readonly hostCalls: number;
}

export interface GuestRealmOptions {
  readonly code: ModuleCode;
  /** V8 heap in MB, soft. */
  readonly memoryMb: number;
  /** Freeze the realm, so that many calls can use it one after the other. */
  readonly isFrozen: boolean;
  /**
   * Called when V8 cannot go on: the process must then be given up. Without it V8 ends the process at once, which is what an
   * isolate entered from the main thread needs: that thread would be held, and never be told.
   */
  readonly onCatastrophe?: (message: string) => void;
}

type IsolateOptions = Pick<GuestRealmOptions, 'memoryMb' | 'onCatastrophe'>;
type GuestEntry = ivm.Reference<unknown>;

interface Outlet {
  send: GuestSend;
}

/** A new isolate, and the one function that leads out of it. */
const open = ({ memoryMb, onCatastrophe }: IsolateOptions) => {
  const isolate = new ivm.Isolate({
    memoryLimit: memoryMb,
    ...(onCatastrophe && { onCatastrophicError: onCatastrophe }),
  });
  const outlet: Outlet = { send: () => {} };
  const send = new ivm.Callback((kind: unknown, call: unknown, text: unknown) => outlet.send(kind, call, text), {
    ignored: true,
  });
  return { isolate, outlet, send };
};

type Opened = ReturnType<typeof open>;

/** V8's garbage collector as a function, of a context of its own in the same isolate: the guest's context never has it. */
const collectorOf = (isolate: ivm.Isolate): GuestEntry => {
  setFlagsFromString('--expose-gc');
  try {
    return isolate.createContextSync().evalSync('gc', { reference: true }) as GuestEntry;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
};

/** An isolate with the bootstrap in it, and nothing of any plugin's. */
interface Base {
  readonly isolate: ivm.Isolate;
  readonly context: ivm.Context;
  readonly enter: GuestEntry;
  readonly outlet: Outlet;
}

interface BaseParts {
  readonly isFrozen: boolean;
  readonly mayNameTemporal: boolean;
  readonly platform: readonly CompiledCode[];
}

/** On a thread of isolated-vm's, step by step: what has to be compiled may take long. */
const makeBase = async (options: IsolateOptions, parts: BaseParts): Promise<Base> => {
  const { isolate, outlet, send } = open(options);
  const context = await isolate.createContext();
  const partOf = async (script: CompiledCode) => (await script.valueIn(isolate, context)).derefInto();
  const bootstrap = await BOOTSTRAP.valueIn(isolate, context);
  const temporal = parts.mayNameTemporal ? await partOf(TEMPORAL) : undefined;
  const renewal = await partOf(RENEWAL);
  const lockdown = parts.isFrozen ? await partOf(LOCKDOWN) : undefined;
  const platform = [];
  for (const script of parts.platform) platform.push(await partOf(script));
  const enter = await bootstrap.apply(undefined, [send, renewal, temporal, lockdown, ...platform], AS_REFERENCE);
  return { isolate, context, enter: enter as GuestEntry, outlet };
};

/** Characters of a module that the main thread compiles, while nothing runs here yet: no function of it but the outermost, which is soon done. */
const MOST_AT_ONCE = 2 ** 18;

/** What most plugins want: a frozen realm, without what their text does not name. */
const PLAIN: BaseParts = { isFrozen: true, mayNameTemporal: false, platform: [] };

let standing: { readonly memoryMb: number; readonly base: Promise<Base> } | undefined;

/** Makes the realm of the first plugin that will come to this process ahead: it takes five times as long as the plugin's own part. */
export const standBy = (memoryMb: number): void => {
  if (standing) return;
  const base = makeBase({ memoryMb }, PLAIN).then((made) => {
    prepareCheck(made.isolate, made.context);
    return made;
  });
  // What reads a plugin's text is compiled by the time one comes.
  new ModuleCode('', '');
  // Who takes it is told; where nobody does it is of no concern.
  base.catch(() => {});
  standing = { memoryMb, base };
};

/** Gives up the realm that was made ahead. */
export const standDown = (): void => {
  void standing?.base.then(({ isolate }) => isolate.dispose()).catch(() => {});
  standing = undefined;
};

const takeStanding = ({ code, memoryMb, isFrozen, onCatastrophe }: GuestRealmOptions): Promise<Base> | undefined => {
  if (!standing || !isFrozen || onCatastrophe || standing.memoryMb !== memoryMb) return undefined;
  if (code.mayNameTemporal || code.platform.length > 0) return undefined;
  const { base } = standing;
  standing = undefined;
  return base;
};

/** An isolate made ready: the bootstrap has run and holds the plugin's module as a factory, and no plugin code has run yet. */
export class GuestRealm {
  readonly isolate: ivm.Isolate;
  readonly context: ivm.Context;
  /** The guest's one way in; see the bootstrap for what it takes. */
  readonly enter: GuestEntry;
  readonly #cpuAtStartMs: number;
  readonly #outlet: Outlet;
  readonly #needsSeed: boolean;
  #collector: GuestEntry | undefined;

  private constructor(parts: {
    isolate: ivm.Isolate;
    context: ivm.Context;
    enter: GuestEntry;
    outlet: Outlet;
    needsSeed: boolean;
  }) {
    this.isolate = parts.isolate;
    this.context = parts.context;
    this.enter = parts.enter;
    this.#outlet = parts.outlet;
    this.#needsSeed = parts.needsSeed;
    this.#cpuAtStartMs = Number(parts.isolate.cpuTime) / 1e6;
  }

  /** The frozen realm that stands by, where it fits; else a new one. */
  static async prepare(options: GuestRealmOptions): Promise<GuestRealm> {
    const { code, isFrozen } = options;
    const { mayNameTemporal, platform } = code;
    const standing = takeStanding(options);
    const base = await (standing ?? makeBase(options, { isFrozen, mayNameTemporal, platform }));
    const isQuick = standing !== undefined && code.text.length <= MOST_AT_ONCE;
    const factory = isQuick
      ? code.valueAtOnce(base.isolate, base.context)
      : await code.valueIn(base.isolate, base.context);
    base.enter.applySync(undefined, ['module', factory.derefInto(RELEASED)]);
    return new GuestRealm({ ...base, needsSeed: code.needsCryptoSeed });
  }

  /** A key for the random bytes of the next entry, where the plugin can ask for them: 32 bytes in hexadecimal digits. */
  get cryptoSeed(): string | undefined {
    return this.#needsSeed ? randomBytes(32).toString('hex') : undefined;
  }

  /** True where {@link prepareAtOnce} has nothing to compile. */
  static isAtHand(code: ModuleCode): boolean {
    const temporal = code.mayNameTemporal ? [TEMPORAL] : [];
    return [code, BOOTSTRAP, RENEWAL, ...temporal, ...code.platform].every(({ isAtHand }) => isAtHand);
  }

  /** The same, not frozen, on this thread: each step that needs no other thread saves two of them a wake-up. */
  static prepareAtOnce(options: Omit<GuestRealmOptions, 'isFrozen'>): GuestRealm {
    const opened = open(options);
    return GuestRealm.#begin(opened, opened.isolate.createContextSync(), options.code);
  }

  /** The same in three turns of the event loop, for a call that may come: what arrives meanwhile waits for a third of it at most. */
  static async prepareInTurns(options: Omit<GuestRealmOptions, 'isFrozen'>): Promise<GuestRealm> {
    const opened = open(options);
    try {
      await nextTurn();
      const context = opened.isolate.createContextSync();
      await nextTurn();
      return GuestRealm.#begin(opened, context, options.code);
    } catch (error) {
      if (!opened.isolate.isDisposed) opened.isolate.dispose();
      throw error;
    }
  }

  static #begin({ isolate, outlet, send }: Opened, context: ivm.Context, code: ModuleCode): GuestRealm {
    const bootstrap = BOOTSTRAP.valueAtOnce(isolate, context);
    const partOf = (script: CompiledCode) => script.valueAtOnce(isolate, context).derefInto();
    const temporal = code.mayNameTemporal ? partOf(TEMPORAL) : undefined;
    const parts = [send, partOf(RENEWAL), temporal, undefined, ...code.platform.map(partOf)];
    const enter = bootstrap.applySync(undefined, parts, AS_REFERENCE) as GuestEntry;
    enter.applySync(undefined, ['module', code.valueAtOnce(isolate, context).derefInto(RELEASED)]);
    return new GuestRealm({ isolate, context, enter, outlet, needsSeed: code.needsCryptoSeed });
  }

  /** From now on what the guest sends goes here. */
  onSend(send: GuestSend): void {
    this.#outlet.send = send;
  }

  /** CPU milliseconds spent since the realm stood ready. */
  get cpuMs(): number {
    return this.isolate.isDisposed ? 0 : Number(this.isolate.cpuTime) / 1e6 - this.#cpuAtStartMs;
  }

  get isDisposed(): boolean {
    return this.isolate.isDisposed;
  }

  /** Bytes that V8 holds for the heap, garbage included; 0 once it is gone. An entry like any other: ask only after one that did not throw. */
  get heapBytes(): number {
    if (this.isolate.isDisposed) return 0;
    try {
      const { total_heap_size: heap, externally_allocated_size: outside } = this.isolate.getHeapStatisticsSync();
      return heap + outside;
    } catch {
      // isolated-vm throws if the memory limit disposes of it meanwhile.
      return 0;
    }
  }

  /** Collects all garbage of the heap. An entry like any other: ask only after one that did not throw. */
  collectGarbage(): void {
    if (this.isolate.isDisposed) return;
    try {
      this.#collector ??= collectorOf(this.isolate);
      this.#collector.applySync(undefined, []);
    } catch {
      // isolated-vm throws if the memory limit disposes of it meanwhile.
    }
  }

  /** Ends the isolate and all that runs in it, save a builtin that cannot be interrupted. */
  dispose(): void {
    try {
      if (!this.isolate.isDisposed) this.isolate.dispose();
    } catch {
      // isolated-vm throws where a memory kill was quicker: disposed all the same.
    }
  }
}

/** The tool of a call as its realm wants it. */
export const toolInputOf = (
  pluginName: string,
  {
    toolName,
    exportName,
    validateArguments,
    limits,
  }: {
    toolName: string;
    exportName: string;
    validateArguments: boolean;
    limits: Pick<Limits, 'wallMs' | 'resultBytes' | 'logBytes' | 'logLines' | 'hostCalls'>;
  },
): ToolInput => {
  const { wallMs, resultBytes, logBytes, logLines, hostCalls } = limits;
  const log = { logBytes, logLines, recordBytes: recordBytes({ pluginName, toolName }) };
  return { toolName, pluginName, exportName, validateArguments, wallMs, resultBytes, hostCalls, ...log };
};
