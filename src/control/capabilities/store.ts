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
import { type Asker, type Done, Turns } from './store/turns.ts';

export interface StoreSettings {
  readonly kind: 'sqlite' | 'redis';
  /** Absolute. */
  readonly file: string;
  readonly redisUrl: string;
}

/** The call that asks. */
export interface StoreScope {
  readonly pluginName: string;
  readonly callId: string;
  readonly caller: string;
  readonly grants: Grants;
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

/** What waits for its turn. */
interface Question {
  readonly characters: number;
  /** Read when its turn comes: what is dropped before costs nothing. */
  readonly request: () => StoreRequest;
}

/** How long an ask may take, in milliseconds, whatever the backend does. */
const ANSWER_MS = 5_000;

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
  readonly #turns: Turns;

  /** `onNotice` is told once when the backend stops to serve, and once when it serves again. */
  constructor(settings: StoreSettings, onNotice: (notice: Notice) => void = () => {}) {
    const { kind, file, redisUrl } = settings;
    this.#backend = kind === 'redis' ? new RedisBackend(redisUrl) : new SqliteBackend(file);
    this.#turns = new Turns(this.#backend.atATime);
    this.#outage = new OutageRecord(() => this.#probe(), onNotice);
  }

  /**
   * Does what a guest asks; `askText` is untrusted. Never rejects: what went wrong is in the answer. It waits for its turn: plugins take
   * turns, and so do the calls of one. What belongs to a call that is over is not done, unless it has begun.
   *
   * Limits: `storeValueBytes`, `storeBytes`, `storeKeys`; 5 s.
   * Fails with: NotAllowedError, TypeError, QuotaExceededError, ConflictError, UnavailableError, AbortError.
   */
  async perform(askText: string, scope: StoreScope): Promise<CapabilityAnswer> {
    const denied = denialOf(scope);
    if (denied) return denied;
    if (scope.signal.aborted) return ABORTED;
    try {
      const question = { characters: askText.length, request: () => requestOf(askText, scope) };
      return answerOf(await this.#ask(scope, question, scope.signal), scope);
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

  async #ask(asker: Asker, question: Question, signal: AbortSignal): Promise<StoreReply | Flood> {
    const reply = await this.#replyInTime(asker, question, signal);
    if (reply.kind === 'outage') this.#outage.noteOut(reply.outage, reply.detail);
    return reply;
  }

  /** The reply, or why there is none in time. Rejects with {@link ABORTED} where the call ends before. */
  #replyInTime(asker: Asker, question: Question, signal: AbortSignal): Promise<StoreReply | Flood> {
    const { promise, resolve, reject } = Promise.withResolvers<StoreReply | Flood>();
    const answerBy = Date.now() + ANSWER_MS;
    const work = async (): Promise<Done> => {
      try {
        const reply = await this.#perform(question, answerBy);
        resolve(reply);
        return { isAnswered: reply.kind !== 'outage', busyMs: reply.busyMs ?? 0 };
      } catch (error) {
        reject(error);
        return { isAnswered: true, busyMs: 0 };
      }
    };
    const isOfBusyPlugin = this.#turns.holds(asker.pluginName);
    const turn = this.#turns.take(asker, question.characters, work);
    if (!turn) return Promise.resolve(isOfBusyPlugin ? FLOOD : SLOW);
    const abort = (): void => reject(ABORTED);
    // One that waited behind others of its plugin, which were answered, waited for its plugin and not for the store.
    const timer = setTimeout(() => resolve(turn.hasCome || turn.answeredSince === 0 ? SLOW : FLOOD), ANSWER_MS);
    signal.addEventListener('abort', abort);
    return promise.finally(() => {
      turn.leave();
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    });
  }

  async #perform({ request: read }: Question, answerBy: number): Promise<StoreReply> {
    const request = read();
    const reply = await this.#backend.perform(request, answerBy);
    if (reply.kind !== 'outage') this.#outage.noteServes(request.ask.op === 'set');
    return reply;
  }

  /** Reads a key that nobody has: all that a plugin's ask needs is needed for it, and nothing is changed. */
  async #probe(): Promise<void> {
    try {
      await this.#ask(PROBER, { characters: 0, request: () => PROBE }, NEVER);
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
const PROBER: Asker = { pluginName: ':probe', callId: 'probe' };
const NEVER = new AbortController().signal;

/** The plugin asks more than is answered in its turns. */
interface Flood {
  readonly kind: 'flood';
}

const FLOOD: Flood = { kind: 'flood' };
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

/** Its own doing: other plugins have their turns meanwhile. Nothing was changed. */
const flooded = (pluginName: string): CapabilityAnswer => {
  const name = 'QuotaExceededError';
  const message = `${pluginName} asks the store faster than it is answered, and this question was dropped. Ask for less at a time.`;
  return refusal({ name, message }, { failure: { code: 'tool_error', detail: `${name}: ${message}` } });
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

const answerOf = (reply: StoreReply | Flood, scope: StoreScope): CapabilityAnswer => {
  const { limits, pluginName } = scope;
  switch (reply.kind) {
    case 'given':
      return { ok: true, text: reply.text };
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
    case 'flood':
      return flooded(pluginName);
  }
};
