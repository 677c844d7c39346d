// Counts the tokens of definitions in the side thread, each definition once. Front process, main thread.

import { SideThread } from './side-thread.ts';
import type { OfferedTool } from './token-count.ts';

/** Tokens of a tool's definition as a model reads it. */
export type TokensOf = (tool: OfferedTool) => number;

/** A server that nobody searches never starts the thread, and one whose tools stay the same asks it once. */
export class TokenCounts {
  /** Definition → its tokens. A definition is never changed: a snapshot is frozen. */
  readonly #known = new WeakMap<OfferedTool, number>();
  readonly #thread: SideThread;

  constructor(thread = new SideThread()) {
    this.#thread = thread;
  }

  /** Resolves with a function that knows the tokens of these tools. Rejects if the thread fails. */
  async of(tools: readonly OfferedTool[]): Promise<TokensOf> {
    if (tools.some((tool) => !this.#known.has(tool))) await this.#count(tools);
    return (tool) => this.#known.get(tool) as number;
  }

  async #count(tools: readonly OfferedTool[]): Promise<void> {
    let unknown: readonly OfferedTool[] = [];
    const counts = await this.#thread.ask<readonly number[]>(() => {
      // The task before this one may have counted some of them.
      unknown = tools.filter((tool) => !this.#known.has(tool));
      if (unknown.length === 0) return undefined;
      const offered = unknown.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
      return { kind: 'count', tools: offered };
    });
    for (const [at, tool] of unknown.entries()) this.#known.set(tool, counts?.[at] as number);
  }
}
