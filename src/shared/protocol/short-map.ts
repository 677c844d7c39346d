// A map for a few entries that come and go with every call.
//
// Why not `Map`: after every few additions and deletions it makes a new table, to which the old one refers. A table in use during a full collection
// moves to the old generation, where it keeps the next ones alive, with their calls, until the next full collection. The old memory of an array does not.

/** Like a `Map`, in the order in which keys were first set. A search takes linear time. */
export class ShortMap<Key, Value> {
  readonly #keys: Key[] = [];
  readonly #values: Value[] = [];

  get size(): number {
    return this.#keys.length;
  }

  get(key: Key): Value | undefined {
    const at = this.#keys.indexOf(key);
    return at === -1 ? undefined : this.#values[at];
  }

  has(key: Key): boolean {
    return this.#keys.includes(key);
  }

  set(key: Key, value: Value): void {
    const at = this.#keys.indexOf(key);
    if (at === -1) {
      this.#keys.push(key);
      this.#values.push(value);
    } else this.#values[at] = value;
  }

  delete(key: Key): void {
    const at = this.#keys.indexOf(key);
    if (at === -1) return;
    this.#keys.splice(at, 1);
    this.#values.splice(at, 1);
  }

  clear(): void {
    this.#keys.length = 0;
    this.#values.length = 0;
  }

  /** The first entry whose value `isWanted` accepts. */
  find(isWanted: (value: Value) => boolean): readonly [key: Key, value: Value] | undefined {
    const at = this.#values.findIndex(isWanted);
    return at === -1 ? undefined : [this.#keys[at] as Key, this.#values[at] as Value];
  }

  keys(): readonly Key[] {
    return this.#keys;
  }

  /** A copy of the entries: they may be deleted while the copy is walked. */
  entries(): (readonly [key: Key, value: Value])[] {
    return this.#keys.map((key, at) => [key, this.#values[at] as Value]);
  }
}
