// Finds the addresses of a host name, and keeps them for a few seconds. Whether they may be used is for connect.ts to say, every time.

import { lookup, Resolver } from 'node:dns/promises';
import { compositeKey } from '../../../shared/text/composite-key.ts';
import type { Deadline } from './deadline.ts';
import { failed, upstreamFailed } from './refusal.ts';

/** How long answers are kept, whatever their TTL: calls close together ask once, and a change is seen soon. */
const KEPT_MS = 5_000;
const MAX_KEPT = 1_000;
/** Lookups of one plugin at a time. The system's resolver has two threads for the whole process, and no plugin may hold both. */
const SYSTEM_LOOKUPS = 1;
const SERVER_LOOKUPS = 16;
const SERVER_TIMEOUT_MS = 2_000;
const SERVER_TRIES = 2;

type Find = (hostname: string) => Promise<readonly string[]>;

interface Answer {
  readonly addresses: Promise<readonly string[]>;
  /** Milliseconds of performance.now(); undefined while it is being found. */
  expiresAt: number | undefined;
  /** Requests that wait for it. */
  wanted: number;
}

/** Looks names up with the system's resolver, or with `dnsServers` (`IP` or `IP:port`) if there are any. */
export class DnsCache {
  readonly #find: Find;
  readonly #most: number;
  readonly #answers = new Map<string, Answer>();
  readonly #turns = new Map<string, Turns>();

  constructor(dnsServers: readonly string[]) {
    const hasServers = dnsServers.length > 0;
    this.#find = hasServers ? askServers(dnsServers) : askSystem;
    this.#most = hasServers ? SERVER_LOOKUPS : SYSTEM_LOOKUPS;
  }

  /**
   * The addresses of `hostname` that were found, at least one. What one plugin found is not used for another, which could tell from the time that it
   * was there. Throws an {@link EgressRefusal}.
   */
  async addressesOf(hostname: string, pluginName: string, deadline: Deadline): Promise<readonly string[]> {
    const answer = this.#answer(hostname, pluginName);
    answer.wanted += 1;
    try {
      return await deadline.first(answer.addresses);
    } finally {
      answer.wanted -= 1;
    }
  }

  #answer(hostname: string, pluginName: string): Answer {
    const key = compositeKey(pluginName, hostname);
    const kept = this.#answers.get(key);
    if (kept && (kept.expiresAt === undefined || kept.expiresAt > performance.now())) return kept;
    const answer: Answer = {
      // Later: whoever asks counts itself first.
      addresses: Promise.resolve().then(() => this.#turnsOf(pluginName).take(() => this.#look(hostname, answer))),
      expiresAt: undefined,
      wanted: 0,
    };
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    this.#forgetOldest();
    answer.addresses.then(
      () => {
        answer.expiresAt = performance.now() + KEPT_MS;
      },
      () => {
        if (this.#answers.get(key) === answer) this.#answers.delete(key);
      },
    );
    return answer;
  }

  async #look(hostname: string, answer: Answer): Promise<readonly string[]> {
    if (answer.wanted === 0) throw failed('No request waits for this name any more.');
    const addresses = await this.#find(hostname).catch(() => []);
    if (addresses.length === 0)
      throw upstreamFailed(
        `No address was found for ${hostname}. Check the name, and whether the name servers answer.`,
      );
    return addresses;
  }

  #turnsOf(pluginName: string): Turns {
    let turns = this.#turns.get(pluginName);
    if (!turns) {
      turns = new Turns(this.#most, () => this.#turns.delete(pluginName));
      this.#turns.set(pluginName, turns);
    }
    return turns;
  }

  /** Only what has been found: whoever comes later joins what is under way. */
  #forgetOldest(): void {
    if (this.#answers.size <= MAX_KEPT) return;
    const oldest = this.#answers.entries().find(([, { expiresAt }]) => expiresAt !== undefined);
    if (oldest) this.#answers.delete(oldest[0]);
  }
}

/** Runs at most `most` tasks at a time. */
class Turns {
  readonly #most: number;
  readonly #whenEmpty: () => void;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number, whenEmpty: () => void) {
    this.#most = most;
    this.#whenEmpty = whenEmpty;
  }

  async take<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#most) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#running += 1;
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
      if (this.#running === 0) this.#whenEmpty();
    }
  }
}

const askSystem: Find = async (hostname) =>
  (await lookup(hostname, { all: true, order: 'verbatim' })).map(({ address }) => address);

const askServers = (dnsServers: readonly string[]): Find => {
  const resolver = new Resolver({ timeout: SERVER_TIMEOUT_MS, tries: SERVER_TRIES });
  resolver.setServers(dnsServers);
  return async (hostname) => {
    const found = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    return (await Promise.all(found.map((addresses) => addresses.catch(() => [])))).flat();
  };
};
