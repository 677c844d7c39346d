// The store in a SQLite file, which a thread of its own uses. Control thread.

import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SidePool, type SideWork } from '../../../shared/lifetime/side-pool.ts';
import type { StoreBackend, StoreReply, StoreRequest } from './backend.ts';
import type { SqliteTask } from './sqlite-thread.ts';
import type { AtATime } from './turns.ts';

const SQLITE: SideWork = {
  file: fileURLToPath(new URL('./sqlite-thread.ts', import.meta.url)),
  // Requests take turns before they come here.
  atATime: 4,
  mostWaiting: 4,
  heapMb: 256,
};
/** How long it may take to close, in milliseconds. */
const CLOSE_MS = 1_000;

export class SqliteBackend implements StoreBackend {
  /** The thread carries out one at a time. The others are ready, so that it need not wait for the next. */
  readonly atATime: AtATime = { perPlugin: 2, inAll: 4 };
  readonly answerMs = 2_000;
  readonly #file: string;
  /** Of the control thread: the main thread's would have each request wait for the main thread. */
  readonly #side = new SidePool();
  #starting: Promise<void> | undefined;

  /** `file`: absolute. */
  constructor(file: string) {
    this.#file = file;
  }

  /** The first host request starts the thread, as does the first one after a pause. A busy machine takes seconds for it. */
  start(): Promise<void> | undefined {
    if (this.#starting === undefined && this.#side.threads === 0)
      this.#starting = this.#run({ file: this.#file, request: undefined, answerBy: 0 }).then(
        () => this.#noteStarted(),
        () => this.#noteStarted(),
      );
    return this.#starting;
  }

  perform(request: StoreRequest, answerBy: number): Promise<StoreReply> {
    return this.#run({ file: this.#file, request, answerBy });
  }

  async close(): Promise<void> {
    if (this.#side.threads === 0) return;
    const closing = this.#run({ file: this.#file, request: undefined, answerBy: 0 }).catch(() => {});
    // A thread that hangs in the disk ends with its process.
    await Promise.race([closing, setTimeout(CLOSE_MS, undefined, { ref: false })]);
    await this.#side.close();
  }

  #noteStarted(): void {
    this.#starting = undefined;
  }

  #run(task: SqliteTask): Promise<StoreReply> {
    return this.#side.run<SqliteTask, StoreReply>(SQLITE, task);
  }
}
