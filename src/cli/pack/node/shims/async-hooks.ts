// `async_hooks` of Node. No script can follow a promise, so a store is kept from `run` until the promise of its function settles, and the run that began last
// counts. One run after the other, and runs inside each other, are as in Node; of two that wait side by side, each may see the store of the other.
// Runs inside the isolate, as part of the packed entry.

type Task = (...values: unknown[]) => unknown;

interface Run {
  readonly store: unknown;
}

const isThenable = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';

class AsyncLocalStorage {
  readonly #runs: Run[] = [];
  readonly #fallback: unknown;
  readonly name: string;

  constructor({ defaultValue, name = '' }: { defaultValue?: unknown; name?: string } = {}) {
    this.#fallback = defaultValue;
    this.name = name;
  }

  run(store: unknown, task: Task, ...values: unknown[]): unknown {
    const run = { store };
    this.#runs.push(run);
    const end = (): void => {
      const at = this.#runs.indexOf(run);
      if (at >= 0) this.#runs.splice(at, 1);
    };
    let result: unknown;
    try {
      result = task(...values);
    } catch (error) {
      end();
      throw error;
    }
    if (!isThenable(result)) {
      end();
      return result;
    }
    // The promise itself, as in Node; what waits for it runs after the store has ended.
    result.then(end, end);
    return result;
  }

  exit(task: Task, ...values: unknown[]): unknown {
    return this.run(undefined, task, ...values);
  }

  getStore(): unknown {
    const last = this.#runs.at(-1);
    return last ? last.store : this.#fallback;
  }

  enterWith(store: unknown): void {
    this.#runs.push({ store });
  }

  disable(): void {
    this.#runs.length = 0;
  }

  static bind(task: Task): Task {
    return task;
  }

  static snapshot() {
    return (task: Task, ...values: unknown[]): unknown => task(...values);
  }
}

class AsyncResource {
  readonly type: string;

  constructor(type: string) {
    this.type = type;
  }

  runInAsyncScope(task: Task, self?: unknown, ...values: unknown[]): unknown {
    return task.apply(self, values);
  }

  bind(task: Task): Task {
    return task;
  }

  emitDestroy(): this {
    return this;
  }

  asyncId(): number {
    return 1;
  }

  triggerAsyncId(): number {
    return 0;
  }

  static bind(task: Task): Task {
    return task;
  }
}

export default {
  AsyncLocalStorage,
  AsyncResource,
  asyncWrapProviders: {},
  /** A hook that is never called. */
  createHook: () => {
    const hook = { enable: (): object => hook, disable: (): object => hook };
    return hook;
  },
  executionAsyncId: () => 1,
  executionAsyncResource: () => ({}),
  triggerAsyncId: () => 0,
};
