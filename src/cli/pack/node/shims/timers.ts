// `timers` of Node, over the timers of a tool. Immediates that are set together share one timer, because each timer counts against `hostCalls`. Runs inside
// the isolate, as part of the packed entry.

import { repeat, start, stop } from './native-timers.ts';
import promises from './timers-promises.ts';

type Task = (...values: unknown[]) => unknown;

/** What `setTimeout` returns in Node. */
class Timeout {
  #id: number;
  readonly #begin: () => number;

  constructor(begin: () => number) {
    this.#begin = begin;
    this.#id = begin();
  }

  /** A call ends with its answer, whatever timers are left. */
  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  refresh(): this {
    stop(this.#id);
    this.#id = this.#begin();
    return this;
  }

  close(): this {
    stop(this.#id);
    return this;
  }

  [Symbol.toPrimitive](): number {
    return this.#id;
  }

  [Symbol.dispose](): void {
    stop(this.#id);
  }
}

class Immediate {
  task: (() => unknown) | undefined;

  constructor(task: () => unknown) {
    this.task = task;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  [Symbol.dispose](): void {
    this.task = undefined;
  }
}

export const setTimeout = (task: Task, delayMs?: number, ...values: unknown[]): Timeout =>
  new Timeout(() => start(() => task(...values), delayMs));

export const setInterval = (task: Task, delayMs?: number, ...values: unknown[]): Timeout =>
  new Timeout(() => repeat(() => task(...values), delayMs));

export const clearTimeout = (timer?: Timeout | number): void => {
  if (timer instanceof Timeout) timer.close();
  else stop(timer);
};

export const clearInterval = clearTimeout;

let waiting: Immediate[] = [];

/** Runs those that were set before. If one throws, the others still run, in a turn of their own. */
const runWaiting = (): void => {
  const due = waiting;
  waiting = [];
  try {
    for (let next = due.shift(); next !== undefined; next = due.shift()) next.task?.();
  } finally {
    if (due.length > 0) {
      if (waiting.length === 0) start(runWaiting, 0);
      waiting = [...due, ...waiting];
    }
  }
};

export const setImmediate = (task: Task, ...values: unknown[]): Immediate => {
  const immediate = new Immediate(() => task(...values));
  if (waiting.length === 0) start(runWaiting, 0);
  waiting.push(immediate);
  return immediate;
};

export const clearImmediate = (immediate?: Immediate): void => {
  if (immediate instanceof Immediate) immediate.task = undefined;
};

export default { clearImmediate, clearInterval, clearTimeout, promises, setImmediate, setInterval, setTimeout };
