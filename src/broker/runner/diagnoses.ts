// Calls that have failed in their tool, and whose arguments are looked at before their caller is answered: arguments that do not fit the
// input schema are the caller's to mend. Arguments reach a tool unchecked unless the operator says otherwise.

import type { VerifyClaims } from '../../control/control.ts';
import { summaryOf } from '../../control/violations.ts';
import type { Failure, Violation } from '../../protocol/errors.ts';
import type { HostMessage } from '../../protocol/messages.ts';
import type { PendingCall, RunnerAnswer } from './pending-call.ts';

/** How long a caller waits for it at most, in milliseconds: the runner may be busy with another call. */
const ANSWER_MS = 1_000;
/** Looks of one runner at a time; further failures are passed on as they are. */
const MOST_OPEN = 16;

/** Codes of a call that ended in its tool. A result or a log that is too large says nothing of the arguments. */
const OF_TOOL: readonly Failure['code'][] = ['tool_error', 'invalid_result', 'invalid_arguments'];

interface Open {
  readonly pending: PendingCall;
  readonly answer: RunnerAnswer & { readonly ok: false };
  readonly timer: NodeJS.Timeout;
}

type Send = (message: Extract<HostMessage, { readonly t: 'diagnose' }>, body: Buffer) => void;

/** The calls of one runner. */
export class Diagnoses {
  readonly #send: Send;
  readonly #onNone: () => void;
  readonly #verify: VerifyClaims;
  readonly #open = new Map<number, Open>();
  /** Looks that were not waited for any longer; their answers come late. */
  readonly #late = new Set<number>();

  /** `onNone` is called when the last look is over. */
  constructor(send: Send, verify: VerifyClaims, onNone: () => void) {
    this.#send = send;
    this.#verify = verify;
    this.#onNone = onNone;
  }

  /** Calls that are not answered yet. */
  get size(): number {
    return this.#open.size;
  }

  /** True if the call will be settled here, once its arguments have been looked at; else whoever asks settles it. */
  take(id: number, pending: PendingCall, answer: RunnerAnswer): boolean {
    if (answer.ok || !isWorthIt(answer.failure) || this.#open.size >= MOST_OPEN) return false;
    const timer = setTimeout(() => this.#giveUp(id), ANSWER_MS);
    this.#open.set(id, { pending, answer, timer });
    this.#send({ t: 'diagnose', id, tool: pending.tool }, pending.argumentsJson);
    return true;
  }

  /** True if the runner has been asked for this and has not answered, in time or not. */
  expects(id: number): boolean {
    return this.#open.has(id) || this.#late.has(id);
  }

  /** The runner's answer, untrusted; empty if it found nothing. */
  note(id: number, said: string): void {
    this.#late.delete(id);
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    clearTimeout(open.timer);
    const { pending, answer } = open;
    if (said === '') pending.settle(answer);
    else
      this.#verify(said, pending.argumentsJson, (violations) =>
        pending.settle({ ...answer, failure: diagnosed(answer.failure, violations) }),
      );
    if (this.#open.size === 0) this.#onNone();
  }

  #giveUp(id: number): void {
    this.note(id, '');
    this.#late.add(id);
  }

  /** The runner is gone: failures are passed on as they are. */
  end(): void {
    for (const id of [...this.#open.keys()]) this.note(id, '');
  }
}

const isWorthIt = ({ code, limit }: Failure): boolean => OF_TOOL.includes(code) && limit === undefined;

/** The failure with the blame where it belongs, and the tool's own words kept. */
const diagnosed = (failure: Failure, violations: readonly Violation[]): Failure => {
  if (violations.length === 0) return failure;
  const fault = `The arguments do not fit the tool's input schema: ${summaryOf(violations, 'input')}`;
  const detail = failure.code === 'invalid_arguments' ? fault : `${fault} The tool failed with them: ${failure.detail}`;
  return { code: 'invalid_arguments', detail, violations };
};
