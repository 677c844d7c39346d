// Turns the error that isolated-vm throws for an unhandled rejection in the guest into a failure and a log text. Runs in a
// runner. All texts are the plugin's, copied out of the isolate. Decision 0028.

import { isNativeError } from 'node:util/types';
import type { RunnerFailure } from './call-failures.ts';

const MESSAGE_CHARACTERS = 1_000;
const STACK_CHARACTERS = 2_000;
/** isolated-vm's own line between the guest's frames and those of this process, which stay secret. */
const BOUNDARY = '\n    at (<isolated-vm boundary>)';

/** An unhandled error, as the call's failure and log show it. */
export interface Unhandled {
  readonly failure: RunnerFailure;
  /** `name: message` and the guest's frames; undefined if it has none. */
  readonly stack?: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads what an entry threw. */
export const unhandledIn = (error: unknown): Unhandled => {
  // The isolate copies out only primitives, and errors of this realm with own texts.
  if (!isNativeError(error)) return { failure: toolError(String(error)) };
  const { name, message } = error;
  const isNamed = textOf(name) !== '' && name !== 'Error';
  const detail = isNamed ? `${name}: ${textOf(message)}` : textOf(message);
  const stack = textOf(error.stack);
  const end = stack.indexOf(BOUNDARY);
  const frames = end === -1 ? '' : stack.slice(0, end);
  if (!frames.includes('\n')) return { failure: toolError(detail) };
  const whole = frames.includes(textOf(message)) ? frames : `${detail}\n${frames}`;
  return { failure: toolError(detail), stack: whole.slice(0, STACK_CHARACTERS) };
};

const toolError = (detail: string): RunnerFailure => ({
  code: 'tool_error',
  detail: detail.slice(0, MESSAGE_CHARACTERS) || 'The tool threw without a message.',
});
