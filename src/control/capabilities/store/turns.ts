// Decides which host request the store gets next. Plugins take turns, and so do the calls of a plugin, so that a flood of host requests
// makes only its own call and its own plugin wait. Few are under way at a time, in all and per plugin. The others wait here, so that one
// whose call has ended is dropped before it costs anything. Control thread.
//
// In one line by arrival, one call with its 1,000 host requests kept every other plugin waiting for seconds. The file's thread and Redis work on
// one request after the other, and what was handed over cannot be taken back, so few are handed over: two per plugin and four in all to the file,
// four and sixteen to Redis.
//
// Room: all requests together hold 200,000,000 characters, and one plugin may hold as much as is left free, so a newcomer always finds room.
// Time: while others ask, a plugin gets a quarter of the file thread's time after a burst of 20 ms; with turns alone, a flood of long lists kept
// a neighbour waiting for a CPU. A request is charged at most 4 ms, because only a slow disk makes it longer.
//
// Blame: a request that waited 5 s behind answered requests of its own plugin is refused with `QuotaExceededError` (fault `plugin`). If none of
// its plugin was answered, the fault is the host's.
//
// Rejected: a limit for each call, because a plugin has up to 128 calls; a thread for each plugin, because writers of one file wait for each
// other anyway. Several server processes with one file wait by SQLite's rules, not in turns.

/** Host requests that a backend may have under way. */
export interface AtATime {
  readonly perPlugin: number;
  readonly inAll: number;
}

/** How a host request ended, as far as the turns of others depend on it. */
export interface Done {
  /** True if the host request was answered, also by a refusal. */
  readonly isAnswered: boolean;
  /** How long the store could serve nobody else, in milliseconds. */
  readonly busyMs: number;
}

/** Share of the store's time that a plugin gets while others use it as well. */
const SHARE_BESIDE_OTHERS = 1 / 4;
/** Time of the store that a plugin may use at once after a pause, in milliseconds. */
const BURST_MS = 20;
/** The most that one host request is charged, in milliseconds. It takes longer only if the disk is slow, which is not its plugin's fault. */
const MOST_CHARGED_MS = 4;
/** A plugin counts as a user of the store for this long after its last host request. */
const RECENT_MS = 1_000;
/** Characters of host requests, waiting and under way, of all plugins. If a disk stalled, they would pile up without a limit. */
const MOST_CHARACTERS = 200_000_000;

export interface Asker {
  readonly pluginName: string;
  readonly callId: string;
}

export interface Turn {
  /** Drops it if its turn has not come. */
  leave(): void;
  /** True once its turn has come. */
  readonly hasCome: boolean;
  /** Host requests of its plugin that were answered since it was taken in. */
  readonly answeredSince: number;
}

interface Entry {
  readonly asker: Asker;
  readonly characters: number;
  readonly work: () => Promise<Done>;
}

interface Lane {
  underWay: number;
  /** When its host requests would all have ended at the pace of {@link SHARE_BESIDE_OTHERS}. */
  evenMs: number;
  lastMs: number;
  characters: number;
  answered: number;
  /** Call → its waiting host requests. Insertion order is the order of turns: a call that had its turn goes to the end. */
  readonly lines: Map<string, Set<Entry>>;
}

export class Turns {
  readonly #atATime: AtATime;
  readonly #mostCharacters: number;
  readonly #nowMs: () => number;
  /** Plugins that use the store, or did recently. Insertion order is the order of turns. */
  readonly #lanes = new Map<string, Lane>();
  #timer: NodeJS.Timeout | undefined;
  #underWay = 0;
  #characters = 0;

  /** `nowMs` never goes back. */
  constructor(atATime: AtATime, mostCharacters: number = MOST_CHARACTERS, nowMs = (): number => performance.now()) {
    this.#atATime = atATime;
    this.#mostCharacters = mostCharacters;
    this.#nowMs = nowMs;
  }

  /** True if host requests of the plugin wait or are under way. */
  holds(pluginName: string): boolean {
    const lane = this.#lanes.get(pluginName);
    return lane !== undefined && holdsSome(lane);
  }

