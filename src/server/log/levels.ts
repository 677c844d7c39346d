// The levels of log lines. Operators set alarms on them, so each level tells who has to act. Front process.

import type { LogConfig } from '../../settings/config.ts';
import { ERRORS, type FailureCode } from '../../shared/protocol/errors.ts';

export type Level = LogConfig['level'];

/** The numbers that pino and its tools use for the same words. */
export const LEVEL_NUMBERS: Readonly<Record<Level, number>> = Object.freeze({
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
});

/** A wrong admin key is a mistake of the caller, or an attack. The operator asked for the end of the server. */
const WARNED: ReadonlySet<string> = new Set<FailureCode>(['unauthenticated', 'shutting_down']);

/**
 * The level of a call or request with this outcome: `error` if this server failed, `warn` if the plugin, an upstream server or the operator's
 * settings are at fault, `info` for success and for mistakes of callers.
 */
export const levelOf = (code: 'ok' | FailureCode): Level => {
  if (code === 'ok') return 'info';
  if (WARNED.has(code)) return 'warn';
  const { fault } = ERRORS[code];
  if (fault === 'host') return 'error';
  return fault === 'caller' ? 'info' : 'warn';
};
