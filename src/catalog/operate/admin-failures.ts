// What a change of the plugins folder failed of, in the words of the admin API. Front process.

import { CallError } from '../../protocol/errors.ts';
import type { Refusal } from '../../protocol/program.ts';
import { TooManyWait } from '../load/turns.ts';
import { LockBroken } from '../lock/lock.ts';
import { BundleRefused } from '../model/refusal.ts';
import { OperationRefused } from './operations.ts';

/** What the system says where the folder cannot be written to, and nothing is wrong with the server. */
const FOLDER_CODES = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EISDIR', 'ENOTDIR'];
const RETRY_AFTER_MS = 1_000;

/** A version that cannot serve, with every reason; `stillServes` is the version that does all the same. */
export const pluginRefused = (refusals: readonly Refusal[], stillServes?: string): CallError => {
  const reasons = refusals.map(({ where, reason, hint }) => `${where}: ${reason} → ${hint}`).join('; ');
  const rest = stillServes === undefined ? '' : ` Version ${stillServes} serves all the same.`;
  const told = refusals.map(({ where, reason, hint }) => ({ where, reason, hint }));
  return new CallError('plugin_refused', `The plugin cannot serve. ${reasons}.${rest}`, { more: { refusals: told } });
};

/** A version of which nothing is known, since the server could not try it out. */
export const notTriedOut = (refusals: readonly Refusal[]): CallError => {
  const reasons = refusals.map(({ reason }) => reason).join('; ');
  const detail = `The server could not try the plugin out: ${reasons}. Send it again a little later.`;
  return new CallError('overloaded', detail, { more: { retryAfterMs: RETRY_AFTER_MS } });
};

/** The failure as a caller may read it. What is no known one stays as it is: a fault of the server. */
export const adminFailure = (error: unknown, folder: string): unknown => {
  if (error instanceof OperationRefused)
    return new CallError(error.kind === 'unknown' ? 'not_found' : 'conflict', error.message);
  if (error instanceof BundleRefused) return pluginRefused(error.refusals);
  if (error instanceof LockBroken) return new CallError('conflict', error.message.replaceAll(`${folder}/`, ''));
  if (error instanceof TooManyWait) {
    const detail = 'Too many changes of the plugins wait already. Send it again a little later.';
    return new CallError('overloaded', detail, { more: { retryAfterMs: RETRY_AFTER_MS } });
  }
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!FOLDER_CODES.includes(code)) return error;
  const detail = `The server may not, or cannot, change its plugins folder (${code}). Give it the right to, and room.`;
  return new CallError('conflict', detail, { cause: error });
};
