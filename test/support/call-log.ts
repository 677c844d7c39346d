// Entries of the call log as its lines have them.

import type { CallLogEntry } from '../../src/http/call-log.ts';

/** The entry without the members that say nothing. */
export const told = (entry: CallLogEntry): CallLogEntry =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as unknown as CallLogEntry;
