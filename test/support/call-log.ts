// Helpers for entries of the call log.

import type { CallLogEntry } from '../../src/front/http/call-log.ts';

/** The entry without undefined members, as its line in the log has it. */
export const definedMembers = (entry: CallLogEntry): CallLogEntry =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as unknown as CallLogEntry;

/** Waits for the entry of an answered request. The reply may arrive before its entry is made. */
export const untilLogged = async (
  entries: readonly { readonly callId: string }[],
  { headers }: { readonly headers: Headers },
): Promise<void> => {
  const callId = headers.get('toolcell-call-id');
  while (!entries.some((entry) => entry.callId === callId)) await new Promise((resolve) => setImmediate(resolve));
};
