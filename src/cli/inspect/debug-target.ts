// What one attached debugger sees of a plugin: a target that lives on, while every call has an isolate of its own. For the debugger a call is what the load of
// a page is in a browser: the contexts are cleared, the scripts come again, and breakpoints stay. Runs in the command's process.
// Decision 0063.

import {
  type Answer,
  BEFORE_SCRIPTS,
  beforeScript,
  domainOf,
  ENDED,
  Inspected,
  idByUrl,
  isOpening,
  type Message,
  NO_CALL,
  NONE,
  NOWHERE,
  nudging,
  type Request,
} from './debug-messages.ts';
import type { FromRunner } from './inspector-lines.ts';

/** Requests that hold for every isolate after them. */
const STANDING = new Set([
  'Debugger.setAsyncCallStackDepth',
  'Debugger.setBlackboxPatterns',
  'Debugger.setBreakpointsActive',
  'Debugger.setPauseOnExceptions',
  'Debugger.setSkipAllPauses',
  'Runtime.setAsyncCallStackDepth',
]);
const EARLY = new Set(['Runtime.executionContextCreated', 'Debugger.scriptParsed']);
const SET_BREAKPOINT = 'Debugger.setBreakpointByUrl';

export class DebugTarget {
  /** In the order in which they were made. */
  readonly #isolates = new Set<Inspected>();
  readonly #standing = new Map<string, { readonly method: string; readonly params: Request['params'] | undefined }>();
  readonly #domains = new Set<string>();
  /** Each call pauses before the module runs. */
  #pausesBefore = false;
  #current: Inspected | undefined;
  #client: ((text: string) => void) | undefined;
  #lastId = 0;
  #onReady: () => void = () => {};
  /** Resolves when a debugger has attached and has set what it sets at first. */
  readonly ready = new Promise<void>((resolve) => {
    this.#onReady = resolve;
  });

  get hasClient(): boolean {
    return this.#client !== undefined;
  }

  /** A debugger has attached, the only one. */
  attach(client: (text: string) => void): void {
    this.#client = client;
  }

