// The thread for work on definitions: it starts with the first task, and ends if there was none for a while. Front process, main thread.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DefinitionsTask } from './definitions-thread.ts';

const THREAD = new URL('./definitions-thread.ts', import.meta.url);
/** The thread has 60 MB with the vocabulary. It ends if nothing was asked of it for this long. */
const IDLE_MS = 10_000;

/** A server that nobody asks never starts the thread. Tasks are done one after the other. */
export class SideThread {
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves with the answer of the thread, or with undefined if `taskOf` finds nothing left to do in its turn. Rejects if the thread fails. */
  ask<Answer>(taskOf: () => DefinitionsTask | undefined): Promise<Answer | undefined> {
    const asking = this.#last.then(async () => {
      const task = taskOf();
      return task && ((await this.#answer(task)) as Answer);
    });
    this.#last = asking.catch(() => {});
    return asking;
  }

  async #answer(task: DefinitionsTask): Promise<unknown> {
    clearTimeout(this.#idle);
    this.#thread ??= this.#start();
    const thread = this.#thread;
    thread.postMessage(task);
    try {
      // Rejects with the error by which the thread ended.
      const [answer] = await once(thread, 'message');
      this.#idle = setTimeout(() => this.#end(thread), IDLE_MS).unref();
      return answer;
    } catch (error) {
      this.#end(thread);
      throw error;
    }
  }

  #start(): Worker {
    const thread = new Worker(THREAD);
    thread.unref();
    // Whoever waits for the answer hears of it, too.
    thread.on('error', () => this.#end(thread));
    return thread;
  }

  #end(thread: Worker): void {
    if (this.#thread === thread) this.#thread = undefined;
    void thread.terminate();
  }
}
