// The store, a capability. Checks each host request, and keeps it to the plugin's namespace and limits.
// Control thread; the backends wait for disks and networks elsewhere. Decision 0016.

import { inTime, NotInTime } from '../../shared/lifetime/in-time.ts';
import type { Notice } from '../../shared/protocol/task.ts';
import type { CapabilityAnswer } from './refusal.ts';
import { ABORTED, answerOf, denialOf, FLOOD, type Flood, failed, out, overLimit } from './store/answers.ts';
import type { OutageKind, StoreBackend, StoreReply, StoreRequest } from './store/backend.ts';
import { BadRequest, ValueTooLarge } from './store/operation.ts';
import { OutageRecord } from './store/outage-record.ts';
import { RedisBackend } from './store/redis.ts';
import { READ_PROBE, requestOf, type StoreScope, WRITE_PROBES } from './store/request.ts';
import { SqliteBackend } from './store/sqlite.ts';
import { type Done, Turns } from './store/turns.ts';

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

/** How long what carries host requests out may take to start, in milliseconds. */
const START_MS = 8_000;
/** How long a host request may wait for its turn, in milliseconds. Then it has {@link StoreBackend.answerMs}. */
const TURN_MS = 5_000;

export class Store {
  readonly #backend: StoreBackend;
  readonly #outage: OutageRecord;
  readonly #turns: Turns;
  /** Refuse the requests that wait for their turn. */
  readonly #refusals = new Set<() => void>();
  /** The probe that the backend has not answered. A second one would only wait behind it. */
  #probing: Promise<StoreReply> | undefined;

  /** `onNotice` is called once when the backend stops serving, and once when it serves again. */
  constructor(settings: StoreSettings, onNotice: (notice: Notice) => void = () => {}) {
    const { kind, file, redisUrl } = settings;
    this.#backend = kind === 'redis' ? new RedisBackend(redisUrl) : new SqliteBackend(file);
    this.#turns = new Turns(this.#backend.atATime);
    this.#outage = new OutageRecord(() => this.#probe(WRITE_PROBES), onNotice);
  }

  /**
   * Carries out a host request; `requestText` is untrusted. Never rejects: errors are in the answer. It waits for its turn, because plugins take
   * turns, and so do the calls of one plugin. If the call ends first, the request is dropped, unless it has begun.
   *
   * While the store is known to be away, it is refused at once.
   *
   * Limits: `storeValueBytes`, `storeBytes`, `storeKeys`; 5 s until its turn, then a second in Redis and two in a file, whose thread may have to start first.
   * Fails with: NotAllowedError, TypeError, QuotaExceededError, ConflictError, UnavailableError, AbortError.
   */
  async perform(requestText: string, scope: StoreScope): Promise<CapabilityAnswer> {
    const denied = denialOf(scope);
    if (denied) return denied;
    if (scope.signal.aborted) return ABORTED;
    try {
      const unread = { characters: requestText.length, request: () => requestOf(requestText, scope) };
      const reply = await this.#replyInTime(scope, unread);
      if (reply.kind === 'outage') scope.time.noteAway();
      return answerOf(reply, scope);
    } catch (error) {
      if (error instanceof BadRequest) return failed(error.name, error.message);
      if (error instanceof ValueTooLarge) return overLimit('storeValueBytes', error.message, scope);
      if (error === ABORTED) return ABORTED;
      this.#noteOut('broken', error instanceof Error ? error.message : 'unknown');
      return out('broken');
    }
  }