  /**
   * Calls `work` when its turn has come. Its place is free again when the promise of `work` fulfils; that promise must not reject. Undefined if there is
   * no room: a plugin may hold as many characters as are left free for the others, so that the others always find room.
   */
  take(asker: Asker, characters: number, work: () => Promise<Done>): Turn | undefined {
    const { pluginName } = asker;
    const held = this.#lanes.get(pluginName)?.characters ?? 0;
    if (held + characters > this.#mostCharacters - this.#characters) return undefined;
    const lane = this.#laneOf(pluginName);
    const entry: Entry = { asker, characters, work };
    const line = lane.lines.get(asker.callId) ?? new Set();
    line.add(entry);
    lane.lines.set(asker.callId, line);
    lane.characters += characters;
    this.#characters += characters;
    const answeredBefore = lane.answered;
    this.#startNext();
    return {
      leave: () => {
        if (removeFrom(lane, entry)) this.#forget(lane, entry);
      },
      get hasCome() {
        return !lane.lines.get(asker.callId)?.has(entry);
      },
      get answeredSince() {
        return lane.answered - answeredBefore;
      },
    };
  }

  #laneOf(pluginName: string): Lane {
    const known = this.#lanes.get(pluginName);
    if (known) return known;
    const lane: Lane = {
      underWay: 0,
      evenMs: Number.NEGATIVE_INFINITY,
      lastMs: this.#nowMs(),
      characters: 0,
      answered: 0,
      lines: new Map(),
    };
    this.#lanes.set(pluginName, lane);
    return lane;
  }

  /** Starts as many host requests as may be under way, one plugin after the other. */
  #startNext(): void {
    clearTimeout(this.#timer);
    const nowMs = this.#nowMs();
    const isAlone = this.#dropQuiet(nowMs) === 1;
    let restMs = Number.POSITIVE_INFINITY;
    // A lane that had its turn goes to the end of the map, so this loop reaches it again until nothing more can start.
    for (const [pluginName, lane] of this.#lanes) {
      if (this.#underWay >= this.#atATime.inAll) return;
      if (lane.lines.size === 0 || lane.underWay >= this.#atATime.perPlugin) continue;
      if (!isAlone && lane.evenMs > nowMs) {
        restMs = Math.min(restMs, lane.evenMs - nowMs);
        continue;
      }
      const entry = takeFirst(lane);
      if (!entry) continue;
      this.#lanes.delete(pluginName);
      this.#lanes.set(pluginName, lane);
      this.#start(lane, entry);
    }
    if (restMs < Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.#startNext(), Math.ceil(restMs)).unref();
  }

  /** Forgets plugins that have not used the store for a while. Returns how many are left. */
  #dropQuiet(nowMs: number): number {
    for (const [pluginName, lane] of this.#lanes)
      if (!holdsSome(lane) && nowMs - lane.lastMs > RECENT_MS) this.#lanes.delete(pluginName);
    return this.#lanes.size;
  }

  #start(lane: Lane, entry: Entry): void {
    lane.underWay += 1;
    this.#underWay += 1;
    void entry.work().then(({ isAnswered, busyMs }) => {
      lane.underWay -= 1;
      if (isAnswered) lane.answered += 1;
      lane.lastMs = this.#nowMs();
      lane.evenMs = evenAfter(lane, busyMs);
      this.#underWay -= 1;
      this.#forget(lane, entry);
      this.#startNext();
    });
  }

  #forget(lane: Lane, { characters }: Entry): void {
    lane.characters -= characters;
    this.#characters -= characters;
  }
}

/** At most a burst ahead, so that a plugin does not pay later for the time that it used while it was alone. */
const evenAfter = ({ evenMs, lastMs }: Lane, busyMs: number): number => {
  const burstMs = BURST_MS / SHARE_BESIDE_OTHERS;
  const chargedMs = Math.min(busyMs, MOST_CHARGED_MS) / SHARE_BESIDE_OTHERS;
  return Math.min(Math.max(evenMs, lastMs - burstMs) + chargedMs, lastMs + burstMs);
};

const holdsSome = ({ underWay, lines }: Lane): boolean => underWay > 0 || lines.size > 0;

/** Takes the next host request, of the call whose turn it is. */
const takeFirst = (lane: Lane): Entry | undefined => {
  for (const [callId, line] of lane.lines) {
    const [entry] = line;
    if (!entry) continue;
    removeFrom(lane, entry);
    if (lane.lines.delete(callId)) lane.lines.set(callId, line);
    return entry;
  }
  return undefined;
};

/** False if it is no longer there. */
const removeFrom = (lane: Lane, entry: Entry): boolean => {
  const { callId } = entry.asker;
  const line = lane.lines.get(callId);
  if (!line?.delete(entry)) return false;
  if (line.size === 0) lane.lines.delete(callId);
  return true;
};
