// Counts the tokens of definitions in a thread of its own, each definition once. Front process, main thread.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { OfferedTool } from './token-count.ts';

/** Tokens of a tool's definition as a model reads it. */
export type TokensOf = (tool: OfferedTool) => number;

const THREAD = new URL('./token-thread.ts', import.meta.url);
/** The thread has 60 MB. It ends if nothing was to be counted for this long. */
const IDLE_MS = 10_000;

/** A server that nobody searches never starts the thread, and one whose tools stay the same starts it once. */
export class TokenCounts {
  /** Definition → its tokens. A definition is never changed: a snapshot is frozen. */
  readonly #known = new WeakMap<OfferedTool, number>();
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** One list is counted at a time. */
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves with a function that knows the tokens of these tools. Rejects if the thread fails. */
  async of(tools: readonly OfferedTool[]): Promise<TokensOf> {
    if (tools.some((tool) => !this.#known.has(tool))) {
      const counting = this.#last.then(() => this.#count(tools));
      this.#last = counting.catch(() => {});
      await counting;
    }
    return (tool) => this.#known.get(tool) as number;
  }

  async #count(tools: readonly OfferedTool[]): Promise<void> {
    const unknown = tools.filter((tool) => !this.#known.has(tool));
    if (unknown.length === 0) return;
    clearTimeout(this.#idle);
    this.#thread ??= this.#start();
    const thread = this.#thread;
    thread.postMessage(unknown.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })));
    const [counts] = (await once(thread, 'message')) as [readonly number[]];
    for (const [at, tool] of unknown.entries()) this.#known.set(tool, counts[at] as number);
    this.#idle = setTimeout(() => this.#end(thread), IDLE_MS).unref();
  }

  #start(): Worker {
    const thread = new Worker(THREAD);
    thread.unref();
    thread.once('exit', () => this.#end(thread));
    return thread;
  }

  #end(thread: Worker): void {
    if (this.#thread === thread) this.#thread = undefined;
    void thread.terminate();
  }
}
