// Names a call with a key for the store, without anything that the caller sent. Front process, main thread.

import { createHash, createHmac } from 'node:crypto';
import type { ToolCall } from '../../../shared/protocol/call.ts';
import { NOBODY } from '../../../shared/protocol/caller.ts';
import type { KeyedCall } from './answers.ts';

export type CallWithKey = ToolCall & { readonly idempotencyKey: string };

/**
 * The identity of a call. The name covers the caller and the key. The fingerprint covers the tool, the bytes of the arguments and the caller's
 * secrets; it is keyed by caller and key, so that who reads the store cannot try out what the arguments were.
 */
export const identityOf = (call: CallWithKey): KeyedCall => {
  const { callId, toolName, argumentsJson, caller = NOBODY, callerSecrets = {}, idempotencyKey } = call;
  const { name: owner, org = '', user = '' } = caller;
  const scope = JSON.stringify(['toolcell idempotency', owner, org, user, idempotencyKey]);
  const secrets = Object.entries(callerSecrets).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const fingerprint = createHmac('sha256', scope)
    // JSON ends where its last bracket is, so nothing can pass from one part into the other.
    .update(JSON.stringify([toolName, secrets]))
    .update(argumentsJson)
    .digest('base64url');
  return { name: createHash('sha256').update(scope).digest('base64url'), fingerprint, callId, owner };
};
