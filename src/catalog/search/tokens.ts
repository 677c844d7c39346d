// Counts the tokens of definitions in the thread for definitions, each definition once. Front process, main thread.

import type { Definitions } from './definitions.ts';
import type { OfferedTool } from './token-count.ts';

/** Tokens of a tool's definition as a model reads it. */
export type TokensOf = (tool: OfferedTool) => number;

/** A server that nobody searches never starts the thread, and one whose tools stay the same asks it once. */
export class TokenCounts {
  /** Definition → its tokens. A definition is never changed: a snapshot is frozen. */
  readonly #known = new WeakMap<OfferedTool, number>();
  readonly #definitions: Definitions;
  /** The tools that are being counted, which most who ask need as well. */
  #counting: Promise<void> | undefined;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  /** Resolves with a function that knows the tokens of these tools. Rejects if the thread fails, and with: overloaded. */
  async of(tools: readonly OfferedTool[]): Promise<TokensOf> {
    for (let unknown = this.#unknownOf(tools); unknown.length > 0; unknown = this.#unknownOf(tools)) {
      this.#counting ??= this.#count(unknown).finally(() => {
        this.#counting = undefined;
      });
      await this.#counting;
    }
    return (tool) => this.#known.get(tool) as number;
  }

  #unknownOf(tools: readonly OfferedTool[]): readonly OfferedTool[] {
    return tools.filter((tool) => !this.#known.has(tool));
  }

  async #count(unknown: readonly OfferedTool[]): Promise<void> {
    const tools = unknown.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    const counts = await this.#definitions.ask<readonly number[]>({ kind: 'count', tools });
    for (const [at, tool] of unknown.entries()) this.#known.set(tool, counts[at] as number);
  }
}
