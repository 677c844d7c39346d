// A real host with the whole corpus loaded, neighbours that call all the time, and attacks made one by one.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { type Host, startHost } from '../host.ts';
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
/** Over everything the host may take, until a caller believes that there will be no answer. */
const PATIENCE_MS = 20_000;
/** Beside `runnerRssMb`, what a process may reach between two looks at it: a fifth. */
const RSS_SLACK = 1.2;

/** The configuration an arena runs under: the given one, on a free port of this machine, with the corpus for plugins and no pauses. */
const arenaConfig = (config: Config, folder: string, grants: Config['grants']): Config => ({
  ...config,
  grants,
  store: { ...config.store, kind: 'sqlite', file: `${folder}.sqlite` },
  server: { ...config.server, host: '127.0.0.1', port: 0 },
  // Every attack is to have been tried out before the first one begins.
  plugins: { ...config.plugins, folder, tryOutAtStart: 1_000 },
  // A pause would answer in place of the plugin that is to be looked at.
  quarantine: { ...config.quarantine, kills: 1_000 },
});

const PROTOTYPES = [Object, Array, Function, String, Number, Promise, RegExp, Map, Error].map(
  ({ prototype }) => prototype,
);
const namesOnPrototypes = (): string =>
  PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype).map(String).join()).join(';');

export interface ArenaOptions {
  readonly config: Config;
  readonly attacks: readonly Attack[];
  readonly searchPath: string;
  readonly rules: Rules;
  /** As the host's own; nothing is kept without it. */
  readonly cacheFolder?: string;
}

interface ArenaParts {
  readonly options: ArenaOptions;
  readonly folder: string;
  readonly host: Host;
  readonly logBytes: Map<string, number>;
  readonly farEnd: FarEnd;
}

/** What a request that is broken off takes to be noticed at its far end. */
const LOOKS_AT_FAR_END = 100;
const LOOK_EVERY_MS = 20;

export class Arena {
  readonly host: Host;
  readonly #options: ArenaOptions;
  readonly #folder: string;
  readonly #caller: Caller;
  readonly #neighbours: Neighbours;
  readonly #logBytes: Map<string, number>;
  readonly #farEnd: FarEnd;
  readonly #prototypes = namesOnPrototypes();

  private constructor({ options, folder, host, logBytes, farEnd }: ArenaParts) {
    this.#options = options;
    this.#folder = folder;
    this.host = host;
    this.#logBytes = logBytes;
    this.#farEnd = farEnd;
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

  /** Makes one attack and looks at everything it must not have touched. Never rejects for what the attack did. */
  async run(attack: Attack): Promise<Verdict> {
    const skipped = this.#reasonToSkip(attack);
    if (skipped !== undefined) {
      const neighbours = { calls: 0, failures: [], slowestMs: 0 };
      return verdictOf(attack, { outcome: 'skipped', tookMs: 0, neighbours, complaints: [], skipped });
    }
    const sinceMs = performance.now();
    const { answers, complaints } = await this.#attack(attack);
    const neighbours = await this.#neighbours.tollSince(sinceMs);
    return verdictOf(attack, {
      outcome: [...new Set(answers.map(({ code }) => code))].join(', '),
      tookMs: Math.round(answers.reduce((longest, { tookMs }) => Math.max(longest, tookMs), 0)),
      neighbours,
      complaints: [...complaints, ...complaintsAboutNeighbours(neighbours), ...this.#complaintsAboutHost(attack)],
    });
  }

  /** Highest resident memory of any runner, and the most it may be. Megabytes. */
  async peakRss(): Promise<{ readonly peakRssMb: number; readonly allowedRssMb: number }> {
    const { brokers } = await this.host.status();
    const peakRssMb = Math.round(brokers.reduce((peak, broker) => Math.max(peak, broker.peakRssMb), 0));
    return { peakRssMb, allowedRssMb: Math.round(this.#options.config.limits.runnerRssMb * RSS_SLACK) };
  }

  async close(): Promise<void> {
    await this.#neighbours.stop();
    this.#caller.close();
    await this.host.close();
    this.#farEnd.close();
    rmSync(this.#folder, { recursive: true, force: true });
    for (const ending of ['', '-wal', '-shm']) rmSync(`${this.#folder}.sqlite${ending}`, { force: true });
  }

  #reasonToSkip({ needs }: Attack): string | undefined {
    return needs === undefined || this.#options.config[needs] ? undefined : `${needs} is off: nothing to attack`;
  }

  async #attack(attack: Attack): Promise<{ answers: readonly Answer[]; complaints: readonly string[] }> {
    const limits = this.host.catalog.find(toolOf(attack))?.limits;
    if (limits === undefined) return this.#refusalOf(attack);
    const patienceMs = limits.wallMs + limits.killGraceMs + limits.queueMs + PATIENCE_MS;
    const call = (): Promise<Answer> => this.#caller.call(toolOf(attack), attack.arguments, patienceMs);
    const answers = attack.together ? await Promise.all(Array.from({ length: attack.calls }, call)) : [];
    while (answers.length < attack.calls) answers.push(await call());
    const complaints = answers.flatMap((answer) => complaintsAbout(attack, answer, limits, this.#options.rules));
    const next = await this.#caller.call(calmToolOf(attack), {}, patienceMs);
    complaints.push(...complaintsAboutNext(next));
    const logBytes = this.#logBytes.get(toolOf(attack)) ?? 0;
    if (logBytes > limits.logBytes) complaints.push(`a call logged ${logBytes} bytes, allowed are ${limits.logBytes}`);
    complaints.push(...(await this.#complaintsAboutFarEnd(attack)));
    return { answers, complaints };
  }

  /** Whatever a call asked for has come to its end soon after the call has. */
  async #complaintsAboutFarEnd(attack: Attack): Promise<readonly string[]> {
    const underWay = (): number => this.#farEnd.underWayOf(toolOf(attack));
    for (let look = 0; look < LOOKS_AT_FAR_END && underWay() > 0; look += 1) await setTimeout(LOOK_EVERY_MS);
    return underWay() === 0 ? [] : [`${underWay()} of its requests are still under way`];
  }

  #refusalOf(attack: Attack): { answers: readonly Answer[]; complaints: readonly string[] } {
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
