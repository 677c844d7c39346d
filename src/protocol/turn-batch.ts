// Collects what one turn of the event loop has to say, and says it at the end of the turn: a message between threads costs more than
// what is in it.

export class TurnBatch<Item> {
  readonly #send: (items: Item[]) => void;
  #items: Item[] = [];

  constructor(send: (items: Item[]) => void) {
    this.#send = send;
  }

  add(item: Item): void {
    if (this.#items.length === 0) setImmediate(() => this.#flush());
    this.#items.push(item);
  }

  #flush(): void {
    const items = this.#items;
    this.#items = [];
    if (items.length > 0) this.#send(items);
  }
}
