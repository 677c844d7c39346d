// Entries of the call log as its lines have them.

import type { CallLogEntry } from '../../src/http/call-log.ts';

/** The entry without the members that say nothing. */
export const told = (entry: CallLogEntry): CallLogEntry =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as unknown as CallLogEntry;

/** Waits for the entry of an answered request: with several listening threads it comes from another thread. */
export const untilLogged = async (
  entries: readonly { readonly callId: string }[],
  { headers }: { readonly headers: Headers },
): Promise<void> => {
  const callId = headers.get('toolcell-call-id');
  while (!entries.some((entry) => entry.callId === callId)) await new Promise((resolve) => setImmediate(resolve));
};
