// Shares the memory of network bodies between owners. If it runs out, the owner that holds most loses its largest and oldest holding, so that
// owners that hold little lose nothing. Runs in the front process.
//
// Each exchange was within its own cap, and nothing counted them together: 120 callers of one tool whose server sent 3.9 of 4 MB and then waited
// took the front process past a gigabyte. So `heldBytes` (bodies that arrive, replies that are not read) and `heldResponseBytes` (responses for
// tools) are budgets over all, and one owner (a caller, a network, a plugin) may hold half. Past that, the owner that holds most loses the exchange whose
// bytes times age are most. Whoever is quick is never the heaviest, so honest large bodies pass beside any number of unfinished ones, and an
// owner with less than an equal share loses nothing.
//
// Not counted: arguments of queued calls (`pool.maxQueued` bounds them) and what is on its way between runner and host. How fast responses are
// read is bounded in src/control/capabilities/egress/pace.ts.
//
// Rejected: waiting, because the slowest would never let go; refusing the newcomer, which is what an attacker wants; reserving the largest size
// ahead, which refuses small responses.

/** The bytes that one exchange holds for its owner. */
export interface Holding {
  /** Adds bytes. This holding, or another, may be dropped for that. */
  hold(bytes: number): void;
  /** Ends the holding: it counts no bytes any more and is not dropped from now on. */
  release(): void;
}

interface Held {
  readonly onDropped: () => void;
  isOpen: boolean;
  bytes: number;
  /** Time of its first byte, as `nowMs` gives it. */
  sinceMs: number;
}

interface Owner {
  readonly all: Set<Held>;
  bytes: number;
}

/** An owner may hold half of all bytes. */
const SHARES = 2;

/** Keeps the bytes of all owners together within `totalBytes`, and those of one owner within half of that. `nowMs` never goes back. */
export class ByteBudget {
  readonly #totalBytes: number;
  readonly #nowMs: () => number;
  readonly #owners = new Map<string, Owner>();
  #bytes = 0;

  constructor(totalBytes: number, nowMs = (): number => performance.now()) {
    this.#totalBytes = totalBytes;
    this.#nowMs = nowMs;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Opens an exchange. `onDropped` is called at most once, before `release`: the exchange must free its bytes at once. */
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
    return owners.reduce((most, owner) => (owner[1].bytes > most[1].bytes ? owner : most));
  }

  /** Drops the holding with the largest product of bytes and time. */
  #dropFrom(ownerName: string, { all }: Owner): void {
    const nowMs = this.#nowMs();
    const weightOf = ({ bytes, sinceMs }: Held): number => bytes * (1 + nowMs - sinceMs);
    const heaviest = [...all].reduce((most, held) => (weightOf(held) > weightOf(most) ? held : most));
    this.#release(ownerName, heaviest);
    heaviest.onDropped();
  }
}
