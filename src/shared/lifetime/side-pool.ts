// The threads for work that would hold up the thread that asks for it. Any process. Decision 0059.

import pLimit, { type LimitFunction } from 'p-limit';
import { Piscina } from 'piscina';

export interface SideWork {
  /** File of the thread. Its default export does one task. */
  readonly file: string;
  /** Tasks that the thread does in turns. 1 if tasks do not let go of the thread, or if they can be aborted, which ends it. */
  readonly atATime: number;
  /** Tasks that may wait besides. */
  readonly mostWaiting: number;
  /** A thread that would need more of its heap ends. */
  readonly heapMb: number;
}

/** Thrown if too many tasks of a kind wait already. */
export class SideBusy extends Error {
  override name = 'SideBusy';
}

const IDLE_MS = 60_000;
/** A thread that hangs in the system ends with its process. */
const CLOSE_MS = 1_000;

interface Side {
  readonly limit: LimitFunction;
  readonly threads: Piscina;
}

/**
 * Each kind of work has one thread. So no kind waits for another, what the thread has loaded serves its next task, and a task that ends its thread
 * takes no other kind along. The thread starts with the first task, and ends after a minute without one.
 */
export class SidePool {
  readonly #sides = new Map<string, Side>();
  #isClosed = false;

  /** Threads that run now. */
  get threads(): number {
    let sum = 0;
    for (const { threads } of this.#sides.values()) sum += threads.threads.length;
    return sum;
  }

  /**
   * Resolves with the answer of the thread. Rejects with the task's error, with {@link SideBusy}, if `signal` is aborted, which ends the thread, and
   * if the thread ends by itself; the next task gets a new one.
   */
  async run<Task, Answer>(work: SideWork, task: Task, signal?: AbortSignal): Promise<Answer> {
    const { limit, threads } = this.#sideOf(work);
    if (limit.pendingCount >= work.mostWaiting) throw new SideBusy(`${work.mostWaiting} tasks wait already`);
    return limit(async () => {
      if (this.#isClosed) throw new Error('The threads have ended.');
      return (await threads.run(task, { filename: work.file, signal: signal ?? null })) as Answer;
    });
  }

  /** Ends the threads. Tasks that are not answered reject. Takes a second at most. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, CLOSE_MS);
    const ended = Promise.all([...this.#sides.values()].map(({ threads }) => threads.destroy()));
    await Promise.race([ended, late.promise]);
    clearTimeout(timer);
  }

  #sideOf(work: SideWork): Side {
    const known = this.#sides.get(work.file);
    if (known) return known;
    const side = { limit: pLimit(work.atATime), threads: threadFor(work) };
    this.#sides.set(work.file, side);
    return side;
  }
}

const threadFor = ({ atATime, heapMb }: SideWork): Piscina => {
  const threads = new Piscina({
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: atATime,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    // It may read untrusted text, and needs nothing of the operator's environment.
    env: {},
    // A thread that sleeps in Atomics.wait would not hear of its child processes.
    atomics: 'disabled',
    recordTiming: false,
  });
  // A thread that did not start, or ended between two tasks. What waits for it is answered with an error, and the next task starts another.
  threads.on('error', () => void threads.destroy());
  return threads;
};
