// Whose question the store is asked next. Plugins take turns, and within a plugin its calls do, so that a flood of questions makes
// its own call and its own plugin wait, and nobody else. Few questions are under way at a time, in all and of a plugin; the others
// wait here, where one whose call is over can still be dropped before it costs anything. Runs in the broker.

/** Questions that a backend is asked at a time. */
export interface AtATime {
  readonly perPlugin: number;
  readonly inAll: number;
}

/** What a question came to, for the turns of others. */
export interface Done {
  /** Somebody was answered, if only with a refusal. */
  readonly isAnswered: boolean;
  /** Time for which nobody else could be, in milliseconds. */
  readonly busyMs: number;
}

/** Of the store's time, a plugin has so much while others ask as well. */
const SHARE_BESIDE_OTHERS = 1 / 4;
/** Time of the store that a plugin may use at once after a while without, in milliseconds. */
const BURST_MS = 20;
/** Of one question at most: it takes longer only if the disk does, which is not its plugin's doing. */
const MOST_CHARGED_MS = 4;
/** Who has asked within so long counts as one who asks. */
const RECENT_MS = 1_000;
/** Characters of questions, waiting and under way, all plugins together: where a disk stalls they would pile up. */
const MOST_CHARACTERS = 200_000_000;

export interface Asker {
  readonly pluginName: string;
  readonly callId: string;
}

/** A question that has come. */
export interface Turn {
  /** Drops it if its turn has not come. */
  leave(): void;
  /** True once its turn has come. */
  readonly hasCome: boolean;
  /** Questions of its plugin that were answered since it came. */
  readonly answeredSince: number;
}

interface Entry {
  readonly asker: Asker;
  readonly characters: number;
  readonly work: () => Promise<Done>;
}

interface Lane {
  underWay: number;
  /** When its questions would all have been done at the pace of {@link SHARE_BESIDE_OTHERS}. */
  evenMs: number;
  lastMs: number;
  characters: number;
  answered: number;
  /** Call → its questions that wait. Insertion order is the order of turns: a call that had one goes to the end. */
  readonly lines: Map<string, Set<Entry>>;
}

export class Turns {
  readonly #atATime: AtATime;
  readonly #mostCharacters: number;
  readonly #nowMs: () => number;
  /** Plugins that ask or have asked recently; insertion order is the order of turns. */
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

  /** True if questions of the plugin wait or are under way. */
  holds(pluginName: string): boolean {
    const lane = this.#lanes.get(pluginName);
    return lane !== undefined && holdsSome(lane);
  }

  /**
   * Calls `work` once its turn has come; its place is free again when the promise settles, and never by a rejection. Undefined if there is
   * no room for it: what a plugin holds may be as long as what is left free for the others, so that these always find some.
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

  /** Starts as many as may be under way, one plugin after the other. */
  #startNext(): void {
    clearTimeout(this.#timer);
    const nowMs = this.#nowMs();
    const isAlone = this.#dropQuiet(nowMs) === 1;
    let restMs = Number.POSITIVE_INFINITY;
    // A lane that had its turn comes up again at the end, until there is nothing more to start.
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

  /** Forgets plugins that have not asked for a while; how many are left. */
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

/** No further ahead than a burst: what a plugin used while it was alone is not held against it when another comes. */
const evenAfter = ({ evenMs, lastMs }: Lane, busyMs: number): number => {
  const burstMs = BURST_MS / SHARE_BESIDE_OTHERS;
  const chargedMs = Math.min(busyMs, MOST_CHARGED_MS) / SHARE_BESIDE_OTHERS;
  return Math.min(Math.max(evenMs, lastMs - burstMs) + chargedMs, lastMs + burstMs);
};

const holdsSome = ({ underWay, lines }: Lane): boolean => underWay > 0 || lines.size > 0;

/** Takes the next question out, of the call whose turn it is. */
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

/** False where it is not there any more. */
const removeFrom = (lane: Lane, entry: Entry): boolean => {
  const { callId } = entry.asker;
  const line = lane.lines.get(callId);
  if (!line?.delete(entry)) return false;
  if (line.size === 0) lane.lines.delete(callId);
  return true;
};
