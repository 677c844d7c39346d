// The texts of an inner call, as inner-calls.ts of the protocol describes them: its request, from a runner that may be broken into, and its replies.
// Front process, main thread.

import type { HostReply } from '../../shared/protocol/capabilities.ts';
import { ERRORS, type Failure, failureOf, isRetryable } from '../../shared/protocol/errors.ts';
import type { ToolErrorText } from '../../shared/protocol/inner-calls.ts';
import { LightSignal } from '../../shared/protocol/light-signal.ts';

/** One inner call, on its way to the steps that every call takes. */
export interface InnerCall {
  readonly callId: string;
  readonly toolName: string;
  /** Untrusted: not even known to be JSON. */
  readonly argumentsText: Buffer;
  readonly idempotencyKey: string | undefined;
  readonly signal: LightSignal;
}

/** Characters of a tool's name that are shown. No name is longer. */
const NAME_CHARACTERS = 64;
const NO_KEY = '';
const LINE_FEED = '\n';

/** `text`: as inner-calls.ts says, from a runner that may be broken into. */
export const callIn = (text: string, callId: string): InnerCall => {
  const nameEnd = text.indexOf(LINE_FEED);
  const keyEnd = text.indexOf(LINE_FEED, nameEnd + 1);
  const isWhole = nameEnd !== -1 && keyEnd !== -1;
  const key = isWhole ? text.slice(nameEnd + 1, keyEnd) : NO_KEY;
  return {
    callId,
    toolName: isWhole ? text.slice(0, nameEnd) : '',
    argumentsText: Buffer.from(isWhole ? text.slice(keyEnd + 1) : ''),
    idempotencyKey: key === NO_KEY ? undefined : key,
    signal: new LightSignal(),
  };
};

export const shownName = (toolName: string): string => toolName.slice(0, NAME_CHARACTERS);

const HIDDEN = failureOf(undefined).detail;

/** What the script is told of a failure: what a direct call would be told. */
export const errorReply = (failure: Failure, { toolName, callId }: InnerCall): HostReply => {
  const { code, detail, limit, retryAfterMs, violations } = failure;
  const text: ToolErrorText = {
    message: code === 'internal' ? HIDDEN : detail,
    code,
    fault: ERRORS[code].fault,
    retryable: isRetryable(failure),
    toolName: shownName(toolName),
    callId,
    ...(limit !== undefined && { limit }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(violations !== undefined && { violations }),
  };
  return { ok: false, text: JSON.stringify(text) };
};
