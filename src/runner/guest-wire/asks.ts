// What a guest asks of the host, as it comes out of the isolate: `<number> <JSON>`. Runs in a runner; the broker looks at the rest.

import { type AskError, type AskKind, askBytes } from '../../protocol/capabilities.ts';
import type { Limits } from '../../protocol/limits.ts';

/** The kinds as the bootstrap sends them. */
export const ASK_KIND = { f: 'fetch', s: 'store' } as const satisfies Record<string, AskKind>;

/** What a question came to; `ask` is its number within its call. */
export interface AskReply {
  readonly ask: number;
  readonly ok: boolean;
  /** JSON. */
  readonly text: string;
}

/** Takes a question apart. `refused`: an AskError as JSON, for one that is too long to be passed on. */
export const readAsk = (
  text: string,
  limits: Limits,
): { readonly ask: number; readonly body: string; readonly refused?: string } => {
  const space = text.indexOf(' ');
  const ask = Number(text.slice(0, space));
  const body = text.slice(space + 1);
  const allowed = askBytes(limits);
  const used = body.length > allowed ? body.length : Buffer.byteLength(body);
  if (used <= allowed) return { ask, body };
  const message = `what is asked of the host takes ${used} bytes; at most ${allowed} are passed on (fetchRequestBytes, storeValueBytes)`;
  const refused: AskError = { name: 'QuotaExceededError', message };
  return { ask, body: '', refused: JSON.stringify(refused) };
};
