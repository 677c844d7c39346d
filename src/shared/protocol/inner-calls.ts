// The calls of tools that a script asks for, as they cross the zones. Types and names only; front process. Decision 0068.
//
// A request for one is the name of the tool, a line feed, an idempotency key or nothing, a line feed, and the JSON text of the arguments. Its reply is
// the JSON text of the result, or a ToolErrorText. In place of a name, `?find` and `?describe` ask about tools: these are no calls.

import type { HostReply } from './capabilities.ts';
import type { Failure, Fault } from './errors.ts';

/** Begins what is no name of a tool, but a question about tools. */
export const QUESTION_MARK = '?';

/** Begins the names of the cordons of scripts, one for each caller. Those of plugins begin otherwise. */
export const SCRIPT_CORDON = 'script:';

/** The inner calls of one script. Whatever its runner says, they are calls of its caller. */
export interface InnerCalls {
  /** Begins one under the script's own number, and calls `onAnswer` once, unless the script ends before. */
  request(id: number, text: string, onAnswer: (answer: HostReply) => void): void;
  /** The script does not want the answer any more. */
  cancel(id: number): void;
  /** The script is over: those under way are cancelled, and none begins any more. */
  end(): void;
}

/** What a script is told of an inner call that failed, as JSON: the members of its ToolError. */
export type ToolErrorText = Pick<Failure, 'code' | 'limit' | 'retryAfterMs' | 'violations'> & {
  readonly message: string;
  readonly fault: Fault;
  readonly retryable: boolean;
  readonly toolName: string;
  readonly callId: string;
};
