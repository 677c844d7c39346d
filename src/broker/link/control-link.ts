// The main thread's link to the control thread. Calls and answers do not pass here: their channel goes from the main thread to the runner.

import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { HostCalls } from '../../control/capabilities/host-calls.ts';
import type { Control, ControlledListener, ControlledProcess, VerifyClaims } from '../../control/control.ts';
import type { ControlOrder, ControlReport } from '../../control/link-messages.ts';
import { argumentViolations } from '../../control/violations.ts';
import type { Secret } from '../../shared/protocol/capabilities.ts';
import type { EmbeddingAnswer, EmbeddingRequest } from '../../shared/protocol/embeddings.ts';
import type { Violation } from '../../shared/protocol/errors.ts';
import type { Notice, RequestingCall } from '../../shared/protocol/task.ts';
import { ControlPort, type PortListener, type PortOptions, type ThreadPort } from './control-port.ts';
import { HostCallLinks } from './linked-host-calls.ts';
import { LinkedProcess } from './linked-process.ts';
import { RunnerDoor } from './runner-door.ts';

export interface ControlLinkOptions {
  /** Starts a thread that will connect the channels of its runners to `door`. */
  readonly openPort: (listener: PortListener) => ThreadPort;
  /** The link closes it. */
  readonly door: Pick<RunnerDoor, 'await' | 'close'>;
  /** Called with notices for the operator. */
  readonly onNotice: (notice: Notice) => void;
}

/** How often `close` looks, a millisecond apart, whether the last processes have ended. */
const LAST_TURNS = 2_000;
/** Characters of claims plus bytes of arguments that the main thread parses itself. */
const VERIFIED_AT_ONCE = 32_768;

/**
 * Starts the thread at once; {@link close} ends it. If the thread is lost, all its processes end, open queries are answered with undefined, host
 * requests with a fault of the host, and the next order starts another thread.
 */
export class ControlLink implements Control {
  readonly #options: ControlLinkOptions;
  readonly #port: ThreadPort;
  readonly #processes = new Map<number, LinkedProcess>();
  /** Number of a query → the function that takes its answer; undefined if the thread is lost. */
  readonly #queries = new Map<number, (value: never) => void>();
  readonly #hostCalls = new HostCallLinks((order) => this.#port.send(order));
  #lastNumber = 0;
  #secrets: readonly Secret[] | undefined;

  constructor(options: ControlLinkOptions) {
    this.#options = options;
    this.#port = options.openPort({
      onReport: (report) => this.#onReport(report),
      onReplaced: () => this.#onReplaced(),
      onLost: () => this.#onLost(),
    });
  }

  start(memory: SharedArrayBuffer, listener: ControlledListener): ControlledProcess {
    const number = this.#nextNumber();
    const linked = new LinkedProcess(listener, {
      order: (order) => this.#port.send({ ...order, process: number } as ControlOrder),
      query: (order, onAnswer) => {
        const query = this.#nextNumber();
        this.#queries.set(query, onAnswer);
        this.#port.send({ ...order, process: number, query } as ControlOrder);
      },
      wake: this.#port.wake,
      onGone: () => {
        stopWaiting();
        this.#processes.delete(number);
      },
    });
    const stopWaiting = this.#options.door.await(number, (channel: Socket, rest: Buffer) =>
      linked.connect(channel, rest),
    );
    this.#processes.set(number, linked);
    this.#port.send({ t: 'start', process: number, memory });
    return linked;
  }

  argumentViolations: VerifyClaims = (claims, argumentsJson, onVerified) => {
    if (claims.length + argumentsJson.length <= VERIFIED_AT_ONCE)
      return onVerified(argumentViolations(claims, argumentsJson.toString()));
    const query = this.#nextNumber();
    this.#queries.set(query, (violations?: readonly Violation[]) => onVerified(violations ?? []));
    this.#port.send({ t: 'verify', query, claims, argumentsJson });
  };

  openHostCalls(call: RequestingCall): HostCalls {
    return this.#hostCalls.open(this.#nextNumber(), call);
  }

  /** Sets the secrets of later requests. Rejects if the thread is lost. */
  async useSecrets(secrets: readonly Secret[]): Promise<void> {
    this.#secrets = secrets;
    await this.#port.run({ kind: 'useSecrets', secrets });
  }

  /** Why the store does not serve; undefined if it does. Takes up to 5 s. Rejects if the thread is lost. */
  storeTrouble(): Promise<string | undefined> {
    return this.#port.run({ kind: 'storeTrouble' }) as Promise<string | undefined>;
  }

  /** Asks the operator's embedding endpoint. Rejects if the thread is lost. */
  embed(request: EmbeddingRequest): Promise<EmbeddingAnswer> {
    return this.#port.run({ kind: 'embed', request }) as Promise<EmbeddingAnswer>;
  }

  /** Ends the thread and all its processes. */
  async close(): Promise<void> {
    await this.#port.run({ kind: 'close' }).catch(() => {});
    for (let turn = 0; this.#processes.size > 0 && turn < LAST_TURNS; turn += 1) await setTimeout(1);
    await this.#port.close();
    this.#options.door.close();
  }

  /** Highest resident memory seen of any runner, in MB. */
  get peakRssMb(): number {
    return this.#port.peakRssMb;
  }

  #nextNumber(): number {
    this.#lastNumber = (this.#lastNumber + 1) % 2 ** 32;
    return this.#lastNumber;
  }

  #onReport(report: ControlReport): void {
    switch (report.t) {
      case 'started':
        return this.#processes.get(report.process)?.noteStarted(report.processId);
      case 'suspicion':
        return this.#processes.get(report.process)?.listener.onSuspicion(report.verdict);
      case 'overMemory':
        return this.#processes.get(report.process)?.listener.onOverMemory(report.usedMb);
      case 'ended':
        return this.#processes.get(report.process)?.listener.onEnded(report.ended);
      case 'exited':
        return this.#processes.get(report.process)?.noteExited(report.how);
      case 'coreWaits':
        return this.#answer(report.query, report.waits);
      case 'waitedMs':
        return this.#answer(report.query, report.waitedMs);
      case 'violations':
        return this.#answer(report.query, report.violations);
      case 'hostReply':
        return this.#hostCalls.onAnswer(report);
      case 'closed':
        return this.#hostCalls.onClosed(report);
      case 'notice':
        this.#options.onNotice(report.notice);
    }
  }

  #answer(query: number, value: unknown): void {
    const onAnswer = this.#queries.get(query);
    this.#queries.delete(query);
    onAnswer?.(value as never);
  }

  #onReplaced(): void {
    if (this.#secrets) void this.useSecrets(this.#secrets).catch(() => {});
  }

  #onLost(): void {
    for (const query of [...this.#queries.keys()]) this.#answer(query, undefined);
    this.#hostCalls.lose();
    for (const linked of [...this.#processes.values()]) linked.abandon();
  }
}

/** Starts a control thread. */
export const startControl = ({
  onNotice,
  ...options
}: PortOptions & Pick<ControlLinkOptions, 'onNotice'>): ControlLink => {
  const door = new RunnerDoor();
  return new ControlLink({ openPort: (listener) => new ControlPort(options, door.door, listener), door, onNotice });
};
