// Makes an isolate with the guest's bootstrap in it and nothing of any plugin. Runs in a runner.

import { setImmediate as nextTurn } from 'node:timers/promises';
import ivm from 'isolated-vm';
import { CompiledCode } from './compiled-code.ts';
import { BOOTSTRAP_CODE, LOCKDOWN_CODE, PRISTINE_CODE, RENEWAL_CODE, TEMPORAL_CODE } from './guest-code.ts';

/** Takes a guest's post: a letter, the call's number, a text. All three are untrusted. */
export type GuestPost = (letter: unknown, call: unknown, text: unknown) => void;

const BOOTSTRAP = new CompiledCode(BOOTSTRAP_CODE, 'toolcell:bootstrap');
const TEMPORAL = new CompiledCode(TEMPORAL_CODE, 'toolcell:temporal');
const RENEWAL = new CompiledCode(RENEWAL_CODE, 'toolcell:renewal');
const LOCKDOWN = new CompiledCode(LOCKDOWN_CODE, 'toolcell:lockdown');
const PRISTINE = new CompiledCode(PRISTINE_CODE, 'toolcell:pristine');

const AS_REFERENCE = { result: { reference: true } } as const;

/** Memory of an isolate, and what happens if V8 fails in it. */
export interface IsolateOptions {
  /** V8 heap in MB, soft. */
  readonly memoryMb: number;
  /**
   * Called if V8 cannot go on: the process must then end. Without this option V8 ends the process at once. Isolates that are entered from
   * the main thread need that, because the thread would be blocked and this function never called.
   */
  readonly onCatastrophe?: (message: string) => void;
}

/** The current receiver of a guest's posts. */
export interface Outlet {
  post: GuestPost;
}

/** Opens a new isolate, with the one function that leads out of it. */
export const openIsolate = ({ memoryMb, onCatastrophe }: IsolateOptions) => {
  const isolate = new ivm.Isolate({
    memoryLimit: memoryMb,
    ...(onCatastrophe && { onCatastrophicError: onCatastrophe }),
  });
  const outlet: Outlet = { post: () => {} };
  const post = new ivm.Callback((letter: unknown, call: unknown, text: unknown) => outlet.post(letter, call, text), {
    ignored: true,
  });
  return { isolate, outlet, post };
};

export type OpenedIsolate = ReturnType<typeof openIsolate>;

/** An isolate with the bootstrap in it, and nothing of any plugin's. */
export interface BaseIsolate {
  readonly isolate: ivm.Isolate;
  readonly context: ivm.Context;
  /** Takes a GuestEntry; see src/shared/protocol/guest-wire.ts. */
  readonly enter: ivm.Reference<unknown>;
  readonly outlet: Outlet;
}

/** Which scripts an isolate gets. */
export interface BaseParts {
  /** Freeze the realm, so that many calls can use it one after the other. */
  readonly isFrozen: boolean;
  readonly mayNameTemporal: boolean;
  readonly web: readonly CompiledCode[];
}

/** V8's methods of regular expressions in a context of their own, which nothing else ever runs in. */
const pristineIn = async (isolate: ivm.Isolate) =>
  (await PRISTINE.valueIn(isolate, await isolate.createContext())).derefInto();

/** Makes an isolate on a thread of isolated-vm, because compiling may take long. */
export const makeBaseIsolate = async (options: IsolateOptions, parts: BaseParts): Promise<BaseIsolate> => {
  const { isolate, outlet, post } = openIsolate(options);
  // A debugger shows the context that is made last.
  const pristine = parts.isFrozen ? await pristineIn(isolate) : undefined;
  const context = await isolate.createContext();
  const partOf = async (script: CompiledCode) => (await script.valueIn(isolate, context)).derefInto();
  const bootstrap = await BOOTSTRAP.valueIn(isolate, context);
  const temporal = parts.mayNameTemporal ? await partOf(TEMPORAL) : undefined;
  const renewal = await partOf(RENEWAL);
  const lockdown = parts.isFrozen ? await partOf(LOCKDOWN) : undefined;
  const web = [];
  for (const script of parts.web) web.push(await partOf(script));
  const enter = await bootstrap.apply(undefined, [post, renewal, temporal, lockdown, pristine, ...web], AS_REFERENCE);
  return { isolate, context, enter: enter as ivm.Reference<unknown>, outlet };
};

/** The same on this thread, without a lockdown. */
export const makeBaseAtOnce = (
  { isolate, outlet, post }: OpenedIsolate,
  context: ivm.Context,
  { mayNameTemporal, web }: Omit<BaseParts, 'isFrozen'>,
): BaseIsolate => {
  const bootstrap = BOOTSTRAP.valueAtOnce(isolate, context);
  const partOf = (script: CompiledCode) => script.valueAtOnce(isolate, context).derefInto();
  const temporal = mayNameTemporal ? partOf(TEMPORAL) : undefined;
  const parts = [post, partOf(RENEWAL), temporal, undefined, undefined, ...web.map(partOf)];
  const enter = bootstrap.applySync(undefined, parts, AS_REFERENCE) as ivm.Reference<unknown>;
  return { isolate, context, enter, outlet };
};

/** The same in three turns of the event loop, ahead of a call: messages that arrive meanwhile wait for a third of the work at most. */
export const makeBaseInTurns = async (
  options: IsolateOptions,
  parts: Omit<BaseParts, 'isFrozen'>,
): Promise<BaseIsolate> => {
  const opened = openIsolate(options);
  try {
    await nextTurn();
    const context = opened.isolate.createContextSync();
    await nextTurn();
    return makeBaseAtOnce(opened, context, parts);
  } catch (error) {
    if (!opened.isolate.isDisposed) opened.isolate.dispose();
    throw error;
  }
};

/** True if {@link makeBaseAtOnce} has nothing to compile. */
export const isBaseAtHand = ({ mayNameTemporal, web }: Omit<BaseParts, 'isFrozen'>): boolean => {
  const temporal = mayNameTemporal ? [TEMPORAL] : [];
  return [BOOTSTRAP, RENEWAL, ...temporal, ...web].every(({ isAtHand }) => isAtHand);
};
