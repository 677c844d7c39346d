// Has long results checked in a thread of their own, because the broker's own thread serves all plugins and keeps the clocks of their limits.
//
// Results above 65,536 characters go there, plugins take turns slice by slice, and the thread holds one result of each. Rejected: slices on the
// thread that has all calls, which cost as much there and delay every answer; a thread for each plugin, which takes ten megabytes each. Costs:
// two copies of a long result, and some milliseconds for its way.

import { fileURLToPath } from 'node:url';
import { lostFailure } from '../../control/kill-reasons.ts';
import type { SidePool, SideWork } from '../../shared/lifetime/side-pool.ts';
import type { Failure } from '../../shared/protocol/errors.ts';
import { faultOf } from '../runner/runner-outcome.ts';
import type { CheckTask, CheckVerdict } from './result-check-thread.ts';

const CHECKS: SideWork = {
  file: fileURLToPath(new URL('./result-check-thread.ts', import.meta.url)),
  atATime: 64,
  // Each belongs to a call that has a place, so there are never more than calls in flight.
  mostWaiting: 100_000,
  heapMb: 256,
};

type OnChecked = (failure: Failure | undefined) => void;

/** The checks of one broker. */
export class ResultChecks {
  readonly #side: Pick<SidePool, 'run'>;
  /** Plugin → its last result. The thread has at most one result of each plugin. */
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #waiting = new Set<OnChecked>();

  constructor(side: Pick<SidePool, 'run'>) {
    this.#side = side;
  }

  /** Results that are not checked yet end as `runner_lost`. */
  close(): void {
    for (const onChecked of this.#waiting) this.#end(onChecked, UNCHECKED);
  }

  /** Calls `onChecked` once, with the failure of a result that is not JSON in UTF-8 of at most `levels` levels. */
  check(pluginName: string, task: CheckTask, onChecked: OnChecked): void {
    this.#waiting.add(onChecked);
    const before = this.#last.get(pluginName) ?? Promise.resolve();
    const checking = before.then(() => this.#verdictOn(task));
    this.#last.set(pluginName, checking);
    void checking.then((failure) => {
      if (this.#last.get(pluginName) === checking) this.#last.delete(pluginName);
      this.#end(onChecked, failure);
    });
  }

  /** Never rejects. Only lack of memory ends the thread, because no plugin code runs there. */
  async #verdictOn(task: CheckTask): Promise<Failure | undefined> {
    try {
      const fault = await this.#side.run<CheckTask, CheckVerdict>(CHECKS, task);
      return fault && faultOf(fault, task.levels);
    } catch {
      return UNCHECKED;
    }
  }

  #end(onChecked: OnChecked, failure: Failure | undefined): void {
    if (this.#waiting.delete(onChecked)) onChecked(failure);
  }
}

const UNCHECKED = lostFailure('The result could not be checked. Call again.');
