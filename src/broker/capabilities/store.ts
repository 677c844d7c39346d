// The store, a capability: what a guest asks of it is checked, kept to the namespace of its plugin, and held to its limits.
// Runs in the broker; the backends wait for disks and networks elsewhere.

import { createHash, randomBytes } from 'node:crypto';
import type { Grants } from '../../protocol/capabilities.ts';
import type { Limits } from '../../protocol/limits.ts';
import type { Notice } from '../../protocol/task.ts';
import { type CapabilityAnswer, type Denial, notGranted, pastLimit, refusal } from './refusal.ts';
import { BadAsk, readAsk, ValueTooLarge } from './store/ask.ts';
import type { Outage, StoreBackend, StoreReply, StoreRequest } from './store/backend.ts';
import { OutageRecord } from './store/outage-record.ts';
import { RedisBackend } from './store/redis.ts';
import { SqliteBackend } from './store/sqlite.ts';

export interface StoreSettings {
  readonly kind: 'sqlite' | 'redis';
  /** Absolute. */
  readonly file: string;
  readonly redisUrl: string;
}

/** The call that asks. */
export interface StoreScope {
  readonly pluginName: string;
  readonly caller: string;
  readonly grants: Grants;
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

/** How long an ask may take, in milliseconds, whatever the backend does. */
const ANSWER_MS = 5_000;
/** Characters of asks that may be under way at a time: where a disk stalls they would pile up. */
const MOST_CHARACTERS = 200_000_000;

const OUTAGES: Readonly<Record<Outage, string>> = {
  unreachable: 'The store of this server cannot be reached at the moment.',
  slow: 'The store of this server did not answer in time. Whether a change was made is not known: read it again.',
  full: 'The store of this server has no room left. The operator has to make some.',
  broken: 'The store of this server cannot be used as it is. The operator has to look at it.',
};

/** What a caller is told when a call may be tried again. */
const RETRY_AFTER_MS = 1_000;

export class Store {
  readonly #backend: StoreBackend;
  readonly #outage: OutageRecord;
  #charactersUnderWay = 0;

  /** `onNotice` is told once when the backend stops to serve, and once when it serves again. */
  constructor(settings: StoreSettings, onNotice: (notice: Notice) => void = () => {}) {
    const { kind, file, redisUrl } = settings;
    this.#backend = kind === 'redis' ? new RedisBackend(redisUrl) : new SqliteBackend({ file, answerMs: ANSWER_MS });
    this.#outage = new OutageRecord(() => this.#probe(), onNotice);
  }

  /**
   * Does what a guest asks; `askText` is untrusted. Never rejects: what went wrong is in the answer.
   *
   * Limits: `storeValueBytes`, `storeBytes`, `storeKeys`; 5 s.
   * Fails with: NotAllowedError, TypeError, QuotaExceededError, ConflictError, UnavailableError, AbortError.
   */
  async perform(askText: string, scope: StoreScope): Promise<CapabilityAnswer> {
    const denied = denialOf(scope);
    if (denied) return denied;
    if (scope.signal.aborted) return ABORTED;
    try {
      return answerOf(await this.#ask(requestOf(askText, scope), askText.length, scope.signal), scope);
    } catch (error) {
      if (error instanceof BadAsk) return failed(error.name, error.message);
      if (error instanceof ValueTooLarge) return overLimit('storeValueBytes', error.message, scope);
      if (error === ABORTED) return ABORTED;
      this.#outage.noteOut('broken', error instanceof Error ? error.message : 'unknown');
      return out('broken');
    }
  }

  /** Tries the store; why it does not serve, for the operator. Undefined if it does. Takes up to 5 s, and never rejects. */
  async trouble(): Promise<string | undefined> {
    await this.#probe();
    return this.#outage.detail;
  }

  /** Lets go of threads, files and connections. Never rejects. */
  close(): Promise<void> {
    this.#outage.close();
    return this.#backend.close();
  }

  async #ask(request: StoreRequest, characters: number, signal: AbortSignal): Promise<StoreReply> {
    if (this.#charactersUnderWay + characters > MOST_CHARACTERS) return SLOW;
    this.#charactersUnderWay += characters;
    const performed = this.#backend.perform(request).finally(() => {
      this.#charactersUnderWay -= characters;
    });
    const reply = await inTime(performed, signal);
    if (reply.kind === 'outage') this.#outage.noteOut(reply.outage, reply.detail);
    else this.#outage.noteServes(request.ask.op === 'set');
    return reply;
  }

  /** Reads a key that nobody has: all that a plugin's ask needs is needed for it, and nothing is changed. */
  async #probe(): Promise<void> {
    try {
      await this.#ask(PROBE, 0, NEVER);
    } catch (error) {
      this.#outage.noteOut('broken', error instanceof Error ? error.message : 'unknown');
    }
  }
}

/** No plugin's namespace has this name: see {@link namespaceOf}. */
const PROBE: StoreRequest = {
  ask: { op: 'get', key: 'probe' },
  namespace: ':probe',
  newVersion: '',
  storeBytes: 0,
  storeKeys: 0,
};
const NEVER = new AbortController().signal;

const SLOW: StoreReply = { kind: 'outage', outage: 'slow', detail: 'The store did not answer in time.' };

const failed = (name: string, message: string): CapabilityAnswer => refusal({ name, message });

/** The backend does not serve: nobody's fault but the host's. */
const out = (outage: Outage): CapabilityAnswer => {
  const message = OUTAGES[outage];
  const detail = `${message} Try again later.`;
  return refusal(
    { name: 'UnavailableError', message },
    { failure: { code: 'store_unavailable', detail, retryAfterMs: RETRY_AFTER_MS } },
  );
};

type StoreLimit = 'storeBytes' | 'storeKeys' | 'storeValueBytes';

const overLimit = (limit: StoreLimit, message: string, { limits }: StoreScope): CapabilityAnswer =>
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

const ABORTED = failed('AbortError', 'The call has ended.');

/** The reply, or that it took too long. Rejects with {@link ABORTED} where the call ends before. */
const inTime = (performed: Promise<StoreReply>, signal: AbortSignal): Promise<StoreReply> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(ABORTED);
    const timer = setTimeout(() => resolve(SLOW), ANSWER_MS);
    signal.addEventListener('abort', abort);
    performed.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    });
  });

const denialOf = ({ grants: { store }, pluginName }: StoreScope): CapabilityAnswer | undefined => {
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

const requestOf = (askText: string, scope: StoreScope): StoreRequest => {
  const { storeBytes, storeKeys, storeValueBytes } = scope.limits;
  return {
    ask: readAsk(askText, storeValueBytes),
    namespace: namespaceOf(scope),
    newVersion: randomBytes(16).toString('base64url'),
    storeBytes,
    storeKeys,
  };
};

/**
 * A colon is in no name that was encoded, so that no plugin's namespace is another's or one of its callers. Callers are
 * hashed: their names may have any length and any characters.
 */
const namespaceOf = ({ pluginName, caller, grants }: StoreScope): string => {
  const name = encodeURIComponent(pluginName);
  return grants.store.scope === 'plugin' ? name : `${name}:${createHash('sha256').update(caller).digest('hex')}`;
};

const answerOf = (reply: StoreReply, scope: StoreScope): CapabilityAnswer => {
  const { limits, pluginName } = scope;
  switch (reply.kind) {
    case 'given':
      return { ok: true, text: JSON.stringify(reply.given) };
    case 'conflict':
      return failed(
        'ConflictError',
        'The entry is not of the version that ifVersion names. Read it again and decide anew.',
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
  }
};
