// What a guest writes to its log, from the text its isolate gives to the message for the broker. Untrusted, all of it: the broker
// checks once more.

import type { LogLevel, RunnerMessage } from '../../protocol/messages.ts';

const LEVELS: Readonly<Record<string, LogLevel>> = { d: 'debug', i: 'info', w: 'warn', x: 'error' };

/** The kind of an error's line. */
export const ERROR_LINE = 'x';

/** Beyond the lines themselves, a call says twice at most that its log is full. */
export const LOG_NOTES = 2;

/** True for what belongs to the log: a line by its level, how far the call is, that the log is full. */
export const isLogKind = (kind: string): boolean => Object.hasOwn(LEVELS, kind) || kind === 'g' || kind === 'z';

/** The message for one of them; undefined where it is none that the bootstrap writes. */
export const logMessage = (
  id: number,
  kind: string,
  text: string,
): { readonly message: RunnerMessage; readonly body: string } | undefined => {
  const space = text.indexOf(' ');
  const amount = Number(text.slice(0, space));
  if (space < 1 || !Number.isSafeInteger(amount) || amount < 0) return undefined;
  const body = text.slice(space + 1);
  if (kind === 'g') return { message: { t: 'progress', id, atMs: amount }, body };
  if (kind === 'z')
    return body === 'logBytes' || body === 'logLines'
      ? { message: { t: 'logFull', id, limit: body, lines: amount }, body: '' }
      : undefined;
  const level = Object.hasOwn(LEVELS, kind) ? LEVELS[kind] : undefined;
  return level && { message: { t: 'log', id, level, atMs: amount }, body };
};
