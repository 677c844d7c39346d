// The store, a capability. Checks each host request, and keeps it to the plugin's namespace and limits.
// Control thread; the backends wait for disks and networks elsewhere. Decision 0016.

import type { Notice } from '../../shared/protocol/task.ts';
import type { CapabilityAnswer } from './refusal.ts';
import { ABORTED, answerOf, denialOf, FLOOD, type Flood, failed, out, overLimit } from './store/answers.ts';
import type { StoreBackend, StoreReply, StoreRequest } from './store/backend.ts';
import { BadRequest, ValueTooLarge } from './store/operation.ts';
import { OutageRecord } from './store/outage-record.ts';
import { RedisBackend } from './store/redis.ts';
import { PROBE, requestOf, type StoreScope } from './store/request.ts';
import { SqliteBackend } from './store/sqlite.ts';
import { type Asker, type Done, Turns } from './store/turns.ts';

export interface StoreSettings {
  readonly kind: 'sqlite' | 'redis';
  /** Absolute. */
  readonly file: string;
  readonly redisUrl: string;
}

interface UnreadRequest {
  readonly characters: number;
  /** Read when its turn comes, so that a request which is dropped before costs nothing. */
  readonly request: () => StoreRequest;
}

/** How long a host request may take, in milliseconds, whatever the backend does. */
const ANSWER_MS = 5_000;

export class Store {
  readonly #backend: StoreBackend;
  readonly #outage: OutageRecord;
  readonly #turns: Turns;

  /** `onNotice` is called once when the backend stops serving, and once when it serves again. */
  constructor(settings: StoreSettings, onNotice: (notice: Notice) => void = () => {}) {
    const { kind, file, redisUrl } = settings;
    this.#backend = kind === 'redis' ? new RedisBackend(redisUrl) : new SqliteBackend(file);
    this.#turns = new Turns(this.#backend.atATime);
    this.#outage = new OutageRecord(() => this.#probe(), onNotice);
  }

  /**
   * Carries out a host request; `requestText` is untrusted. Never rejects: errors are in the answer. It waits for its turn, because plugins take
   * turns, and so do the calls of one plugin. If the call ends first, the request is dropped, unless it has begun.
   *
   * Limits: `storeValueBytes`, `storeBytes`, `storeKeys`; 5 s.
   * Fails with: NotAllowedError, TypeError, QuotaExceededError, ConflictError, UnavailableError, AbortError.
   */
  async perform(requestText: string, scope: StoreScope): Promise<CapabilityAnswer> {
    const denied = denialOf(scope);
    if (denied) return denied;
    if (scope.signal.aborted) return ABORTED;
    try {
      const unread = { characters: requestText.length, request: () => requestOf(requestText, scope) };
      return answerOf(await this.#ask(scope, unread, scope.signal), scope);
    } catch (error) {
      if (error instanceof BadRequest) return failed(error.name, error.message);
      if (error instanceof ValueTooLarge) return overLimit('storeValueBytes', error.message, scope);
      if (error === ABORTED) return ABORTED;
      this.#outage.noteOut('broken', error instanceof Error ? error.message : 'unknown');
      return out('broken');
    }
  }

  /** Tries the store. Returns why it does not serve, for the operator, or undefined if it serves. Takes up to 5 s, and never rejects. */
  async trouble(): Promise<string | undefined> {
    await this.#probe();
    return this.#outage.detail;
  }

  /** Closes threads, files and connections. Never rejects. */
  close(): Promise<void> {
    this.#outage.close();
    return this.#backend.close();
  }

  async #ask(asker: Asker, unread: UnreadRequest, signal: AbortSignal): Promise<StoreReply | Flood> {
    const reply = await this.#replyInTime(asker, unread, signal);
    if (reply.kind === 'outage') this.#outage.noteOut(reply.outage, reply.detail);
    return reply;
  }

  /** The reply, or the reason if there is none in time. Rejects with {@link ABORTED} if the call ends first. */
  #replyInTime(asker: Asker, unread: UnreadRequest, signal: AbortSignal): Promise<StoreReply | Flood> {
    const { promise, resolve, reject } = Promise.withResolvers<StoreReply | Flood>();
    const answerBy = Date.now() + ANSWER_MS;
    const work = async (): Promise<Done> => {
      try {
        const reply = await this.#perform(unread, answerBy);
        resolve(reply);
        return { isAnswered: reply.kind !== 'outage', busyMs: reply.busyMs ?? 0 };
      } catch (error) {
        reject(error);
        return { isAnswered: true, busyMs: 0 };
      }
    };
    const isOfBusyPlugin = this.#turns.holds(asker.pluginName);
    const turn = this.#turns.take(asker, unread.characters, work);
    if (!turn) return Promise.resolve(isOfBusyPlugin ? FLOOD : SLOW);
    const abort = (): void => reject(ABORTED);
    // If other requests of its plugin were answered meanwhile, it waited for its plugin and not for the store.
    const timer = setTimeout(() => resolve(turn.hasCome || turn.answeredSince === 0 ? SLOW : FLOOD), ANSWER_MS);
    signal.addEventListener('abort', abort);
    return promise.finally(() => {
      turn.leave();
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    });
  }

  async #perform({ request: read }: UnreadRequest, answerBy: number): Promise<StoreReply> {
    const request = read();
    const reply = await this.#backend.perform(request, answerBy);
    if (reply.kind !== 'outage') this.#outage.noteServes(request.ask.op === 'set');
    return reply;
  }

  /** Reads a key that nobody has. That needs all that a plugin's host request needs, and changes nothing. */
  async #probe(): Promise<void> {
    try {
      await this.#ask(PROBER, { characters: 0, request: () => PROBE }, NEVER);
    } catch (error) {
      this.#outage.noteOut('broken', error instanceof Error ? error.message : 'unknown');
    }
  }
}

const PROBER: Asker = { pluginName: ':probe', callId: 'probe' };
const NEVER = new AbortController().signal;

const SLOW: StoreReply = { kind: 'outage', outage: 'slow', detail: 'The store did not answer in time.' };
