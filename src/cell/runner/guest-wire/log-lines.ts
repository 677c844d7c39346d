// Turns a guest's log posts into messages for the broker. All of it is untrusted: the broker checks it once more. Runs in a runner.

import {
  DEBUG_LINE,
  ERROR_LINE,
  INFO_LINE,
  LOG_FULL,
  PROGRESS,
  WARN_LINE,
} from '../../../shared/protocol/guest-wire.ts';
import type { LogLevel, RunnerMessage } from '../../../shared/protocol/messages.ts';

const LEVELS: Readonly<Record<string, LogLevel>> = {
  [DEBUG_LINE]: 'debug',
  [INFO_LINE]: 'info',
  [WARN_LINE]: 'warn',
  [ERROR_LINE]: 'error',
};

/** In addition to its lines, a call may report at most twice that its log is full. */
export const LOG_NOTES = 2;

/** True for letters of the log: lines by level, progress, and that the log is full. */
export const isLogLetter = (letter: string): boolean =>
  Object.hasOwn(LEVELS, letter) || letter === PROGRESS || letter === LOG_FULL;

/** The message for a post of the log; undefined if the bootstrap does not write such a post. */
export const logMessage = (
  id: number,
  letter: string,
  text: string,
): { readonly message: RunnerMessage; readonly body: string } | undefined => {
  const space = text.indexOf(' ');
  const amount = Number(text.slice(0, space));
  if (space < 1 || !Number.isSafeInteger(amount) || amount < 0) return undefined;
  const body = text.slice(space + 1);
  if (letter === PROGRESS) return { message: { t: 'progress', id, atMs: amount }, body };
  if (letter === LOG_FULL)
    return body === 'logBytes' || body === 'logLines'
      ? { message: { t: 'logFull', id, limit: body, lines: amount }, body: '' }
      : undefined;
  const level = Object.hasOwn(LEVELS, letter) ? LEVELS[letter] : undefined;
  return level && { message: { t: 'log', id, level, atMs: amount }, body };
};
