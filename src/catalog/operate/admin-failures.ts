// Turns failed changes of the plugins folder into failures of the admin API. Front process.

import { NoTurn } from '../../shared/lifetime/turn.ts';
import { systemCode } from '../../shared/machine/system-code.ts';
import { CallError, RETRY_AFTER_MS } from '../../shared/protocol/errors.ts';
import type { Refusal } from '../../shared/protocol/program.ts';
import { LockBroken } from '../lock/lock.ts';
import { BundleRefused, isMomentary } from '../model/refusal.ts';
import { OperationRefused } from './operations.ts';

/** System errors that mean the folder cannot be written to. */
const FOLDER_CODES = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR'];

/** A version that cannot serve, with every reason; `stillServes` is the version that still serves. */
export const pluginRefused = (refusals: readonly Refusal[], stillServes?: string): CallError => {
  const reasons = refusals.map(({ where, reason, hint }) => `${where}: ${reason} → ${hint}`).join('; ');
  const rest = stillServes === undefined ? '' : ` Version ${stillServes} serves all the same.`;
  const told = refusals.map(({ where, reason, hint }) => ({ where, reason, hint }));
  return new CallError('plugin_refused', `The plugin cannot serve. ${reasons}.${rest}`, { more: { refusals: told } });
};

const busy = (reason: string): CallError =>
  new CallError('overloaded', `${reason}. Send it again a little later.`, { more: { retryAfterMs: RETRY_AFTER_MS } });

/** A version that the server could not try out, so nothing is known about it. */
export const notInspected = (refusals: readonly Refusal[]): CallError =>
  busy(`The server could not try the plugin out: ${refusals.map(({ reason }) => reason).join('; ')}`);

export const tooManyWait = (): CallError => busy('Too many changes of the plugins wait already');

/** The failure for the caller. An unknown error is returned unchanged: a fault of the server. */
export const adminFailure = (error: unknown, folder: string): unknown => {
  if (error instanceof OperationRefused)
    return new CallError(error.kind === 'unknown' ? 'not_found' : 'conflict', error.message);
  if (error instanceof BundleRefused) return pluginRefused(error.refusals);
  if (error instanceof LockBroken) {
    const detail = error.message.replaceAll(`${folder}/`, '');
    return error.isMomentary ? unavailable(detail, error) : new CallError('conflict', detail);
  }
  if (error instanceof NoTurn) return busy(error.message.replaceAll(`${folder}/`, ''));
  const code = systemCode(error) ?? '';
  if (code === 'EISDIR')
    return new CallError('conflict', 'A folder in the plugins folder has the name of a file that this change writes.');
  if (!FOLDER_CODES.includes(code) && !isMomentary(error)) return error;
  const detail = `The server cannot change its plugins folder now (${code}), and has changed nothing. Its operator has to give it the right to, and room.`;
  return unavailable(detail, error);
};

/** The disk is the host's: whoever sends the change again later may succeed. */
const unavailable = (detail: string, cause: unknown): CallError =>
  new CallError('folder_unavailable', detail, { cause, more: { retryAfterMs: RETRY_AFTER_MS } });
