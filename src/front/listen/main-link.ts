// A listening thread's side of its link to the main thread: sends calls and questions, and receives Outcomes and answers.

import type { MessagePort } from 'node:worker_threads';
import type { AdminActions } from '../../shared/protocol/admin.ts';
import type { Executor, NamedRoute, Outcome, ToolCall } from '../../shared/protocol/call.ts';
import { NOBODY } from '../../shared/protocol/caller.ts';
import { ShortMap } from '../../shared/protocol/short-map.ts';
import type { AdminKey } from '../doors/admin-keys.ts';
import type { CertificateEntries } from '../doors/certificates.ts';
import type { KeyRecord } from '../doors/key-record.ts';
import type { TlsMaterial } from '../tls/material.ts';
import { errorOf } from './carried-error.ts';
import type { Question, ToMain, ToThread } from './messages.ts';
import { Outbox, type Parcel, unpack } from './parcel.ts';

interface Waiting<Value> {
  readonly resolve: (value: Value) => void;
  readonly reject: (error: Error) => void;
}

interface OpenCall extends Waiting<Outcome> {
  readonly call: ToolCall;
  readonly cancel: () => void;
}

/** The part of a message that ends any call. */
type Ended = Pick<ToThread & { t: 'result' }, 'call' | 'route' | 'quotas'>;

export interface MainLinkListener {
  readonly onCallerHeaders: (names: readonly string[]) => void;
  readonly onKeys: (keys: readonly KeyRecord[]) => void;
  readonly onAdminKeys: (keys: readonly AdminKey[]) => void;
  readonly onCertificates: (entries: CertificateEntries) => void;
  readonly onTls: (material: TlsMaterial) => void;
  readonly onToolsChanged: () => void;
  readonly onLeave: () => void;
  readonly onDrain: () => void;
  readonly onClose: () => void;
}

/** Settles calls and questions as the main thread answers them; has no timers. */
export class MainLink implements Executor {
  readonly #listener: MainLinkListener;
  readonly #outbox: Outbox<ToMain>;
  readonly #calls = new ShortMap<number, OpenCall>();
  readonly #questions = new Map<number, Waiting<never>>();
  readonly #routes = new Map<number, NamedRoute>();
  #lastNumber = 0;

  constructor(port: MessagePort, listener: MainLinkListener) {
    this.#listener = listener;
    this.#outbox = new Outbox(port);
    port.on('message', (parcel: Parcel<ToThread>) => unpack(parcel, (message, body) => this.#take(message, body)));
  }

  execute(call: ToolCall): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#lastNumber += 1;
      const number = this.#lastNumber;
      const { callId, toolName, caller, callerSecrets, idempotencyKey, trace, selection, argumentsJson, signal } = call;
      const cancel = (): void => this.send({ t: 'cancel', call: number });
      this.#calls.set(number, { call, cancel, resolve, reject });
      signal.addEventListener('abort', cancel);
      const named = {
        callId,
        toolName,
        ...(caller !== NOBODY && caller !== undefined && { caller }),
        ...(callerSecrets && { callerSecrets }),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        ...(trace && { trace }),
        ...(selection && { selection }),
        ...(call.onProgress && { wantsProgress: true }),
      };
      this.#outbox.add({ t: 'call', call: number, ...named, bodyBytes: argumentsJson.length }, argumentsJson);
      if (signal.aborted) cancel();
    });
  }

  /** Resolves with the main thread's answer, or rejects with its error. */
  ask<Value>(asked: Question): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      this.#lastNumber += 1;
      this.#questions.set(this.#lastNumber, { resolve, reject });
      this.send({ t: 'question', question: this.#lastNumber, asked });
    });
  }

  send(message: ToMain): void {
    this.#outbox.add(message);
  }

  /** Sends a message before this function returns, with all those before it. */
  sendNow(message: ToMain): void {
    this.#outbox.add(message);
    this.#outbox.flush();
  }

  /** The admin API's actions, which the main thread carries out. */
  get adminActions(): AdminActions {
    const ask =
      (action: keyof AdminActions) =>
      (...values: readonly unknown[]) =>
        this.ask<never>({ kind: 'admin', action, arguments: values });
    return {
      list: ask('list'),
      show: ask('show'),
      put: ask('put'),
      remove: ask('remove'),
      approve: ask('approve'),
      rollback: ask('rollback'),
      unpin: ask('unpin'),
    };
  }

  #take(message: ToThread, body: Buffer): void {
    switch (message.t) {
      case 'route':
        return void this.#routes.set(message.number, message.route);
      case 'forgetRoutes':
        return this.#routes.clear();
      case 'result': {
        const open = this.#close(message);
        return open?.resolve({ ok: true, resultJson: body, ...toldOf(message) });
      }
      case 'failure': {
        const open = this.#close(message);
        return open?.resolve({ ok: false, failure: message.failure, ...toldOf(message) });
      }
      case 'progress': {
        const call = this.#calls.get(message.call)?.call;
        // The headers of a stream, which the first report begins, have the quotas.
        if (message.quotas) call?.onQuotas?.(message.quotas);
        return call?.onProgress?.(message.report);
      }
      case 'callError':
        return this.#close({ call: message.call, route: undefined })?.reject(errorOf(message.error));
      case 'answer':
        return this.#answered(message.question)?.resolve(message.value as never);
      case 'noAnswer':
        return this.#answered(message.question)?.reject(errorOf(message.error));
      case 'callerHeaders':
        return this.#listener.onCallerHeaders(message.names);
      case 'keys':
        return this.#listener.onKeys(message.keys);
      case 'adminKeys':
        return this.#listener.onAdminKeys(message.keys);
      case 'certificates':
        return this.#listener.onCertificates(message.entries);
      case 'tls':
        return this.#listener.onTls(message.material);
      case 'toolsChanged':
        return this.#listener.onToolsChanged();
      case 'leave':
        return this.#listener.onLeave();
      case 'drain':
        return this.#listener.onDrain();
      case 'close':
        return this.#listener.onClose();
    }
  }

  #close({ call: number, route: routeNumber, quotas }: Ended): OpenCall | undefined {
    const open = this.#calls.get(number);
    if (!open) return undefined;
    this.#calls.delete(number);
    open.call.signal.removeEventListener('abort', open.cancel);
    const route = routeNumber === undefined ? undefined : this.#routes.get(routeNumber);
    if (route) open.call.onRoute?.(route);
    if (quotas) open.call.onQuotas?.(quotas);
    return open;
  }

  #answered(number: number): Waiting<never> | undefined {
    const waiting = this.#questions.get(number);
    this.#questions.delete(number);
    return waiting;
  }
}

const toldOf = ({ usage, replayOf }: ToThread & { t: 'result' | 'failure' }): Pick<Outcome, 'usage' | 'replayOf'> => ({
  usage,
  ...(replayOf !== undefined && { replayOf }),
});
