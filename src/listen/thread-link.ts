// The main thread's side of the link to one listening thread: does what the thread asks for, with the parts that the thread's server lacks.

import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { CallLogEntry } from '../http/call-log.ts';
import type { Receipts } from '../http/receipts.ts';
import { withSetting } from '../http/with-setting.ts';
import type { NamedRoute } from '../protocol/call.ts';
import { LightSignal } from '../protocol/light-signal.ts';
import { ShortMap } from '../protocol/short-map.ts';
import { carried, errorOf } from './carried-error.ts';
import type { ListenParts } from './listeners.ts';
import type { CarriedError, ListeningTask, Question, ToMain, ToThread } from './messages.ts';
import { Outbox, type Parcel, unpack } from './parcel.ts';

/** Routes that a thread knows by their numbers. */
const MOST_ROUTES = 4_096;

/** A thread that has not ended so long after it was told to is ended. */
const LAST_REPLIES_MS = 3_000;

export interface ThreadLinkOptions {
  /** File of the listening thread; known here only by its path. */
  readonly file: string;
  readonly task: ListeningTask;
  readonly parts: ListenParts;
  /** Of the calls of all threads. */
  readonly receipts: Receipts;
  /** Told if the thread ends after it has listened and before it was told to, with the reason. */
  readonly onLost: (cause: string) => void;
}

export class ThreadLink {
  readonly #options: ThreadLinkOptions;
  readonly #worker: Worker;
  readonly #outbox: Outbox<ToThread>;
  readonly #calls = new ShortMap<number, LightSignal>();
  readonly #listening = Promise.withResolvers<AddressInfo>();
  readonly #ended = Promise.withResolvers<void>();
  #routes = new WeakMap<NamedRoute, number>();
  #routeCount = 0;
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

  /** Resolves with its address once it listens; rejects with the error that keeps it from that, whose `code` is the system's. */
  get listening(): Promise<AddressInfo> {
    return this.#listening.promise;
  }

  useCallerHeaders(names: readonly string[]): void {
    this.#outbox.add({ t: 'callerHeaders', names });
  }

  /** It refuses new calls from now on. */
  drain(): void {
    this.#outbox.add({ t: 'drain' });
  }

  /** Resolves once the last replies have left and the thread is gone. */
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
      case 'adminLog':
        return parts.admin?.log(message.entry);
    }
  }

  #execute({ call, callId, toolName, ...more }: ToMain & { t: 'call' }, argumentsJson: Buffer): void {
    const { executor, settingOf } = this.#options.parts;
    const signal = new LightSignal();
    this.#calls.set(call, signal);
    let route: NamedRoute | undefined;
    const { caller, callerSecrets } = more;
    executor
      .execute({
        callId,
        toolName,
        argumentsJson,
        signal,
        ...(caller !== undefined && { caller }),
        ...(callerSecrets && { callerSecrets }),
        onRoute: (given) => {
          route = given;
        },
      })
      .then((outcome) => {
        const { usage } = outcome;
        const ended = { call, route: route && this.#numberOf(route), usage };
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
    if (this.#routeCount >= MOST_ROUTES) {
      this.#routes = new WeakMap();
      this.#routeCount = 0;
      this.#outbox.add({ t: 'forgetRoutes' });
    }
    this.#routeCount += 1;
    this.#routes.set(route, this.#routeCount);
    const { pluginName, version, digest, limits } = route;
    this.#outbox.add({ t: 'route', number: this.#routeCount, route: { pluginName, version, digest, limits } });
    return this.#routeCount;
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
        const metadata = await parts.metadata();
        return metadata.etag === asked.etag ? undefined : metadata;
      }
      case 'unready':
        return parts.unready();
      case 'findReceipt':
        return findReceipt(receipts, asked);
      case 'admin': {
        const action = parts.admin?.actions[asked.action] as ((...given: readonly unknown[]) => unknown) | undefined;
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

/** Another thread may have sent the receipt, and this thread read that one's messages later: it looks again once all that has come is read. */
const findReceipt = async (
  receipts: Receipts,
  { callId, caller }: Question & { kind: 'findReceipt' },
): Promise<string | undefined> => {
  const found = await receipts.find(callId, caller);
  if (found !== undefined) return found;
  await new Promise((resolve) => setImmediate(resolve));
  return receipts.find(callId, caller);
};
