// Runs attacks one by one against a real host that has loaded the corpus, while neighbours call all the time. Runs in the command's process.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Host, startHost } from '../../server/host.ts';
import type { Config } from '../../settings/config.ts';
import { calmToolOf, reachesOut, toolOf, writeBundles } from './bundles.ts';
import { type Answer, Caller } from './caller.ts';
import type { Attack } from './corpus.ts';
import { FarEnd } from './far-end.ts';
import { Neighbours } from './neighbours.ts';
import {
  complaintsAbout,
  complaintsAboutNeighbours,
  complaintsAboutNext,
  type Rules,
  type Verdict,
  verdictOf,
} from './verdict.ts';

const NEIGHBOUR_CALLERS = 2;
/** How long a caller waits for an answer, in addition to the time that the host may take. */
const PATIENCE_MS = 20_000;
/** A process may pass `runnerRssMb` by a fifth before the broker measures it again. */
const RSS_SLACK = 1.2;

/** The configuration of an arena's host: the given one, but on a free port of this machine, with the corpus as plugins. */
const arenaConfig = (config: Config, folder: string, grants: Config['grants']): Config => ({
  ...config,
  grants,
  store: { ...config.store, redisUrl: '', redisUrlEnv: '', shared: [], file: `${folder}.sqlite` },
  server: { ...config.server, host: '127.0.0.1', port: 0 },
  plugins: { ...config.plugins, folder },
});

const PROTOTYPES = [Object, Array, Function, String, Number, Promise, RegExp, Map, Error].map(
  ({ prototype }) => prototype,
);
const namesOnPrototypes = (): string =>
  PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype).map(String).join()).join(';');

export interface ArenaOptions {
  readonly config: Config;
  readonly attacks: readonly Attack[];
  /** `PATH` to look for the tools of the OS sandbox in. */
  readonly searchPath: string;
  readonly rules: Rules;
  /** The host's cache folder. Default: none, so the host keeps nothing. */
  readonly cacheFolder?: string;
}

interface ArenaParts {
  readonly options: ArenaOptions;
  readonly folder: string;
  readonly host: Host;
  /** Tool → most bytes that one of its calls has logged. */
  readonly logBytes: ReadonlyMap<string, number>;
  readonly farEnd: FarEnd;
}

/** How an attack went: its answers, and what was wrong with them or with what came after. */
export interface Made {
  readonly answers: readonly Answer[];
  readonly complaints: readonly string[];
}

export type MakeAttack = (attack: Attack) => Promise<Made>;

/** The far end may notice late that a request was broken off, so it is asked this often. */
const LOOKS_AT_FAR_END = 100;
const LOOK_EVERY_MS = 20;

/** A host with the corpus loaded. Make one attack at a time, because a verdict covers everything that changes meanwhile. Close it. */
export class Arena {
  readonly host: Host;
  readonly #parts: ArenaParts;
  readonly #caller: Caller;
  readonly #neighbours: Neighbours;
  readonly #prototypes = namesOnPrototypes();

  private constructor(parts: ArenaParts) {
    const { host } = parts;
    this.host = host;
    this.#parts = parts;
    this.#caller = new Caller(host.url, false);
    this.#neighbours = new Neighbours(host.url, NEIGHBOUR_CALLERS);
  }

