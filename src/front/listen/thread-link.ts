// The main thread's side of its link to one listening thread: runs the thread's calls and answers its questions.

import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { NamedRoute } from '../../shared/protocol/call.ts';
import { LightSignal } from '../../shared/protocol/light-signal.ts';
import { RouteNumbers } from '../../shared/protocol/route-numbers.ts';
import { ShortMap } from '../../shared/protocol/short-map.ts';
import type { QuotaState } from '../../shared/protocol/throttle.ts';
import type { AdminKey } from '../doors/admin-keys.ts';
import type { CertificateEntries } from '../doors/certificates.ts';
import type { KeyRecord } from '../doors/key-record.ts';
import type { CallLogEntry } from '../http/call-log.ts';
import { withSetting } from '../http/problem.ts';
import type { Receipts } from '../http/receipts.ts';
import type { TlsMaterial } from '../tls/material.ts';
import { carried, errorOf } from './carried-error.ts';
import type { ListenParts } from './listeners.ts';
import type { CarriedError, ListeningTask, Question, ToMain, ToThread } from './messages.ts';
import { Outbox, type Parcel, unpack } from './parcel.ts';

/** Routes that a thread knows by numbers. */
const MOST_ROUTES = 4_096;

/** How long a thread may take to end by itself. */
const LAST_REPLIES_MS = 3_000;

export interface ThreadLinkOptions {
  /** File of the listening thread; known here only by its path. */
  readonly file: string;
  readonly task: ListeningTask;
  readonly parts: ListenParts;
  /** Shared by all threads. */
  readonly receipts: Receipts;
  /** Called with the reason if the thread ends after it has listened and before `close`. */
  readonly onLost: (cause: string) => void;
}

/** Starts its thread at once. Calls of a thread that ends are cancelled. */
export class ThreadLink {
  readonly #options: ThreadLinkOptions;
  readonly #worker: Worker;
  readonly #outbox: Outbox<ToThread>;
  readonly #calls = new ShortMap<number, LightSignal>();
  readonly #listening = Promise.withResolvers<AddressInfo>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #routes = new RouteNumbers<NamedRoute>(MOST_ROUTES, () => this.#outbox.add({ t: 'forgetRoutes' }));
  #isClosing = false;
  #hasListened = false;
  #cause = 'it ended by itself';

