// Cases that mostly wait, worked on several at a time, each with a test of its own that awaits it.

/** Results by case. */
export class Lanes<Item, Result> {
  readonly #results: ReadonlyMap<Item, PromiseWithResolvers<Result>>;

  constructor(items: readonly Item[]) {
    this.#results = new Map(items.map((item) => [item, Promise.withResolvers<Result>()]));
    // A case may fail before its test awaits it.
    for (const { promise } of this.#results.values()) promise.catch(() => {});
  }

  /** Begins: one lane for each queue, which works on its cases one after the other. One iterator may be the queue of several lanes. */
  start(queues: readonly Iterable<Item>[], work: (item: Item) => Promise<Result>): void {
    const lane = async (queue: Iterable<Item>): Promise<void> => {
      for (const item of queue) {
        const result = this.#results.get(item);
        await work(item).then(result?.resolve, result?.reject);
      }
    };
    for (const queue of queues) void lane(queue);
  }

  /** What the work on a case resolves or rejects with. */
  resultOf(item: Item): Promise<Result> {
    const result = this.#results.get(item);
    if (result === undefined) throw new Error('no such case');
    return result.promise;
  }
}
