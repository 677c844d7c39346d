// The store in a SQLite file, on a thread of its own. Runs in the broker.

import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { StoreBackend, StoreReply, StoreRequest } from './backend.ts';
import type { SqliteTask } from './sqlite-thread.ts';

const THREAD = fileURLToPath(new URL('./sqlite-thread.ts', import.meta.url));
/** How long it may take to close, in milliseconds. */
const CLOSE_MS = 1_000;

export interface SqliteOptions {
  /** Absolute. */
  readonly file: string;
  /** How long somebody waits for an answer, in milliseconds. */
  readonly answerMs: number;
}

export class SqliteBackend implements StoreBackend {
  readonly #options: SqliteOptions;
  /** Started by the first ask. */
  #pool: Piscina<SqliteTask, StoreReply> | undefined;

  constructor(options: SqliteOptions) {
    this.#options = options;
  }

  async perform(request: StoreRequest): Promise<StoreReply> {
    const { file, answerMs } = this.#options;
    this.#pool ??= new Piscina<SqliteTask, StoreReply>({
      filename: THREAD,
      workerData: { file },
      minThreads: 1,
      maxThreads: 1,
      closeTimeout: CLOSE_MS,
    });
    return this.#pool.run({ request, answerBy: Date.now() + answerMs });
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
