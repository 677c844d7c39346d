// How much a runner may say: far more than the real one ever does, and little enough that one that was broken into keeps its broker
// busy for moments, not for as long as it likes. Past it the runner is ended as one that broke its protocol.

import type { Limits } from '../../protocol/limits.ts';
import type { RunnerMessage } from '../../protocol/messages.ts';

/** Messages of a call beside those that its limits allow it. */
const MESSAGES_PER_CALL = 1_000;
/** A timer or a question: asked, given up, waited for, gone on from. */
const MESSAGES_PER_HOST_CALL = 6;
const LOG_BYTES_PER_CALL = 65_536;
/** The texts of a log, with what JSON adds to them. */
const LOG_BYTES_FACTOR = 4;
/** Messages about nothing that is there: none comes from the real runner. */
const STRAYS = 100;
/** Realms made, for each call and beside them: a call may bend its realm, which is then made anew. */
const LOADS = 8;
/** A report is at most so many characters, each of up to three bytes. */
const REPORT_BYTES = 3 * 65_536;

/** What one call may say, its answer not counted. */
export class CallBudget {
  #messagesLeft: number;
  #logBytesLeft: number;

  constructor({ logLines, logBytes, hostCalls }: Pick<Limits, 'logLines' | 'logBytes' | 'hostCalls'>) {
    this.#messagesLeft = MESSAGES_PER_CALL + 2 * logLines + MESSAGES_PER_HOST_CALL * hostCalls;
    this.#logBytesLeft = LOG_BYTES_PER_CALL + LOG_BYTES_FACTOR * logBytes;
  }

  /** False once it is spent. */
  take({ t }: RunnerMessage, bodyBytes: number): boolean {
    this.#messagesLeft -= 1;
    if (t === 'log' || t === 'progress') this.#logBytesLeft -= bodyBytes;
    return this.#messagesLeft >= 0 && this.#logBytesLeft >= 0;
  }
}

/** What a runner may say that belongs to no call in it. */
export class RunnerBudget {
  #straysLeft = STRAYS;
  #loadsLeft = LOADS;

  /** A message about a call that is not there, or is over. False once there were too many. */
  takeStray(): boolean {
    this.#straysLeft -= 1;
    return this.#straysLeft >= 0;
  }

  /** A realm is made. False once that is so more often than calls can be the reason. */
  takeLoad(): boolean {
    this.#loadsLeft -= 1;
    return this.#loadsLeft >= 0;
  }

  /** A call was sent. */
  noteCall(): void {
    this.#loadsLeft += 1;
  }
}

/** Kinds whose body has a use; what the others carry is nothing the real runner sends. */
const WITH_BODY: ReadonlySet<RunnerMessage['t']> = new Set([
  'stage',
  'inspected',
  'done',
  'failed',
  'log',
  'progress',
  'ask',
  'diagnosed',
]);
const WITH_REPORT: ReadonlySet<RunnerMessage['t']> = new Set(['stage', 'failed', 'diagnosed']);

/** True for a body as long as the message may have one. Results, questions and programs are capped by their frame. */
export const isBodyAllowed = ({ t }: RunnerMessage, bodyBytes: number): boolean =>
  bodyBytes === 0 || (WITH_REPORT.has(t) ? bodyBytes <= REPORT_BYTES : WITH_BODY.has(t));
