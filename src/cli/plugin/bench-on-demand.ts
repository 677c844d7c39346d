// A workbench that is opened by whoever needs it first: what is wrong with a folder can often be told without a sandbox.

import type { Workbench } from './workbench.ts';

export class BenchOnDemand {
  readonly #open: () => Promise<Workbench>;
  #opening: Promise<Workbench> | undefined;

  constructor(open: () => Promise<Workbench>) {
    this.#open = open;
  }

  /** The workbench, the same each time. Rejects as its opening does. */
  get(): Promise<Workbench> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** Ends its processes, if there are any. */
  async close(): Promise<void> {
    const bench = await this.#opening?.catch(() => undefined);
    await bench?.close();
  }
}
