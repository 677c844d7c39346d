// Records what a command changes in the audit log. A command that may not write to the log changes nothing.

import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import type { AuditChange } from '../../server/audit/entry.ts';
import type { Config } from '../../settings/config.ts';
import { holdRoom } from '../../shared/lifetime/room.ts';
import { CommandFailed, EXIT } from '../common/command.ts';

/** A change, without who made it. */
export type OwnChange = Omit<AuditChange, 'who' | 'outcome'>;

/** Appends a change that has been made, and waits until the disk has it. Throws `CommandFailed`, for exit code 3, if it cannot. */
export type RecordChange = (change: OwnChange) => Promise<void>;

/**
 * Makes sure that the audit log can be written, and holds room for the entry, before a command changes anything. Resolves with a function that records the change; it does
 * nothing if no setting names an audit log. Throws `CommandFailed`, for exit code 3, if the log cannot be written.
 */
export const openAudit = async ({ audit }: Pick<Config, 'audit'>): Promise<RecordChange> => {
  if (audit.file === '') return async () => {};
  const { appendEntries, checkAppendable } = await import('../../server/audit/append.ts');
  const fail = (error: NodeJS.ErrnoException): never => {
    throw new CommandFailed(EXIT.host, `${reasonOf(error, audit.file)} So nothing was changed.`);
  };
  await checkAppendable(audit).catch(fail);
  const room = await holdRoom(dirname(audit.file)).catch(fail);
  return async (change) => {
    room.release();
    const draft = { time: new Date().toISOString(), who: `user:${userName()}`, outcome: 'ok', ...change };
    const error = await appendEntries(audit, [draft]).then(
      (appended) => appended.error,
      (reason: NodeJS.ErrnoException) => reason,
    );
    if (error)
      throw new CommandFailed(EXIT.host, `The change was made, but not recorded: ${reasonOf(error, audit.file)}`);
  };
};

const reasonOf = ({ code, message }: NodeJS.ErrnoException, file: string): string =>
  code === undefined
    ? `${message}.`
    : `The audit log ${file} cannot be written (${code}): you must be able to write to the file and to its folder, and the disk must have room.`;

/** The user of the operating system; its number if it has no name. */
const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
};
