// The types of a tool's function and of its two parameters. Types only.

import type { ToolSecrets } from './secrets.ts';
import type { ToolStore } from './store.ts';

/** The second argument of every tool: facts about the call, frozen. */
export interface ToolContext {
  /** Unique on the server; the caller finds it in the answer too. */
  readonly callId: string;
  readonly toolName: string;
  readonly pluginName: string;
  /** The caller as the server knows it: `anonymous`, or an opaque text that stays the same for the same caller. */
  readonly caller: string;
  /** When the call is stopped, in milliseconds since 1970, as `Date.now()` counts them. */
  readonly deadline: number;
  /**
   * Aborts with a `TimeoutError` shortly before {@link deadline}, so that the tool can still answer with what it has. Pass it to `fetch`. Exists only if the
   * plugin's source contains the word `signal`.
   */
  readonly signal: AbortSignal;
  /** Reports that `done` of `total` steps are done. Shown in logs, and while the plugin is tried out. Counts as a line of the log. */
  readonly progress: (done: number, total?: number, message?: string) => void;
  /** Keeps entries between calls. Exists only if the plugin's source contains the word `store`. */
  readonly store: ToolStore;
  /** Signs with keys that the tool never sees. Exists only if the plugin's source contains the word `secrets`. */
  readonly secrets: ToolSecrets;
}

/**
 * A tool: takes the arguments as one plain object, and returns (or resolves with) a JSON value that fits its output schema.
 * If it throws an error, the caller gets `name: message` without the stack.
 */
export type ToolFunction<Arguments extends object = Record<string, unknown>, Result = unknown> = (
  args: Arguments,
  context: ToolContext,
) => Result | Promise<Result>;
