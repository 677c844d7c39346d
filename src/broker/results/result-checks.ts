// Sends long results to a thread that checks them, because the broker's own thread serves all plugins and keeps the clocks of their limits.

import { Worker } from 'node:worker_threads';
import { lostFailure } from '../../control/kill-reasons.ts';
import type { Failure } from '../../shared/protocol/errors.ts';
import type { CallListener } from '../../shared/protocol/task.ts';
import { CHECKED_AT_ONCE, faultOf } from '../runner/result-text.ts';
import type { CheckTask, CheckVerdict } from './result-check-thread.ts';

const THREAD = new URL('./result-check-thread.ts', import.meta.url);

type OnChecked = (failure: Failure | undefined) => void;

interface Queued {
  readonly task: CheckTask;
  readonly onChecked: OnChecked;
}

/** The checks of one broker. The first long result starts the thread, which has at most one text of each plugin. */
export class ResultChecks {
  /** Plugin → its results in order of arrival; the thread has the first. */
  readonly #queued = new Map<string, Queued[]>();
  #thread: Worker | undefined;
  #nextId = 1;

  /** A listener that passes a long result on to `listener` after it was checked. */
  checked(pluginName: string, levels: number, listener: CallListener): CallListener {
    return {
      onLines: (lines) => listener.onLines(lines),
      onOutcome: (outcome, lines) => {
        if (!outcome.ok || outcome.resultJson.length <= CHECKED_AT_ONCE) return listener.onOutcome(outcome, lines);
        this.#check(pluginName, { bytes: outcome.resultJson, levels }, (failure) =>
          listener.onOutcome(failure ? { ok: false, failure, usage: outcome.usage } : outcome, lines),
        );
      },
    };
  }

  /** Ends the thread. Results that it has not checked end as `runner_lost`. */
  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
    this.#loseAll();
  }

  #check(pluginName: string, task: Omit<CheckTask, 'id'>, onChecked: OnChecked): void {
    const queued: Queued = { task: { id: this.#nextId, ...task }, onChecked };
    this.#nextId += 1;
    const before = this.#queued.get(pluginName);
    if (before) return void before.push(queued);
    this.#queued.set(pluginName, [queued]);
    this.#send(queued);
  }

  #send({ task }: Queued): void {
    this.#thread ??= this.#start();
    this.#thread.postMessage(task);
  }

  #start(): Worker {
    const thread = new Worker(THREAD);
    thread.unref();
    thread.on('message', (verdict: CheckVerdict) => this.#take(verdict));
    // No plugin code runs there, so only lack of memory ends it. The next result starts another thread.
    thread.on('error', () => {
      if (this.#thread === thread) this.#thread = undefined;
      this.#loseAll();
    });
    return thread;
  }

  #take({ id, fault }: CheckVerdict): void {
    for (const [pluginName, all] of this.#queued) {
      if (all[0]?.task.id !== id) continue;
      const [{ task, onChecked }] = all as [Queued];
      all.shift();
      const [next] = all;
      if (next) this.#send(next);
      else this.#queued.delete(pluginName);
      return onChecked(fault && faultOf(fault, task.levels));
    }
  }

  #loseAll(): void {
    const lost = [...this.#queued.values()].flat();
    this.#queued.clear();
    for (const { onChecked } of lost) onChecked(lostFailure('The result could not be checked. Call again.'));
  }
}
