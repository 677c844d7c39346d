// A map for what comes and goes with every call and is never much at a time.
//
// Why not `Map`: after every few entries that came and went it makes a new table, and the table before names the new one. Let a full collection find
// one of them in use, and it is in the old generation for good. From then on each dead table there keeps the next from being collected, and with it
// the calls that were in it, until the next full collection, which leaves another one behind. An array that outgrows its memory names no other.

/** Like a `Map`, in the order in which keys were first set; a search looks at each of them. */
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

  /** The first entry whose value is wanted. */
  find(isWanted: (value: Value) => boolean): readonly [key: Key, value: Value] | undefined {
    const at = this.#values.findIndex(isWanted);
    return at === -1 ? undefined : [this.#keys[at] as Key, this.#values[at] as Value];
  }

  keys(): readonly Key[] {
    return this.#keys;
  }

  /** The entries as they are now, whatever becomes of them meanwhile. */
  entries(): (readonly [key: Key, value: Value])[] {
    return this.#keys.map((key, at) => [key, this.#values[at] as Value]);
  }
}
