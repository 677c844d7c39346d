// Work on definitions that would hold up every other request of the main thread. Front process, main thread.

import { fileURLToPath } from 'node:url';
import { SideBusy, type SidePool, type SideWork } from '../../shared/lifetime/side-pool.ts';
import { CallError, RETRY_AFTER_MS } from '../../shared/protocol/errors.ts';
import type { DefinitionsTask } from './definitions-thread.ts';

const DEFINITIONS: SideWork = {
  file: fileURLToPath(new URL('./definitions-thread.ts', import.meta.url)),
  // A task takes some 50 ms, and does not let go of the thread.
  atATime: 1,
  mostWaiting: 32,
  // The vocabulary takes 60 MB, and a list of 16 million characters twice that while it is written.
  heapMb: 512,
};

const OVERLOADED = `${DEFINITIONS.mostWaiting} other requests wait for work on definitions of tools. Ask again later. A list without "format" needs none.`;

/** Asks the thread for one task after the other. */
export class Definitions {
  readonly #side: Pick<SidePool, 'run'>;

  constructor(side: Pick<SidePool, 'run'>) {
    this.#side = side;
  }

  /** Resolves with the answer of the thread. Rejects if the thread fails, and with: overloaded. */
  async ask<Answer>(task: DefinitionsTask): Promise<Answer> {
    try {
      return await this.#side.run<DefinitionsTask, Answer>(DEFINITIONS, task);
    } catch (error) {
      if (!(error instanceof SideBusy)) throw error;
      throw new CallError('overloaded', OVERLOADED, { more: { retryAfterMs: RETRY_AFTER_MS } });
    }
  }
}
