// The vectors of all tools in one piece of memory, by a key for each text. Front process, main thread.

/** Bytes that all vectors may take: 16,000 tools with the longest vectors. */
const MOST_BYTES = 268_435_456;
/** Rows that are compared together, because each number of the query is then read once for all of them. */
const TOGETHER = 4;

/** Vectors of the same number of dimensions, each of the length 1. */
export class VectorTable {
  readonly #mostBytes: number;
  #dimensions = 0;
  #numbers = new Float32Array(0);
  readonly #rows = new Map<string, number>();
  #free: number[] = [];

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** Numbers of each vector; 0 while there is none. */
  get dimensions(): number {
    return this.#dimensions;
  }

  rowOf(key: string): number | undefined {
    return this.#rows.get(key);
  }

  /** Keeps a vector. False if it has another number of dimensions than the others, or if there is no room. `expected`: vectors that will come in all. */
  add(key: string, vector: Float32Array, expected: number): boolean {
    if (this.#rows.size === 0) this.#restart(vector.length);
    if (vector.length !== this.#dimensions) return false;
    const row = this.#rows.get(key) ?? this.#free.pop() ?? this.#grown(expected);
    if (row === undefined) return false;
    this.#numbers.set(vector, row * this.#dimensions);
    this.#rows.set(key, row);
    return true;
  }

  /** Forgets all vectors whose key is not in `keys`. Their places are used again. */
  keepOnly(keys: ReadonlySet<string>): void {
    for (const [key, row] of this.#rows) {
      if (keys.has(key)) continue;
      this.#rows.delete(key);
      this.#free.push(row);
    }
    if (this.#rows.size === 0) this.#restart(0);
  }

  clear(): void {
    this.#rows.clear();
    this.#restart(0);
  }

  /** The cosine of `query` with the vector in each of `rows`; NaN for a row of -1. `query` has as many dimensions as the table. */
  similarities(query: Float64Array, rows: Int32Array): Float32Array {
    const similar = new Float32Array(rows.length).fill(Number.NaN);
    for (let first = 0; first < rows.length; first += TOGETHER) this.#compareFour(query, rows, first, similar);
    return similar;
  }

  #restart(dimensions: number): void {
    this.#dimensions = dimensions;
    this.#numbers = new Float32Array(0);
    this.#free = [];
  }

  /** A new row, in more memory if there is none left. */
  #grown(expected: number): number | undefined {
    const row = this.#rows.size;
    const most = Math.floor(this.#mostBytes / (Float32Array.BYTES_PER_ELEMENT * this.#dimensions));
    if (row >= most) return undefined;
    if ((row + 1) * this.#dimensions > this.#numbers.length) {
      const rows = Math.min(most, Math.max(row + 1, expected, Math.ceil(row * 1.25)));
      const numbers = new Float32Array(rows * this.#dimensions);
      numbers.set(this.#numbers);
      this.#numbers = numbers;
    }
    return row;
  }

  /** Places that are missing at the end or have no vector stand for row 0, whose result is then not taken. */
  #compareFour(query: Float64Array, rows: Int32Array, first: number, similar: Float32Array): void {
    const numbers = this.#numbers;
    const dimensions = this.#dimensions;
    const start = (at: number): number => Math.max(0, rows[at] ?? 0) * dimensions;
    const [a, b, c, d] = [start(first), start(first + 1), start(first + 2), start(first + 3)];
    let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0];
    for (let at = 0; at < dimensions; at += 1) {
      const number = query[at] as number;
      sumA += (numbers[a + at] as number) * number;
      sumB += (numbers[b + at] as number) * number;
      sumC += (numbers[c + at] as number) * number;
      sumD += (numbers[d + at] as number) * number;
    }
    const sums = [sumA, sumB, sumC, sumD];
    for (let at = first; at < Math.min(first + TOGETHER, rows.length); at += 1)
      if ((rows[at] as number) >= 0) similar[at] = sums[at - first] as number;
  }
}
