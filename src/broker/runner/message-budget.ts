// Limits how many messages a runner may send: far more than the real one ever sends, and few enough that a compromised runner keeps the main
// thread busy only for moments. A runner that sends more is ended because it broke its protocol.

import type { Limits } from '../../shared/protocol/limits.ts';
import type { RunnerMessage } from '../../shared/protocol/messages.ts';

/** Messages of a call in addition to those that its limits allow. */
const MESSAGES_PER_CALL = 1_000;
/** A host call may be sent and cancelled, and the call suspended and resumed. */
const MESSAGES_PER_HOST_CALL = 6;
const LOG_BYTES_PER_CALL = 65_536;
/** JSON makes the texts of a log longer. */
const LOG_BYTES_FACTOR = 4;
/** Messages about calls that do not exist. The real runner sends none. */
const STRAYS = 100;
/** Realms that a runner may make in addition to one for each call: a call may change its realm, which is then made again. */
const LOADS = 8;
/** A report has at most 65 536 characters of up to three bytes each. */
const REPORT_BYTES = 3 * 65_536;

/** The messages of one call, its answer not counted. */
export class CallBudget {
  #messagesLeft: number;
  #logBytesLeft: number;

  constructor({ logLines, logBytes, hostCalls }: Pick<Limits, 'logLines' | 'logBytes' | 'hostCalls'>) {
    this.#messagesLeft = MESSAGES_PER_CALL + 2 * logLines + MESSAGES_PER_HOST_CALL * hostCalls;
    this.#logBytesLeft = LOG_BYTES_PER_CALL + LOG_BYTES_FACTOR * logBytes;
  }

  /** False if the budget is spent. */
  take({ t }: RunnerMessage, bodyBytes: number): boolean {
    this.#messagesLeft -= 1;
    if (t === 'log' || t === 'progress') this.#logBytesLeft -= bodyBytes;
    return this.#messagesLeft >= 0 && this.#logBytesLeft >= 0;
  }
}

/** The messages of a runner that belong to none of its calls. */
export class RunnerBudget {
  #straysLeft = STRAYS;
  #loads = 0;

  /** A message about a call that does not exist or has ended. False if there were too many. */
  takeStray(): boolean {
    this.#straysLeft -= 1;
    return this.#straysLeft >= 0;
  }

  /** The runner has made a realm. False if the calls that it was sent cannot be the reason for so many. */
  takeLoad(callsSent: number): boolean {
    this.#loads += 1;
    return this.#loads <= LOADS + callsSent;
  }
}

/** Kinds of messages that may have a body. */
const WITH_BODY: ReadonlySet<RunnerMessage['t']> = new Set([
  'stage',
  'inspected',
  'done',
  'failed',
  'log',
  'progress',
  'hostRequest',
  'diagnosed',
]);
const WITH_REPORT: ReadonlySet<RunnerMessage['t']> = new Set(['stage', 'failed', 'diagnosed']);

/** True if the message may have a body of this length. The frame caps results, host requests and programs. */
export const isBodyAllowed = ({ t }: RunnerMessage, bodyBytes: number): boolean =>
  bodyBytes === 0 || (WITH_REPORT.has(t) ? bodyBytes <= REPORT_BYTES : WITH_BODY.has(t));
