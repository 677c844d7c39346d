// Memory that comes and goes with the network, shared by owners: what holds most for longest has to go, of the owner that holds most. So whoever
// holds little loses nothing, whatever others do. Front process and brokers.

/** What one exchange holds for its owner. */
export interface Holding {
  /** Holds so many bytes more; it, or another, may be dropped for that. */
  hold(bytes: number): void;
  /** Holds nothing any more, and is not dropped from now on. */
  release(): void;
}

interface Held {
  readonly onDropped: () => void;
  isOpen: boolean;
  bytes: number;
  /** When its first byte came. */
  sinceMs: number;
}

interface Owner {
  readonly all: Set<Held>;
  bytes: number;
}

/** An owner may hold half of all. */
const SHARES = 2;

/** The bytes of all owners together never stay above `totalBytes`, nor those of one above half of that. `nowMs` never goes back. */
export class ByteBudget {
  readonly #totalBytes: number;
  readonly #nowMs: () => number;
  readonly #owners = new Map<string, Owner>();
  #bytes = 0;

  constructor(totalBytes: number, nowMs = (): number => performance.now()) {
    this.#totalBytes = totalBytes;
    this.#nowMs = nowMs;
  }

  /** Bytes that are held. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Opens an exchange. `onDropped` is told at most once, before `release`: what it holds must be let go at once. */
  open(ownerName: string, onDropped: () => void): Holding {
    const held: Held = { onDropped, isOpen: true, bytes: 0, sinceMs: 0 };
    return {
      hold: (bytes) => {
        if (held.isOpen) this.#hold(ownerName, held, bytes);
      },
      release: () => this.#release(ownerName, held),
    };
  }

  #hold(ownerName: string, held: Held, bytes: number): void {
    const owner = this.#owners.get(ownerName) ?? { all: new Set(), bytes: 0 };
    this.#owners.set(ownerName, owner);
    if (held.bytes === 0) held.sinceMs = this.#nowMs();
    owner.all.add(held);
    held.bytes += bytes;
    owner.bytes += bytes;
    this.#bytes += bytes;
    while (owner.bytes > this.#totalBytes / SHARES) this.#dropFrom(ownerName, owner);
    while (this.#bytes > this.#totalBytes) this.#dropFrom(...this.#greatest());
  }

  #release(ownerName: string, held: Held): void {
    held.isOpen = false;
    const owner = this.#owners.get(ownerName);
    if (!owner?.all.delete(held)) return;
    owner.bytes -= held.bytes;
    this.#bytes -= held.bytes;
    if (owner.all.size === 0) this.#owners.delete(ownerName);
  }

  /** The owner that holds most. */
  #greatest(): readonly [name: string, owner: Owner] {
    const owners = [...this.#owners];
    return owners.reduce((most, each) => (each[1].bytes > most[1].bytes ? each : most));
  }

  /** Drops the one whose bytes, times how long it has had them, are most. */
  #dropFrom(ownerName: string, { all }: Owner): void {
    const nowMs = this.#nowMs();
    const weightOf = ({ bytes, sinceMs }: Held): number => bytes * (1 + nowMs - sinceMs);
    const heaviest = [...all].reduce((most, held) => (weightOf(held) > weightOf(most) ? held : most));
    this.#release(ownerName, heaviest);
    heaviest.onDropped();
  }
}
