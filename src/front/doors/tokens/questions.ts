// Bounds what strangers make this server ask the issuer. Front process. Decision 0050.
//
// A question about a token is asked at the issuer's cost, and anybody can make up a token. So each network has one question under way, which waits
// first if that network has sent wrong credentials, and all networks together have a few. Tokens that held before wait for none of these: strangers
// hold up nobody who works already, not even behind the same address.

/** Questions under way at a time; those about tokens that held before have as many of their own. */
const MOST_UNDER_WAY = 8;
/** Questions of one network that wait, and of all. */
const MOST_WAITING_OF_ONE = 64;
const MOST_WAITING = 512;
/** A network with many people sends tokens that have just expired, too: each further question must not wait for long. */
const MOST_DELAY_MS = 200;

/** Whose question it is. */
export interface Asker {
  /** The network from which the token came. */
  readonly from: string;
  /** How long the answer to the last wrong credential of this network had to wait, in milliseconds; 0 if there was none. */
  readonly waitMs: () => number;
}

/** For questions that are not a stranger's. */
export const NO_STRANGER: Asker = { from: '', waitMs: () => 0 };

/** Thrown if no further question may wait. */
export class TooManyQuestions extends Error {
  override name = 'TooManyQuestions';
}

/** Asks, and never rejects. */
type Ask = () => Promise<void>;

interface Lane {
  readonly waiting: Ask[];
  readonly waitMs: Asker['waitMs'];
  /** `delayed`: the next question waits for its time. `ready`: it waits for a place. */
  state: 'idle' | 'delayed' | 'ready' | 'asking';
}

/** Calls `then` after `ms` milliseconds. */
export type After = (ms: number, then: () => void) => void;

const byTheClock: After = (ms, then) => void setTimeout(then, ms).unref();

export class Questions {
  readonly #after: After;
  /** Network → its questions. Insertion order is the order of turns: one that had its turn goes to the end. */
  readonly #lanes = new Map<string, Lane>();
  readonly #again: Ask[] = [];
  #underWay = 0;
  #againUnderWay = 0;
  #waiting = 0;

  constructor(after = byTheClock) {
    this.#after = after;
  }

  /** Asks about a token of which nothing is known. Rejects with {@link TooManyQuestions}, and as `question` does. */
  async ask<Answer>(question: () => Promise<Answer>, { from, waitMs }: Asker): Promise<Answer> {
    const lane: Lane = this.#lanes.get(from) ?? { waiting: [], waitMs, state: 'idle' };
    if (this.#waiting >= MOST_WAITING || lane.waiting.length >= MOST_WAITING_OF_ONE)
      throw new TooManyQuestions('too many questions about unknown tokens wait for their turn');
    this.#lanes.set(from, lane);
    return new Promise((resolve, reject) => {
      lane.waiting.push(() => question().then(resolve, reject));
      this.#waiting += 1;
      this.#startNext();
    });
  }

  /** Asks about a token that held before. Rejects as `question` does. */
  askAgain<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#again.push(() => question().then(resolve, reject));
      this.#startAgain();
    });
  }

  #startAgain(): void {
    if (this.#againUnderWay >= MOST_UNDER_WAY) return;
    const ask = this.#again.shift();
    if (ask === undefined) return;
    this.#againUnderWay += 1;
    void ask().then(() => {
      this.#againUnderWay -= 1;
      this.#startAgain();
    });
  }

  #startNext(): void {
    for (const [from, lane] of this.#lanes) {
      if (lane.state === 'idle') this.#prepare(lane);
      if (lane.state === 'ready' && this.#underWay < MOST_UNDER_WAY) this.#start(from, lane);
    }
  }

  #prepare(lane: Lane): void {
    const delayMs = Math.min(MOST_DELAY_MS, lane.waitMs());
    if (delayMs === 0) {
      lane.state = 'ready';
      return;
    }
    lane.state = 'delayed';
    this.#after(delayMs, () => {
      lane.state = 'ready';
      this.#startNext();
    });
  }

  #start(from: string, lane: Lane): void {
    const ask = lane.waiting.shift();
    this.#lanes.delete(from);
    if (ask === undefined) return;
    this.#waiting -= 1;
    this.#underWay += 1;
    lane.state = 'asking';
    this.#lanes.set(from, lane);
    void ask().then(() => {
      this.#underWay -= 1;
      if (lane.waiting.length === 0) this.#lanes.delete(from);
      lane.state = 'idle';
      this.#startNext();
    });
  }
}