  /** It has gone. A call that it had paused goes on. */
  detach(): void {
    this.#client = undefined;
    this.#standing.clear();
    this.#domains.clear();
    this.#pausesBefore = false;
    // V8 forgets the breakpoints of a session that is turned off.
    for (const isolate of this.#isolates)
      for (const method of ['Debugger.disable', 'Debugger.enable']) void this.#ask(isolate, method);
  }

  /** Takes the messages of one runner, whose isolates are all gone when the function that is returned is called. */
  connect(say: (isolate: number, text: string) => void): {
    readonly take: (message: FromRunner) => void;
    readonly close: () => void;
  } {
    const own = new Map<number, Inspected>();
    const take = (message: FromRunner): void => {
      const { isolate: number } = message;
      const known = own.get(number);
      if (message.t === 'opened') {
        const isolate = new Inspected((text) => say(number, text));
        own.set(number, isolate);
        this.#isolates.add(isolate);
        if (this.#current === undefined || (message.isPreview && !this.#current.hasBegun)) this.#show(isolate);
      } else if (known && message.t === 'said') this.#hear(known, JSON.parse(message.text) as Message);
      else if (known) this.#forget(known);
    };
    return { take, close: () => own.forEach((isolate) => void this.#forget(isolate)) };
  }

  #forget(isolate: Inspected): void {
    this.#isolates.delete(isolate);
    for (const answer of isolate.asked.values()) answer(ENDED);
    isolate.asked.clear();
    if (this.#current !== isolate) return;
    const last = [...this.#isolates].at(-1);
    if (last) this.#show(last);
    else this.#current = undefined;
  }

  /** From now on the debugger sees this isolate. */
  #show(isolate: Inspected): void {
    this.#current = isolate;
    this.#tell({ method: 'Runtime.executionContextsCleared', params: {} });
    for (const message of isolate.early) this.#tell(message);
  }

  /** Passes a notification on, if the debugger has asked for those of its kind. */
  #tell(message: Message): void {
    if (this.#domains.has(domainOf(message.method))) this.#client?.(JSON.stringify(message));
  }

  #ask(isolate: Inspected, method: string, params?: Request['params']): Promise<Answer> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      const stop = nudging(isolate);
      isolate.asked.set(id, (answer) => {
        stop();
        resolve(answer);
      });
      isolate.say(JSON.stringify({ id, method, ...(params && { params }) }));
    });
  }

  #hear(isolate: Inspected, message: Message): void {
    if (message.id !== undefined) {
      isolate.asked.get(message.id)?.(message);
      isolate.asked.delete(message.id);
    } else if (message.method === 'Debugger.paused') void this.#paused(isolate, message);
    else {
      if (EARLY.has(message.method ?? '')) isolate.early.push(message);
      if (isolate === this.#current) this.#tell(message);
    }
  }

  async #paused(isolate: Inspected, message: Message): Promise<void> {
    if (!isolate.hasBegun) {
      isolate.hasBegun = true;
      if (isolate !== this.#current) this.#show(isolate);
      const standing = [...this.#standing.values()];
      await Promise.all(standing.map(({ method, params }) => this.#ask(isolate, method, params)));
    }
    const isAtOpening = isOpening(message, isolate);
    if (this.#client === undefined || (isAtOpening && !this.#pausesBefore)) void this.#ask(isolate, 'Debugger.resume');
    else this.#tell(isAtOpening ? beforeScript(message, isolate) : message);
  }

  /** Takes a message of the debugger. */
  async receive(text: string): Promise<void> {
    const request = JSON.parse(text) as Request;
    const answer = await this.#answer(request);
    const { result, error } = answer;
    this.#client?.(JSON.stringify({ id: request.id, ...(error ? { error } : { result: result ?? {} }) }));
  }

  async #answer({ method, params }: Request): Promise<Answer> {
    const isolate = this.#current;
    if (method === 'Runtime.enable' || method === 'Debugger.enable') return this.#enable(method, isolate);
    if (STANDING.has(method)) this.#standing.set(method, { method, params });
    if (method === 'Debugger.setInstrumentationBreakpoint' || params?.breakpointId === BEFORE_SCRIPTS) {
      this.#pausesBefore = method !== 'Debugger.removeBreakpoint';
      return { result: this.#pausesBefore ? { breakpointId: BEFORE_SCRIPTS } : {} };
    }
    if (method === 'Runtime.runIfWaitingForDebugger') {
      this.#onReady();
      return {};
    }
    // Until a call begins, the thread that would have to take the next message is the one that would be paused.
    if (method === 'Debugger.pause' && isolate?.hasBegun !== true) return NO_CALL;
    if (method === 'Debugger.removeBreakpoint') this.#standing.delete(String(params?.breakpointId));
    if (isolate === undefined) return this.#answerEarly(method, params);
    if (method === 'Debugger.setBreakpoint') return this.#setInScript(isolate, params);
    const answer = await this.#ask(isolate, method, params);
    const breakpointId = answer.result?.breakpointId;
    if (method === SET_BREAKPOINT && typeof breakpointId === 'string')
      this.#standing.set(breakpointId, { method, params });
    return answer;
  }

  /** While no plugin is loaded: what holds for every isolate holds for the first one, too. */
  #answerEarly(method: string, params: Request['params']): Answer {
    if (method === SET_BREAKPOINT && params !== undefined) {
      const breakpointId = idByUrl(params);
      this.#standing.set(breakpointId, { method, params });
      return { result: { breakpointId, locations: [] } };
    }
    return STANDING.has(method) || method === 'Debugger.removeBreakpoint' ? {} : NONE;
  }

  /** The next call has other scripts, so that a breakpoint in one of them is set in all with its name. */
  async #setInScript(isolate: Inspected, params: Request['params']): Promise<Answer> {
    const { scriptId, ...place } = (params?.location ?? {}) as { readonly scriptId?: string };
    const script = isolate.early.find((message) => message.params?.scriptId === scriptId);
    const { condition } = params ?? {};
    const byUrl = { ...place, url: script?.params?.url, ...(condition !== undefined && { condition }) };
    if (script === undefined) return this.#ask(isolate, 'Debugger.setBreakpoint', params);
    const { result, error } = await this.#answer({ id: 0, method: SET_BREAKPOINT, params: byUrl });
    const locations = (result?.locations ?? []) as readonly { readonly scriptId: string }[];
    const actualLocation = locations.find((one) => one.scriptId === scriptId);
    if (result === undefined || actualLocation === undefined) return { ...NOWHERE, ...(error && { error }) };
    return { result: { breakpointId: result.breakpointId, actualLocation } };
  }

  async #enable(method: string, isolate: Inspected | undefined): Promise<Answer> {
    const domain = domainOf(method);
    if (!this.#domains.has(domain)) {
      this.#domains.add(domain);
      for (const message of isolate?.early ?? []) if (domainOf(message.method) === domain) this.#tell(message);
    }
    return isolate ? this.#ask(isolate, method) : {};
  }
}
