// Has a runner list all violations in the arguments of a refused call, before the caller gets the refusal. Main thread.
//
// The check that each call passes stops at the first violation, because it costs every call. An agent that is told one at a time needs as many
// calls as it made mistakes, so the answer lists all of them. Nothing is ever coerced.
//
// The list is made in an isolate that no plugin code enters, with a second validator that collects all errors, on nobody's clock
// (src/cell/runner/isolates/diagnosis.ts). If it passes its limits, the first violation alone is looked for. The host believes only what it can
// verify in the arguments (src/control/violations.ts).
//
// What remains: a plugin can write a schema that nothing fits and blame its callers, but the schema is public and each violation names its place.
// If a busy runner does not answer in time, the refusal keeps its first violation.

import type { Control } from '../../control/control.ts';
import { summaryOf } from '../../control/violations.ts';
import type { Failure, Violation } from '../../shared/protocol/errors.ts';
import type { BrokerCall } from './broker-call.ts';
import type { RunnerOutbox } from './runner-outbox.ts';
import type { RunnerOutcome } from './runner-outcome.ts';

/** How long a caller waits at most: the runner may be busy with another call. */
const ANSWER_MS = 1_000;
/** Checks of one runner at a time. Further refusals keep their first violation. */
const MOST_OPEN = 16;

interface Open {
  readonly call: Pick<BrokerCall, 'id' | 'tool' | 'task' | 'settle'>;
  readonly outcome: RunnerOutcome & { readonly ok: false };
  readonly timer: NodeJS.Timeout;
}

/** The checks of one runner. Each call that it takes is settled exactly once, after at most a second. */
export class Diagnoses {
  readonly #outbox: Pick<RunnerOutbox, 'send'>;
  readonly #control: Pick<Control, 'argumentViolations'>;
  readonly #onAllDone: () => void;
  readonly #open = new Map<number, Open>();
  /** Checks that took too long; their answers still come. */
  readonly #late = new Set<number>();

  /** `onAllDone` is called if no check is left. */
  constructor(outbox: Pick<RunnerOutbox, 'send'>, control: Pick<Control, 'argumentViolations'>, onAllDone: () => void) {
    this.#outbox = outbox;
    this.#control = control;
    this.#onAllDone = onAllDone;
  }

  /** Checks that are not over yet. */
  get size(): number {
    return this.#open.size;
  }

  /** True if the call will be settled here with all violations. If false, the caller of this method settles it. */
  take(call: Open['call'], outcome: Open['outcome']): boolean {
    if (outcome.failure.code !== 'invalid_arguments' || this.#open.size >= MOST_OPEN) return false;
    const { id, tool, task } = call;
    const timer = setTimeout(() => this.#giveUp(id), ANSWER_MS);
    this.#open.set(id, { call, outcome, timer });
    this.#outbox.send({ t: 'diagnose', id, tool }, task.argumentsJson);
    return true;
  }

  /** True if the runner was asked about this call and has not answered yet. */
  expects(id: number): boolean {
    return this.#open.has(id) || this.#late.has(id);
  }

  /** `claims`: the runner's answer, untrusted; empty if it found nothing. */
  note(id: number, claims: string): void {
    this.#late.delete(id);
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    clearTimeout(open.timer);
    const { call, outcome } = open;
    if (claims === '') call.settle(outcome);
    else
      this.#control.argumentViolations(claims, call.task.argumentsJson, (violations) =>
        call.settle({ ...outcome, failure: diagnosed(outcome.failure, violations) }),
      );
    if (this.#open.size === 0) this.#onAllDone();
  }

  #giveUp(id: number): void {
    this.note(id, '');
    this.#late.add(id);
  }

  /** The runner has ended: refusals keep their first violation. */
  end(): void {
    for (const id of [...this.#open.keys()]) this.note(id, '');
  }
}

/** The failure with all violations. It stays as it is if the host can verify none of them. */
const diagnosed = (failure: Failure, violations: readonly Violation[]): Failure => {
  if (violations.length === 0) return failure;
  const detail = `The arguments do not fit the tool's input schema: ${summaryOf(violations, 'input')}`;
  return { code: 'invalid_arguments', detail, violations };
};
