// What has happened to each call of a host, and what must never happen to one.

import type { Outcome } from '../../../../src/shared/protocol/call.ts';
import { LightSignal } from '../../../../src/shared/protocol/light-signal.ts';
import type { HonestAnswer } from '../../../support/honest-runner.ts';

export interface CallRecord {
  readonly number: number;
  readonly callId: string;
  readonly pluginName: string;
  /** The cordon that it is queued in. Calls of one line are sent in the order they came. */
  readonly line: string;
  /** It came when the host let no new call in. */
  readonly isLate: boolean;
  readonly signal: LightSignal;
  /** The process that it was sent to, until that has ended. */
  process: number | undefined;
  begins: number;
  /** A process that it was sent to has ended. */
  wasLost: boolean;
  /** The control thread has said that it passed a limit. */
  isSuspect: boolean;
  answer: HonestAnswer | undefined;
  outcome: Outcome | undefined;
}

export class Violation extends Error {
  override name = 'Violation';
}

/** Codes of calls that have not begun. */
const NOT_BEGUN: readonly string[] = ['overloaded', 'quarantined', 'runner_not_started'];
const CODE_OF: Readonly<Record<HonestAnswer, string>> = {
  ok: 'ok',
  slow: 'ok',
  failed: 'tool_error',
  spent: 'exceeded_cpu',
};

/** What the records need to know of their host. */
export interface HostState {
  /** It lets no new call in. */
  readonly isDraining: boolean;
  /** Its end is over. */
  readonly isClosed: boolean;
  /** Lines that are paused. */
  readonly pausedLines: readonly string[];
  /** Lines that have a runner which is starting, and had it when the last timer fired. */
  readonly startingLines: readonly string[];
}

/** Throws a Violation at the first thing that must not happen. */
export class CallRecords {
  readonly #host: HostState;
  readonly #records: CallRecord[] = [];
  /** Calls sent in the current step. */
  #sent: CallRecord[] = [];
  readonly #log: string[] = [];
  #violation: Violation | undefined;

  constructor(host: HostState) {
    this.#host = host;
  }

  add(pluginName: string, line: string): CallRecord {
    const number = this.#records.length + 1;
    const record: CallRecord = {
      number,
      callId: `call ${number}`,
      pluginName,
      line,
      isLate: this.#host.isDraining,
      signal: new LightSignal(),
      process: undefined,
      begins: 0,
      wasLost: false,
      isSuspect: false,
      answer: undefined,
      outcome: undefined,
    };
    this.#records.push(record);
    return record;
  }

  of(callId: string): CallRecord {
    return this.#records.find((record) => record.callId === callId) as CallRecord;
  }

  /** Calls without an outcome. */
  get unsettled(): readonly CallRecord[] {
    return this.#records.filter(({ outcome }) => outcome === undefined);
  }

  /** Keeps a line for the report of a failure. */
  note(text: string): void {
    this.#log.push(text);
  }

  onSent(process: number, callId: string): void {
    const record = this.of(callId);
    if (record.outcome) this.fail(`${callId} was sent to process ${process} after its outcome`);
    if (this.#host.pausedLines.includes(record.line))
      this.fail(`${callId} was sent to process ${process} while its plugin is paused`);
    const earlier = this.#sent.findLast((other) => other.process === process && other.line === record.line);
    if (earlier && earlier.number > record.number) this.fail(`${earlier.callId} was sent before ${callId}`);
    record.process = process;
    this.#sent.push(record);
  }

  onBegan(callId: string): void {
    const record = this.of(callId);
    record.begins += 1;
    if (record.begins > 1) this.fail(`${callId} began twice`);
    if (record.signal.aborted) this.fail(`${callId} began after its caller had hung up`);
    if (record.outcome) this.fail(`${callId} began after its outcome`);
    if (this.#host.isClosed) this.fail(`${callId} began after the host had closed`);
  }

  onExited(process: number): void {
    for (const record of this.#records) {
      if (record.process !== process) continue;
      record.process = undefined;
      record.wasLost = true;
    }
  }

  /** An outcome is what the call's runner has said; otherwise it is explained by what has happened to the call. */
  onOutcome(record: CallRecord, outcome: Outcome): void {
    const { callId, answer, begins } = record;
    record.outcome = outcome;
    const code = outcome.ok ? 'ok' : outcome.failure.code;
    const check = (isRight: boolean, why: string): void => {
      if (!isRight) this.fail(`${callId} ended with ${code}, ${why}`);
    };
    if (record.isLate) return check(code === 'shutting_down', 'but came after the drain had begun');
    if (outcome.ok) check(outcome.resultJson.toString() === JSON.stringify(callId), 'with the result of another call');
    if (answer) return check(CODE_OF[answer] === code, `but its runner answered "${answer}"`);
    if (code === 'overloaded' && !outcome.ok && outcome.failure.limit === 'queueMs')
      check(!this.#host.startingLines.includes(record.line), 'but its process is starting');
    if (NOT_BEGUN.includes(code)) return check(begins === 0, 'but had begun');
    if (code === 'cancelled') return check(record.signal.aborted, 'but its caller was there');
    if (code === 'shutting_down') return check(this.#host.isDraining, 'but the host goes on');
    if (code === 'exceeded_wall_time' || code === 'exceeded_memory')
      return check(record.isSuspect, 'but passed no limit');
    check(code === 'runner_lost', 'which nothing explains');
    check(begins === 0 || record.wasLost || record.process === undefined, 'but its process is there');
  }

  /** Ends a step: if a call was sent, none of its line that came before it is still in the host. */
  endStep(): void {
    const sent = this.#sent;
    this.#sent = [];
    for (const later of sent) {
      const earlier = this.#records.find(
        (record) => record.number < later.number && record.line === later.line && isHeld(record),
      );
      if (earlier) this.fail(`${later.callId} was sent before ${earlier.callId}`);
    }
    // The host may have caught it.
    if (this.#violation) throw this.#violation;
  }

  fail(what: string): never {
    const log = this.#log.map((line) => `  ${line}`).join('\n');
    this.#violation ??= new Violation(`${what}\n\nWhat happened:\n${log}\n`);
    throw this.#violation;
  }
}

/** The host has the call: it was not sent to a process that still runs. */
const isHeld = ({ process, begins, outcome, signal }: CallRecord): boolean =>
  process === undefined && begins === 0 && outcome === undefined && !signal.aborted;
