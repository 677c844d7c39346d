// How serious a line of the log is. Whoever operates a server sets an alarm on these words, so each says whose turn it is to act.

import { ERRORS, type FailureCode } from '../protocol/errors.ts';

/** Least serious first. */
export const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

export type Level = (typeof LEVELS)[number];

/** The numbers that pino and its tools use for the same words. */
export const LEVEL_NUMBERS: Readonly<Record<Level, number>> = Object.freeze({
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
});

/** A wrong admin key is the caller's mistake, or an attack. */
const SUSPICIOUS: ReadonlySet<string> = new Set<FailureCode>(['unauthenticated']);
/** The operator asked for it. */
const EXPECTED: ReadonlySet<string> = new Set<FailureCode>(['shutting_down']);

/**
 * The level of a call or request with this outcome: `error` if this server failed, `warn` if the plugin, an upstream server or the operator's
 * settings are at fault, `info` for success and for mistakes of callers.
 */
export const levelOf = (code: 'ok' | FailureCode): Level => {
  if (code === 'ok') return 'info';
  if (SUSPICIOUS.has(code) || EXPECTED.has(code)) return 'warn';
  const { fault } = ERRORS[code];
  if (fault === 'host') return 'error';
  return fault === 'caller' ? 'info' : 'warn';
};
