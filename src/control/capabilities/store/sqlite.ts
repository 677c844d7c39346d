// The store in a SQLite file, which a thread of its own uses. Control thread.

import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { StoreBackend, StoreReply, StoreRequest } from './backend.ts';
import type { SqliteTask } from './sqlite-thread.ts';
import type { AtATime } from './turns.ts';

const THREAD = fileURLToPath(new URL('./sqlite-thread.ts', import.meta.url));
/** How long it may take to close, in milliseconds. */
const CLOSE_MS = 1_000;

export class SqliteBackend implements StoreBackend {
  /** The thread carries out one at a time. The others are ready, so that it need not wait for the next. */
  readonly atATime: AtATime = { perPlugin: 2, inAll: 4 };
  readonly #file: string;
  /** Started by the first host request. */
  #pool: Piscina<SqliteTask, StoreReply> | undefined;

  /** `file`: absolute. */
  constructor(file: string) {
    this.#file = file;
  }

  async perform(request: StoreRequest, answerBy: number): Promise<StoreReply> {
    this.#pool ??= new Piscina<SqliteTask, StoreReply>({
      filename: THREAD,
      workerData: { file: this.#file },
      minThreads: 1,
      maxThreads: 1,
      closeTimeout: CLOSE_MS,
    });
    return this.#pool.run({ request, answerBy });
  }

  async close(): Promise<void> {
    const pool = this.#pool;
    if (!pool) return;
    try {
      await Promise.race([
        pool.run({ request: undefined, answerBy: 0 }),
        new Promise((resolve) => void setTimeout(resolve, CLOSE_MS).unref()),
      ]);
      await pool.close({ force: true });
    } catch {
      // A thread that hangs in the disk ends with its process.
    }
  }
}
