// Turns failed changes of the plugins folder into failures of the admin API. Front process.

import { NoTurn } from '../../shared/lifetime/turn.ts';
import { CallError, RETRY_AFTER_MS } from '../../shared/protocol/errors.ts';
import type { Refusal } from '../../shared/protocol/program.ts';
import { LockBroken } from '../lock/lock.ts';
import { BundleRefused } from '../model/refusal.ts';
import { OperationRefused } from './operations.ts';

/** System errors that mean the folder cannot be written to, which is no fault of the server. */
const FOLDER_CODES = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EISDIR', 'ENOTDIR'];

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
  if (error instanceof LockBroken) return new CallError('conflict', error.message.replaceAll(`${folder}/`, ''));
  if (error instanceof NoTurn) return busy(error.message.replaceAll(`${folder}/`, ''));
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!FOLDER_CODES.includes(code)) return error;
  const detail = `The server may not, or cannot, change its plugins folder (${code}). Give it the right to, and room.`;
  return new CallError('conflict', detail, { cause: error });
};