  constructor(options: ThreadLinkOptions) {
    this.#options = options;
    this.#listening.promise.catch(() => {});
    this.#worker = new Worker(options.file, { workerData: options.task });
    this.#outbox = new Outbox(this.#worker);
    this.#worker.on('message', (parcel: Parcel<ToMain>) =>
      unpack(parcel, (message, body) => this.#take(message, body)),
    );
    this.#worker.on('error', (error) => {
      this.#cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
    });
    this.#worker.once('exit', () => this.#exited());
  }

  /** Resolves with the address when the thread listens. Rejects with an error whose `code` is the system's if it cannot. */
  get listening(): Promise<AddressInfo> {
    return this.#listening.promise;
  }

  useCallerHeaders(names: readonly string[]): void {
    this.#outbox.add({ t: 'callerHeaders', names });
  }

  useKeys(keys: readonly KeyRecord[]): void {
    this.#outbox.add({ t: 'keys', keys });
  }

  useAdminKeys(keys: readonly AdminKey[]): void {
    this.#outbox.add({ t: 'adminKeys', keys });
  }

  useCertificates(entries: CertificateEntries): void {
    this.#outbox.add({ t: 'certificates', entries });
  }

  useTls(material: TlsMaterial): void {
    this.#outbox.add({ t: 'tls', material });
  }

  toolsChanged(): void {
    this.#outbox.add({ t: 'toolsChanged' });
  }

  leave(): void {
    this.#outbox.add({ t: 'leave' });
  }

  drain(): void {
    this.#outbox.add({ t: 'drain' });
  }

  /** Resolves when the last replies have left and the thread has ended. */
  close(): Promise<void> {
    this.#isClosing = true;
    this.#outbox.add({ t: 'close' });
    const timer = setTimeout(() => void this.#worker.terminate(), LAST_REPLIES_MS);
    return this.#ended.promise.finally(() => clearTimeout(timer));
  }

  #take(message: ToMain, body: Buffer): void {
    const { parts, receipts } = this.#options;
    switch (message.t) {
      case 'listening':
        this.#hasListened = true;
        return this.#listening.resolve(message.address);
      case 'notListening':
        return this.#listening.reject(Object.assign(new Error(message.message), { code: message.code }));
      case 'call':
        return this.#execute(message, body);
      case 'cancel':
        return this.#calls.get(message.call)?.abort();
      case 'question':
        return void this.#answer(message.question, message.asked);
      case 'receipt':
        return receipts.keep(message.callId, message.caller, message.text);
      case 'log':
        return parts.log(withCause(message.entry));
      case 'traced':
        return parts.traces?.record(message.record);
      case 'adminLog':
        return parts.admin?.log(message.entry);
    }
  }

  #execute({ call, callId, toolName, ...more }: ToMain & { t: 'call' }, argumentsJson: Buffer): void {
    const { executor, settingOf } = this.#options.parts;
    const signal = new LightSignal();
    this.#calls.set(call, signal);
    let route: NamedRoute | undefined;
    let quotas: readonly QuotaState[] | undefined;
    const { caller, callerSecrets, idempotencyKey, trace, selection, wantsProgress } = more;
    executor
      .execute({
        callId,
        toolName,
        argumentsJson,
        signal,
        ...(caller !== undefined && { caller }),
        ...(callerSecrets && { callerSecrets }),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        ...(selection && { selection }),
        trace,
        onRoute: (callRoute) => {
          route = callRoute;
        },
        onQuotas: (states) => {
          quotas = states;
        },
        ...(wantsProgress && {
          onProgress: (report) => this.#outbox.add({ t: 'progress', call, report, ...(quotas && { quotas }) }),
        }),
      })
      .then((outcome) => {
        const { usage, replayOf } = outcome;
        const told = { ...(quotas && { quotas }), ...(replayOf !== undefined && { replayOf }) };
        const ended = { call, route: route && this.#numberOf(route), usage, ...told };
        if (outcome.ok) {
          const { resultJson } = outcome;
          return this.#outbox.add({ t: 'result', ...ended, bodyBytes: resultJson.length }, resultJson);
        }
        const failure = withSetting(outcome.failure, toolName, settingOf);
        this.#outbox.add({ t: 'failure', ...ended, failure });
      })
      .catch((error: unknown) => this.#outbox.add({ t: 'callError', call, error: carried(error) }))
      .finally(() => this.#calls.delete(call));
  }

  #numberOf(route: NamedRoute): number {
    const known = this.#routes.get(route);
    if (known !== undefined) return known;
    const number = this.#routes.add(route);
    const { pluginName, version, digest, resultForm, limits } = route;
    this.#outbox.add({ t: 'route', number, route: { pluginName, version, digest, resultForm, limits } });
    return number;
  }

  async #answer(question: number, asked: Question): Promise<void> {
    try {
      this.#outbox.add({ t: 'answer', question, value: await this.#valueOf(asked) });
    } catch (error) {
      this.#outbox.add({ t: 'noAnswer', question, error: carried(error) });
    }
  }

  async #valueOf(asked: Question): Promise<unknown> {
    const { parts, receipts } = this.#options;
    switch (asked.kind) {
      case 'metadata': {
        const metadata = await parts.metadata(asked.caller, asked.selection);
        return metadata.etag === asked.etag ? undefined : metadata;
      }
      case 'find':
        return parts.find?.(asked.caller, asked.search);
      case 'form':
        return parts.form?.(asked.caller, asked.request);
      case 'unready':
        return parts.unready();
      case 'figures':
        return parts.admin?.figures?.();
      case 'findReceipt':
        return findReceipt(receipts, asked);
      case 'admin': {
        const action = parts.admin?.actions[asked.action] as ((...values: readonly unknown[]) => unknown) | undefined;
        return action?.(...asked.arguments);
      }
    }
  }

  #exited(): void {
    for (const [, signal] of this.#calls.entries()) signal.abort();
    this.#calls.clear();
    this.#listening.reject(new Error(`a listening thread ended: ${this.#cause}`));
    this.#ended.resolve();
    if (this.#hasListened && !this.#isClosing) this.#options.onLost(this.#cause);
  }
}

const withCause = ({ cause, ...entry }: CallLogEntry): CallLogEntry =>
  cause === undefined ? entry : { ...entry, cause: errorOf(cause as CarriedError) };

/** Looks twice: another thread may have sent the receipt in a message that is read later in this turn. */
const findReceipt = async (
  receipts: Receipts,
  { callId, caller }: Question & { kind: 'findReceipt' },
): Promise<string | undefined> => {
  const found = await receipts.find(callId, caller);
  if (found !== undefined) return found;
  await new Promise((resolve) => setImmediate(resolve));
  return receipts.find(callId, caller);
};
