// Long results are looked at by a thread beside the broker's own, which all plugins share and which keeps the clocks of their limits.

import { Worker } from 'node:worker_threads';
import { lostFailure } from '../../control/kill-reasons.ts';
import type { Failure } from '../../protocol/errors.ts';
import type { CallReport } from '../../protocol/task.ts';
import type { CallListener } from '../fleet/cordon.ts';
import { CHECKED_AT_ONCE, faultOf } from '../runner/result-text.ts';
import type { CheckTask, CheckVerdict } from './result-check-thread.ts';

const THREAD = new URL('./result-check-thread.ts', import.meta.url);

type OnChecked = (failure: Failure | undefined) => void;

interface Waiting {
  readonly task: CheckTask;
  readonly onChecked: OnChecked;
}

/** The checks of one broker. The thread is started for the first long result, and holds one text of each plugin. */
export class ResultChecks {
  /** Plugin → its results in the order they came; the thread has the first. */
  readonly #waiting = new Map<string, Waiting[]>();
  #thread: Worker | undefined;
  #nextId = 1;

  /** The listener of a call of this plugin, told of a result only once it was looked at. */
  checked(pluginName: string, levels: number, { onLines, onReport }: CallListener): CallListener {
    const onAnswer = (report: CallReport): void => {
      const { outcome } = report;
      if (!outcome.ok || outcome.resultJson.length <= CHECKED_AT_ONCE) return onReport(report);
      this.#check(pluginName, { bytes: outcome.resultJson, levels }, (failure) => {
        if (!failure) return onReport(report);
        onReport({ ...report, outcome: { ok: false, failure, usage: outcome.usage } });
      });
    };
    return { onLines, onReport: onAnswer };
  }

  /** Ends the thread; results that wait for it are lost. */
  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
    this.#loseAll();
  }

  #check(pluginName: string, task: Omit<CheckTask, 'id'>, onChecked: OnChecked): void {
    const waiting: Waiting = { task: { id: this.#nextId, ...task }, onChecked };
    this.#nextId += 1;
    const before = this.#waiting.get(pluginName);
    if (before) return void before.push(waiting);
    this.#waiting.set(pluginName, [waiting]);
    this.#send(waiting);
  }

  #send({ task }: Waiting): void {
    this.#thread ??= this.#start();
    this.#thread.postMessage(task);
  }

  #start(): Worker {
    const thread = new Worker(THREAD);
    thread.unref();
    thread.on('message', (verdict: CheckVerdict) => this.#take(verdict));
    // Nothing of a plugin's runs there: only a machine without memory ends it. The next result gets another thread.
    thread.on('error', () => {
      if (this.#thread === thread) this.#thread = undefined;
      this.#loseAll();
    });
    return thread;
  }

  #take({ id, fault }: CheckVerdict): void {
    for (const [pluginName, all] of this.#waiting) {
      if (all[0]?.task.id !== id) continue;
      const [{ task, onChecked }] = all as [Waiting];
      all.shift();
      const [next] = all;
      if (next) this.#send(next);
      else this.#waiting.delete(pluginName);
      return onChecked(fault && faultOf(fault, task.levels));
    }
  }

  #loseAll(): void {
    const lost = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    for (const { onChecked } of lost) onChecked(lostFailure('The result could not be checked. Call again.'));
  }
}
