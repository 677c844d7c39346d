// Finds out at start whether entries of the audit log are gone: it compares the end of the log with what was noted when it was written. Any process.

import { open } from 'node:fs/promises';
import { knownOf, noteKnown } from '../../shared/lifetime/known-file.ts';
import type { AuditHead } from './entry.ts';
import { endOf, headOfRotated } from './files.ts';

/** Notes the last entry of the log. */
export const noteHead = (file: string, head: AuditHead): Promise<void> => noteKnown(file, JSON.stringify(head));

/** What is gone, as a sentence with what to do; undefined if nothing is. Rejects if the log cannot be read. */
export const lostEntries = async (file: string): Promise<string | undefined> => {
  const known = headFrom(await knownOf(file));
  if (known === undefined) return undefined;
  const sequence = (await lastOf(file))?.sequence ?? 0;
  if (sequence >= known.sequence) return undefined;
  const there = sequence === 0 ? 'is empty now' : `ends with entry ${sequence} now`;
  return `the audit log ${file} had ${known.sequence} entries and ${there}: somebody emptied, cut or moved it → put the last good copy back; its last entry had the hash ${known.hash}`;
};

const lastOf = async (file: string): Promise<AuditHead | undefined> => {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  try {
    return (handle && (await endOf(handle, file)).last) ?? (await headOfRotated(file));
  } finally {
    await handle?.close();
  }
};

const headFrom = (text: string | undefined): AuditHead | undefined => {
  try {
    const { sequence, hash } = JSON.parse(text ?? '') as Partial<AuditHead>;
    return Number.isSafeInteger(sequence) && /^[0-9a-f]{64}$/.test(hash ?? '')
      ? ({ sequence, hash } as AuditHead)
      : undefined;
  } catch {
    return undefined;
  }
};
