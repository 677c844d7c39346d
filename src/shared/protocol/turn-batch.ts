// Collects the items of one turn of the event loop and sends them at its end, because a message between threads costs more than its content.

/** Calls `send` once per turn, with the items in order. Works on the thread that made it, by `setImmediate`. */
export class TurnBatch<Item> {
  readonly #send: (items: Item[]) => void;
  #items: Item[] = [];

  constructor(send: (items: Item[]) => void) {
    this.#send = send;
  }

  add(item: Item): void {
    if (this.#items.length === 0) setImmediate(() => this.flush());
    this.#items.push(item);
  }

  /** Sends what was added, without waiting for the end of the turn. */
  flush(): void {
    const items = this.#items;
    this.#items = [];
    if (items.length > 0) this.#send(items);
  }
}