  /** Loads every attack into a new host. Rejects with what `startHost` rejects with. */
  static async open(options: ArenaOptions): Promise<Arena> {
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-attacks-'));
    const logBytes = new Map<string, number>();
    const farEnd = await FarEnd.open();
    try {
      writeBundles(folder, options.attacks, farEnd.origin);
      const granted = { privateFetch: [farEnd.origin], store: true };
      const grants = Object.fromEntries(options.attacks.filter(reachesOut).map((attack) => [toolOf(attack), granted]));
      const host = await startHost({
        config: arenaConfig(options.config, folder, grants),
        searchPath: options.searchPath,
        // The host tries out every attack before the first one begins, and pauses none.
        triedOutAtStart: Number.POSITIVE_INFINITY,
        bounds: { quarantine: { kills: Number.POSITIVE_INFINITY } },
        ...(options.cacheFolder !== undefined && { cacheFolder: options.cacheFolder }),
        onCall: () => {},
        onGuestLog: ({ toolName }, written) => {
          // The last line of a log that was cut off is the host's.
          const lines = written.filter(({ dropped }) => dropped === undefined);
          const bytes = lines.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
          logBytes.set(toolName, Math.max(bytes, logBytes.get(toolName) ?? 0));
        },
      });
      return new Arena({ options, folder, host, logBytes, farEnd });
    } catch (error) {
      farEnd.close();
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /**
   * Makes one attack, and checks everything that it must not have changed. Never rejects because of the attack. `make`: makes it in another way than
   * by calling its tool, and checks what that way has to hold.
   */
  async run(attack: Attack, make: MakeAttack = (each) => this.#attack(each)): Promise<Verdict> {
    const sinceMs = performance.now();
    const { answers, complaints } = await make(attack);
    const neighbours = await this.#neighbours.tollSince(sinceMs);
    return verdictOf(attack, {
      outcome: [...new Set(answers.map(({ code }) => code))].join(', '),
      tookMs: Math.round(answers.reduce((longest, { tookMs }) => Math.max(longest, tookMs), 0)),
      neighbours,
      complaints: [...complaints, ...complaintsAboutNeighbours(neighbours), ...this.#complaintsAboutHost(attack)],
    });
  }

  /** The highest resident memory of any runner, and the highest allowed one, in megabytes. */
  async peakRss(): Promise<{ readonly peakRssMb: number; readonly allowedRssMb: number }> {
    const { brokers } = await this.host.status();
    const peakRssMb = Math.round(brokers.reduce((peak, broker) => Math.max(peak, broker.peakRssMb), 0));
    return { peakRssMb, allowedRssMb: Math.round(this.#parts.options.config.limits.runnerRssMb * RSS_SLACK) };
  }

  /** Ends the host and the neighbours, and removes all files. */
  async close(): Promise<void> {
    await this.#neighbours.stop();
    this.#caller.close();
    await this.host.close();
    this.#parts.farEnd.close();
    rmSync(this.#parts.folder, { recursive: true, force: true });
    for (const ending of ['', '-wal', '-shm']) rmSync(`${this.#parts.folder}.sqlite${ending}`, { force: true });
  }

  async #attack(attack: Attack): Promise<Made> {
    const limits = this.host.catalog.routes.get(toolOf(attack))?.limits;
    if (limits === undefined) return this.#refusalOf(attack);
    const patienceMs = limits.wallMs + limits.killGraceMs + limits.queueMs + PATIENCE_MS;
    const call = (): Promise<Answer> => this.#caller.call(toolOf(attack), attack.arguments, patienceMs);
    const answers = attack.together ? await Promise.all(Array.from({ length: attack.calls }, call)) : [];
    while (answers.length < attack.calls) answers.push(await call());
    const complaints = answers.flatMap((answer) => complaintsAbout(attack, answer, limits, this.#parts.options.rules));
    const next = await this.#caller.call(calmToolOf(attack), {}, patienceMs);
    complaints.push(...complaintsAboutNext(next));
    const logBytes = this.#parts.logBytes.get(toolOf(attack)) ?? 0;
    if (logBytes > limits.logBytes) complaints.push(`a call logged ${logBytes} bytes, allowed are ${limits.logBytes}`);
    complaints.push(...(await this.#complaintsAboutFarEnd(attack)));
    return { answers, complaints };
  }

  /** Complains if requests of a call are still under way two seconds after the call has ended. */
  async #complaintsAboutFarEnd(attack: Attack): Promise<readonly string[]> {
    const underWay = (): number => this.#parts.farEnd.underWayOf(toolOf(attack));
    for (let look = 0; look < LOOKS_AT_FAR_END && underWay() > 0; look += 1) await setTimeout(LOOK_EVERY_MS);
    return underWay() === 0 ? [] : [`${underWay()} of its requests are still under way`];
  }

  #refusalOf(attack: Attack): Made {
    const refusal = this.host.catalog.refused.find(({ bundle }) => bundle === toolOf(attack));
    const answer: Answer = { code: 'refused', tookMs: 0 };
    if (!refusal) return { answers: [], complaints: ['the bundle was neither loaded nor refused'] };
    const { where, reason } = refusal;
    const complaints = attack.expects.includes('refused') ? [] : [`refused at load: ${where}: ${reason}`];
    return { answers: [answer], complaints };
  }

  #complaintsAboutHost(attack: Attack): readonly string[] {
    return namesOnPrototypes() === this.#prototypes ? [] : [`the host's own prototypes changed at ${toolOf(attack)}`];
  }
}
