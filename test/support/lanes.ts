// Runs several test cases at a time, if they mostly wait. Each case has a test of its own, which awaits its result.

/** The results by case. */
export class Lanes<Item, Result> {
  readonly #results: ReadonlyMap<Item, PromiseWithResolvers<Result>>;

  constructor(items: readonly Item[]) {
    this.#results = new Map(items.map((item) => [item, Promise.withResolvers<Result>()]));
    // A case may fail before its test awaits it.
    for (const { promise } of this.#results.values()) promise.catch(() => {});
  }

  /** Starts one lane for each queue. A lane works on its cases one after the other. Several lanes may share one iterator. */
  start(queues: readonly Iterable<Item>[], work: (item: Item) => Promise<Result>): void {
    const lane = async (queue: Iterable<Item>): Promise<void> => {
      for (const item of queue) {
        const result = this.#results.get(item);
        await work(item).then(result?.resolve, result?.reject);
      }
    };
    for (const queue of queues) void lane(queue);
  }

  /** The promise of a case's work. Throws if there is no such case. */
  resultOf(item: Item): Promise<Result> {
    const result = this.#results.get(item);
    if (result === undefined) throw new Error('no such case');
    return result.promise;
  }
}
