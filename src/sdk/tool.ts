// What a plugin author sees from inside a tool: the two parameters of the function that is the tool. Types only.

/** The second argument of every tool: facts about the call, frozen. */
export interface ToolContext {
  /** Unique on the server; the caller finds it in its answer too. */
  readonly callId: string;
  readonly toolName: string;
  readonly pluginName: string;
  /** How long the call may take from its beginning, in milliseconds: its `wallMs`. */
  readonly deadlineMs: number;
}

/**
 * A tool: takes the arguments as one plain object, returns (or resolves with) a JSON value that fits its output schema.
 * What it throws reaches the caller as `name: message`, without the stack.
 */
export type ToolFunction<Arguments extends object = Record<string, unknown>, Result = unknown> = (
  args: Arguments,
  context: ToolContext,
) => Result | Promise<Result>;
