// Reads a guest's host request as it comes out of the isolate: `<number> <JSON>`. Runs in a runner; the control thread checks the JSON.

import {
  type HostRequestError,
  type HostRequestKind,
  hostRequestBytes,
} from '../../../shared/protocol/capabilities.ts';
import { REQUEST_FETCH, REQUEST_SIGN, REQUEST_STORE, REQUEST_TOOL } from '../../../shared/protocol/guest-wire.ts';
import type { Limits } from '../../../shared/protocol/limits.ts';

/** Letter of a post → kind of host request. */
export const REQUEST_KIND = {
  [REQUEST_FETCH]: 'fetch',
  [REQUEST_STORE]: 'store',
  [REQUEST_SIGN]: 'sign',
  [REQUEST_TOOL]: 'tool',
} as const satisfies Record<string, HostRequestKind>;

/** The reply to a host request; `request` is its number within its call. */
export interface RequestReply {
  readonly request: number;
  readonly ok: boolean;
  /** JSON. */
  readonly text: string;
}

/** Splits a host request. `refused`: a HostRequestError as JSON, if the request is too long to be passed on. */
export const readHostRequest = (
  text: string,
  limits: Limits,
): { readonly request: number; readonly body: string; readonly refused?: string } => {
  const space = text.indexOf(' ');
  const request = Number(text.slice(0, space));
  const body = text.slice(space + 1);
  const allowed = hostRequestBytes(limits);
  const used = body.length > allowed ? body.length : Buffer.byteLength(body);
  if (used <= allowed) return { request, body };
  const message = `the host request takes ${used} bytes; at most ${allowed} are allowed (fetchRequestBytes, storeValueBytes)`;
  const refused: HostRequestError = { name: 'QuotaExceededError', message };
  return { request, body: '', refused: JSON.stringify(refused) };
};
