// Reads the entries of an audit log for people, without a check of the chain. Command line.

import { existsSync } from 'node:fs';
import { type AuditEntry, readLine } from './entry.ts';
import { readLines, rotatedFiles } from './files.ts';

/** All entries, the oldest first. Lines that are none are left out: `verifyLog` reports them. */
export async function* readEntries(path: string): AsyncGenerator<AuditEntry> {
  for (const file of [...(await rotatedFiles(path)), path].filter((each) => existsSync(each)))
    for await (const { bytes } of readLines(file)) {
      const entry = readLine(bytes);
      if (typeof entry !== 'string') yield entry;
    }
}