  /** Tries the store, unless it is known not to serve. Returns why it does not, for the operator, or undefined. Takes up to 2 s, and the start of a thread. Never rejects. */
  async trouble(): Promise<string | undefined> {
    if (this.#outage.detail === undefined) await this.#probe([READ_PROBE]);
    return this.#outage.detail;
  }

  /** Closes threads, files and connections. Never rejects. */
  close(): Promise<void> {
    this.#outage.close();
    return this.#backend.close();
  }

  /** The reply, or the reason if there is none in time. Rejects with {@link ABORTED} if the call ends first. */
  #replyInTime(asker: StoreScope, unread: UnreadRequest): Promise<StoreReply | Flood> {
    if (this.#outage.isAway) return Promise.resolve(AWAY);
    const { promise, resolve, reject } = Promise.withResolvers<StoreReply | Flood>();
    let timer: NodeJS.Timeout | undefined;
    const refuse = (): void => resolve(AWAY);
    const work = async (): Promise<Done> => {
      clearTimeout(timer);
      this.#refusals.delete(refuse);
      const end = asker.time.begin();
      const performed = this.#perform(unread).finally(end);
      this.#inTime(performed).then(resolve, reject);
      // Its place is taken until the backend has answered, even if nobody waits any more.
      const reply = await performed.catch(() => undefined);
      return { isAnswered: reply?.kind !== 'outage', busyMs: reply?.busyMs ?? 0 };
    };
    const isOfBusyPlugin = this.#turns.holds(asker.pluginName);
    const turn = this.#turns.take(asker, unread.characters, work);
    if (!turn) return Promise.resolve(isOfBusyPlugin ? FLOOD : this.#tooSlow());
    const { signal } = asker;
    const abort = (): void => reject(ABORTED);
    // If other requests of its plugin were answered meanwhile, it waited for its plugin and not for the store.
    if (!turn.hasCome) {
      this.#refusals.add(refuse);
      timer = setTimeout(() => resolve(turn.answeredSince === 0 ? this.#tooSlow() : FLOOD), TURN_MS);
    }
    signal.addEventListener('abort', abort);
    return promise.finally(() => {
      turn.leave();
      clearTimeout(timer);
      this.#refusals.delete(refuse);
      signal.removeEventListener('abort', abort);
    });
  }

  #noteOut(kind: OutageKind, detail: string): void {
    this.#outage.noteOut(kind, detail);
    if (!this.#outage.isAway) return;
    for (const refuse of this.#refusals) refuse();
  }

  async #perform({ request: read }: UnreadRequest): Promise<StoreReply> {
    // The store may have gone while the request waited.
    if (this.#outage.isAway) return AWAY;
    const request = read();
    await this.#backend.start();
    const reply = await this.#backend.perform(request, Date.now() + this.#backend.answerMs);
    if (reply.kind === 'outage') this.#noteOut(reply.outage, reply.detail);
    else if (request.ask.op === 'set') this.#outage.noteTakesChanges();
    return reply;
  }

  #tooSlow(): StoreReply {
    this.#noteOut(SLOW.outage, SLOW.detail);
    return SLOW;
  }

  /** The reply, or {@link SLOW} if there is none in time, which is noted. */
  #inTime(reply: Promise<StoreReply>): Promise<StoreReply> {
    const { answerMs } = this.#backend;
    const starting = this.#backend.start();
    const answered = starting
      ? inTime(starting, START_MS).then(() => inTime(reply, answerMs))
      : inTime(reply, answerMs);
    return answered.catch((error: unknown) => {
      if (error instanceof NotInTime) return this.#tooSlow();
      throw error;
    });
  }

  /** Carries these requests out, without a turn, up to the first one that fails, and notes what came of them. Never rejects. */
  async #probe(requests: readonly StoreRequest[]): Promise<void> {
    this.#probing ??= this.#performEach(requests).finally(() => {
      this.#probing = undefined;
    });
    try {
      await this.#inTime(this.#probing);
    } catch (error) {
      this.#noteOut('broken', error instanceof Error ? error.message : 'unknown');
    }
  }

  async #performEach(requests: readonly StoreRequest[]): Promise<StoreReply> {
    let reply: StoreReply = SLOW;
    for (const request of requests) {
      await this.#backend.start();
      reply = await this.#backend.perform(request, Date.now() + this.#backend.answerMs);
      if (reply.kind === 'outage') {
        this.#noteOut(reply.outage, reply.detail);
        break;
      }
      // It comes last, after a change that was taken.
      if (request.ask.op === 'delete') this.#outage.noteTakesChanges();
    }
    return reply;
  }
}

const SLOW = {
  kind: 'outage',
  outage: 'slow',
  detail: 'The store did not answer in time.',
} as const satisfies StoreReply;
/** The answer while the store is known to be away. The record has the reason. */
const AWAY: StoreReply = { kind: 'outage', outage: 'unreachable', detail: '' };
