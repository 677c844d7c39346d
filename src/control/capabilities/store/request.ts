// Makes the backend's request from a host request: reads it, and adds the plugin's namespace and limits. Control thread.

import { createHash, randomBytes } from 'node:crypto';
import type { Grants } from '../../../shared/protocol/capabilities.ts';
import type { Limits } from '../../../shared/protocol/limits.ts';
import type { StoreRequest } from './backend.ts';
import { readOperation } from './operation.ts';
import type { StoreTime } from './store-time.ts';

/** The call that makes the host request. */
export interface StoreScope {
  readonly pluginName: string;
  readonly callId: string;
  readonly caller: string;
  readonly grants: Grants;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  readonly time: StoreTime;
}

/** Reads `requestText`, which is untrusted. Throws {@link BadRequest} and {@link ValueTooLarge}. */
export const requestOf = (requestText: string, scope: StoreScope): StoreRequest => {
  const { storeBytes, storeKeys, storeValueBytes } = scope.limits;
  return {
    ask: readOperation(requestText, storeValueBytes),
    namespace: namespaceOf(scope),
    newVersion: randomBytes(16).toString('base64url'),
    storeBytes,
    storeKeys,
  };
};

/**
 * An encoded name has no colon, so no plugin's namespace equals another plugin's, or that of a caller. Callers are
 * hashed, because their names may have any length and any characters.
 */
const namespaceOf = ({ pluginName, caller, grants }: StoreScope): string => {
  const name = encodeURIComponent(pluginName);
  return grants.store.scope === 'plugin' ? name : `${name}:${createHash('sha256').update(caller).digest('hex')}`;
};

/** No plugin's namespace has this name: see {@link namespaceOf}. */
const PROBED = {
  namespace: ':probe',
  newVersion: 'probe',
  storeBytes: Number.MAX_SAFE_INTEGER,
  storeKeys: Number.MAX_SAFE_INTEGER,
};
/** As much as most values take. A disk that is nearly full has room for a few bytes. */
const PROBE_CHARACTERS = 65_536;

/** Reads a key that nobody has. That needs all that a plugin's host request needs, and changes nothing. */
export const READ_PROBE: StoreRequest = { ...PROBED, ask: { op: 'get', key: 'probe' } };

/** Writes as a plugin does, and takes it back. A store that is read can be full, locked by another process, or a copy that takes no change. */
export const WRITE_PROBES: readonly StoreRequest[] = [
  { ...PROBED, ask: { op: 'set', key: 'probe', value: JSON.stringify('x'.repeat(PROBE_CHARACTERS)), ttlMs: 60_000 } },
  { ...PROBED, ask: { op: 'delete', key: 'probe' } },
];
