// Numbers routes on a link between two threads of the front process: a route crosses once, and afterwards only its number does.

/** The sender's side. Compares routes by identity. */
export class RouteNumbers<Route extends object> {
  readonly #most: number;
  readonly #onForget: () => void;
  #numbers = new WeakMap<Route, number>();
  #count = 0;

  /** `most`: number of routes that the other side keeps. After that many, `onForget` is called: the other side must forget all, and numbers start again. */
  constructor(most: number, onForget: () => void) {
    this.#most = most;
    this.#onForget = onForget;
  }

  /** The number of a route that the other side knows; undefined if the route is new to it. */
  get(route: Route): number | undefined {
    return this.#numbers.get(route);
  }

  /** Numbers a route that is new to the other side. */
  add(route: Route): number {
    if (this.#count >= this.#most) {
      this.clear();
      this.#onForget();
    }
    this.#count += 1;
    this.#numbers.set(route, this.#count);
    return this.#count;
  }

  /** Forgets all numbers, because a new other side knows none. */
  clear(): void {
    this.#numbers = new WeakMap();
    this.#count = 0;
  }
}
