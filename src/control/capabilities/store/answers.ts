// Makes the host reply of the store from the backend's reply, or from the reason why there is none. Control thread.

import { RETRY_AFTER_MS } from '../../../shared/protocol/errors.ts';
import { type CapabilityAnswer, type Denial, notGranted, pastLimit, refusal } from '../refusal.ts';
import type { OutageKind, StoreReply } from './backend.ts';
import type { StoreScope } from './request.ts';

const OUTAGES: Readonly<Record<OutageKind, string>> = {
  unreachable: 'The store of this server cannot be reached at the moment.',
  slow: 'The store of this server did not answer in time. Whether a change was made is not known: read it again.',
  full: 'The store of this server has no room left. The operator has to make some.',
  broken: 'The store of this server cannot be used. The operator has to repair it.',
};

/** The plugin sends host requests faster than its turns allow. */
export interface Flood {
  readonly kind: 'flood';
}

export const FLOOD: Flood = { kind: 'flood' };
export const failed = (name: string, message: string): CapabilityAnswer => refusal({ name, message });

/** The backend does not serve, which is the host's fault. */
export const out = (outage: OutageKind): CapabilityAnswer => {
  const message = OUTAGES[outage];
  const detail = `${message} Try again later.`;
  return refusal(
    { name: 'UnavailableError', message },
    { failure: { code: 'store_unavailable', detail, retryAfterMs: RETRY_AFTER_MS } },
  );
};

/** The plugin's own fault: other plugins have their turns meanwhile. Nothing was changed. */
const flooded = (pluginName: string): CapabilityAnswer => {
  const name = 'QuotaExceededError';
  const message = `${pluginName} sends requests to the store faster than they are answered, and this one was dropped. Send fewer at a time.`;
  return refusal({ name, message }, { failure: { code: 'tool_error', detail: `${name}: ${message}` } });
};

type StoreLimit = 'storeBytes' | 'storeKeys' | 'storeValueBytes';

export const overLimit = (limit: StoreLimit, message: string, { limits }: StoreScope): CapabilityAnswer =>
  refusal(
    { name: 'QuotaExceededError', message },
    {
      failure: pastLimit(limit, limits[limit], message),
      denial: denial(limit, message, `raise limits.${limit} in sandbox.config.json, or store less`),
    },
  );

const denial = (rule: Denial['rule'], reason: string, hint: string): Denial => ({
  rule,
  target: 'store',
  reason,
  hint,
});

export const ABORTED = failed('AbortError', 'The call has ended.');

export const denialOf = ({ grants: { store }, pluginName }: StoreScope): CapabilityAnswer | undefined => {
  const name = 'NotAllowedError';
  if (store.scope !== 'plugin' && store.scope !== 'caller') {
    const message = 'The plugin does not ask for the store.';
    const hint = 'write "capabilities": { "store": {} } into plugin.json';
    return refusal({ name, message }, { denial: denial('manifest', message, hint) });
  }
  if (store.isGranted === true) return undefined;
  const message = `The operator has not granted the store to ${pluginName}.`;
  const setting = `grants.${pluginName}.store`;
  return refusal(
    { name, message },
    {
      failure: notGranted(message, setting),
      denial: denial('grant', message, `set ${setting} to true in sandbox.config.json`),
    },
  );
};

export const answerOf = (reply: StoreReply | Flood, scope: StoreScope): CapabilityAnswer => {
  const { limits, pluginName } = scope;
  switch (reply.kind) {
    case 'given':
      return { ok: true, text: reply.text };
    case 'conflict':
      return failed(
        'ConflictError',
        'The entry does not have the version that ifVersion names. Read it again and decide anew.',
      );
    case 'overQuota': {
      const what = reply.limit === 'storeKeys' ? 'keys' : 'bytes, keys and values together';
      return overLimit(
        reply.limit,
        `The store of ${pluginName} may hold ${limits[reply.limit]} ${what} (${reply.limit}), and this would make it ${reply.wanted}. Delete something.`,
        scope,
      );
    }
    case 'outage':
      return out(reply.outage);
    case 'flood':
      return flooded(pluginName);
  }
};
