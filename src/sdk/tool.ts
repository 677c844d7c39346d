// What a plugin author sees from inside a tool: the two parameters of the function that is the tool. Types only.

import type { ToolStore } from './store.ts';

/** The second argument of every tool: facts about the call, frozen. */
export interface ToolContext {
  /** Unique on the server; the caller finds it in its answer too. */
  readonly callId: string;
  readonly toolName: string;
  readonly pluginName: string;
  /** Who calls, as the server knows it: `anonymous`, or an opaque text that is the same whenever the same caller comes. */
  readonly caller: string;
  /** When the call is stopped, in milliseconds since 1970, as `Date.now()` has them. */
  readonly deadline: number;
  /**
   * Aborts with a `TimeoutError` shortly before {@link deadline}, in time to answer with what there is: hand it to `fetch`. There for plugins
   * whose text names it.
   */
  readonly signal: AbortSignal;
  /** Says how far the call is, and of how much; shown in logs and while the plugin is tried. Counts as a line of the log. */
  readonly progress: (done: number, total?: number, message?: string) => void;
  /** Entries that outlive the call. There for plugins whose text names it. */
  readonly store: ToolStore;
}

/**
 * A tool: takes the arguments as one plain object, returns (or resolves with) a JSON value that fits its output schema.
 * What it throws reaches the caller as `name: message`, without the stack.
 */
export type ToolFunction<Arguments extends object = Record<string, unknown>, Result = unknown> = (
  args: Arguments,
  context: ToolContext,
) => Result | Promise<Result>;
