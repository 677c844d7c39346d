// Lets many clients call two servers that share a Redis, while the rules, the keys and the Redis change, and compares every answer with a model.

import { rotateKey } from '../../../src/front/doors/issue-keys.ts';
import { hasExpired } from '../../../src/front/doors/key-record.ts';
import { RedisKeys } from '../../../src/front/doors/redis-keys.ts';
import { writePlugins } from '../../../test/support/host.ts';
import { RedisServer } from '../../../test/support/redis-server.ts';
import { Connection, type Reply } from '../connection.ts';
import type { Progress } from '../figure.ts';
import { pause, Tally } from '../statistics.ts';
import { DoorServer } from './door-server.ts';
import { floodWithKeys } from './key-flood.ts';
import { invite, type KeyHolder, TOOLS } from './people.ts';
import { mostOver, type Pass, QUOTA } from './quota-model.ts';
import { isAllowed, type RuleSet, sampleRuleSets } from './rule-model.ts';

export interface DoorsSoakOptions {
  readonly minutes: number;
  readonly clients: number;
  /** Chooses the rule sets. */
  readonly seed: number;
}

export interface DoorsSoakResult {
  /** Codes of the answers. */
  readonly codes: Readonly<Record<string, number>>;
  /** Answers that no rule set in force allows, a line for each of the first. */
  readonly wrong: readonly string[];
  /** Most calls of one client that passed beyond its quota and what servers allow that count by themselves; 0 or less if none did. */
  readonly mostOver: number;
  readonly reloads: number;
  readonly rotations: number;
  readonly outages: number;
  /** Times in which a server counted by itself. */
  readonly alone: number;
  /** Requests with an unknown key that were sent on the side. */
  readonly flooded: number;
  /** Memory of each front process in MB, sampled once in a second. */
  readonly memoryMb: readonly (readonly number[])[];
}

const PAUSE_MS = 900;
const GIVE_UP_MS = 30_000;
const RELOAD_EVERY_MS = 5_000;
const ROTATE_EVERY_MS = 500;
/** A client takes up its new key after servers have seen it, and before the old one ends. */
const TAKE_KEY_MS = 2_000;
const GRACE_MS = 30_000;
const OUTAGE_EVERY_MS = 40_000;
const OUTAGE_MS = 3_000;
const SHOWN = 20;
/** Answers that say nothing about rules or quotas: the machine was too busy. */
const NEUTRAL = ['overloaded', 'runner_lost', 'no_answer'];
const PLUGIN = {
  tools: {
    source: TOOLS.map((name) => `export const ${name} = () => 1;`).join('\n'),
    tools: Object.fromEntries(TOOLS.map((name) => [name, {}])),
  },
};

/** A time without Redis. */
interface Outage {
  readonly fromMs: number;
  untilMs: number;
}

/** Runs the soak on this machine. It needs a Redis or Valkey. */
export const soakDoors = async (options: DoorsSoakOptions, progress: Progress): Promise<DoorsSoakResult> => {
  const redis = await RedisServer.start();
  const keys = new RedisKeys(redis.url);
  const { holders, keys: records } = invite(options.clients);
  await keys.change(() => ({ keys: records, result: undefined }));
  const reloads = Math.ceil((options.minutes * 60_000) / RELOAD_EVERY_MS) + 1;
  const sets = sampleRuleSets(reloads, options.clients, options.seed);
  const servers = await startServers(redis.url, sets[0] as RuleSet);
  try {
    const run = new Run({ options, redis, keys, holders, servers, sets, progress });
    return await run.run();
  } finally {
    keys.close();
    await Promise.all(servers.map((server) => server.end()));
    await redis.end();
  }
};

const startServers = (redisUrl: string, rules: RuleSet): Promise<DoorServer[]> => {
  const pluginsFolder = writePlugins(PLUGIN);
  const settings = {
    access: {},
    store: { redisUrlEnv: 'STORE_ADDRESS', shared: ['keys', 'quotas'] },
    throttling: { quotas: QUOTA.settings },
  };
  const options = { pluginsFolder, settings, env: { STORE_ADDRESS: redisUrl }, rules };
  return Promise.all([DoorServer.start(options), DoorServer.start(options)]);
};

interface RunParts {
  readonly options: DoorsSoakOptions;
  readonly redis: RedisServer;
  readonly keys: RedisKeys;
  readonly holders: readonly KeyHolder[];
  readonly servers: readonly DoorServer[];
  readonly sets: readonly RuleSet[];
  readonly progress: Progress;
}

class Run {
  readonly #parts: RunParts;
  readonly #untilMs: number;
  readonly #codes = new Tally();
  readonly #wrong: string[] = [];
  readonly #outages: Outage[] = [];
  readonly #memoryMb: number[][];
  /** The rotation under way. Redis is not stopped in the middle of one: whether it took place would not be known. */
  #rotating: Promise<void> = Promise.resolve();
  #rotations = 0;
  #reloads = 0;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#untilMs = performance.now() + parts.options.minutes * 60_000;
    this.#memoryMb = parts.servers.map(() => []);
  }

  async run(): Promise<DoorsSoakResult> {
    const { holders, servers } = this.#parts;
    const ending = new AbortController();
    const flooding = floodWithKeys(servers[0]?.url ?? '', ending.signal);
    const [passes] = await Promise.all([
      Promise.all(holders.map((holder, at) => this.#call(holder, at))),
      this.#changeRules(),
      this.#rotateKeys(),
      this.#restartRedis(),
      this.#watch(),
    ]);
    ending.abort();
    const alone = servers.flatMap((server) => server.alone());
    return {
      codes: this.#codes.counts,
      wrong: this.#wrong,
      mostOver: Math.max(...passes.map((each) => mostOver(each, alone))),
      reloads: this.#reloads,
      rotations: this.#rotations,
      outages: this.#outages.length,
      alone: alone.length,
      flooded: await flooding,
      memoryMb: this.#memoryMb,
    };
  }

  get #isOver(): boolean {
    return performance.now() >= this.#untilMs;
  }

  /** Calls as one client, at one server and the other in turn. Resolves with the calls that passed. */
  async #call(holder: KeyHolder, at: number): Promise<readonly Pass[]> {
    const { servers } = this.#parts;
    const connections = servers.map(({ url }) => new Connection(url, () => ({ 'X-API-Key': holder.key })));
    const passes: Pass[] = [];
    await pause((at * PAUSE_MS) / this.#parts.holders.length);
    for (let turn = at; !this.#isOver; turn += 1) {
      const server = servers[turn % servers.length] as DoorServer;
      const toolName = TOOLS[(turn * 7 + at) % TOOLS.length] as string;
      const sentMs = performance.now();
      const reply = await (connections[turn % servers.length] as Connection).call(toolName, {}, GIVE_UP_MS);
      const answeredMs = performance.now();
      this.#codes.add(reply.code);
      this.#judge(reply, holder, toolName, server.rulesBetween(sentMs, answeredMs));
      if (reply.code === 'ok') passes.push({ sentMs, answeredMs });
      await pause(PAUSE_MS);
    }
    for (const connection of connections) connection.close();
    return passes;
  }

  /** Notes an answer that none of these rule sets gives. */
  #judge({ code, body }: Reply, holder: KeyHolder, toolName: string, sets: readonly RuleSet[]): void {
    if (NEUTRAL.includes(code)) return;
    const verdicts = sets.map((set) => isAllowed(set, holder, toolName));
    const isRight =
      code === 'ok' || code === QUOTA.code
        ? verdicts.includes(true)
        : code === 'tool_not_found' && verdicts.includes(false);
    if (!isRight && this.#wrong.length < SHOWN)
      this.#wrong.push(`${holder.client} (${holder.org}; ${holder.scopes}) ${toolName}: ${code} ${body.slice(0, 200)}`);
  }

  async #changeRules(): Promise<void> {
    const { servers, sets } = this.#parts;
    for (let next = 1; !this.#isOver && next < sets.length; next += 1) {
      await pause(RELOAD_EVERY_MS);
      await Promise.all(servers.map((server) => server.use(sets[next] as RuleSet)));
      this.#reloads += 1;
    }
  }

  async #rotateKeys(): Promise<void> {
    const { holders } = this.#parts;
    for (let at = 0; !this.#isOver; at += 1) {
      await pause(ROTATE_EVERY_MS);
      if (this.#outages.at(-1)?.untilMs === Infinity) continue;
      this.#rotating = this.#rotate(holders[(at * 31) % holders.length] as KeyHolder);
      await this.#rotating;
    }
  }

  async #rotate(holder: KeyHolder): Promise<void> {
    // Expired keys would be dropped after a month, so that a list does not grow for ever.
    const { key, record } = await this.#parts.keys.change((list) =>
      rotateKey(
        list.filter((each) => !hasExpired(each, Date.now())),
        holder.keyId,
        GRACE_MS,
      ),
    );
    this.#rotations += 1;
    holder.keyId = record.id;
    const takeKey = (): void => {
      // Servers see no new keys while Redis is gone.
      if (this.#wasGoneLately) setTimeout(takeKey, TAKE_KEY_MS);
      else holder.key = key;
    };
    setTimeout(takeKey, TAKE_KEY_MS);
  }

  get #wasGoneLately(): boolean {
    return (this.#outages.at(-1)?.untilMs ?? 0) > performance.now() - TAKE_KEY_MS;
  }

  async #restartRedis(): Promise<void> {
    const { redis } = this.#parts;
    for (;;) {
      await pause(Math.min(OUTAGE_EVERY_MS, Math.max(0, this.#untilMs - performance.now())));
      if (this.#isOver) return;
      const outage = { fromMs: performance.now(), untilMs: Infinity };
      this.#outages.push(outage);
      await this.#rotating;
      await redis.stop();
      await pause(OUTAGE_MS);
      await redis.start();
      outage.untilMs = performance.now();
    }
  }

  async #watch(): Promise<void> {
    const { servers, progress } = this.#parts;
    for (let second = 0; !this.#isOver; second += 1) {
      const samples = await Promise.all(servers.map((server) => server.memoryMb()));
      for (const [at, mb] of samples.entries()) this.#memoryMb[at]?.push(mb);
      const memory = samples.map((mb) => mb.toFixed(0)).join(' and ');
      if (second % 30 === 0)
        progress(`doors: ${second} s, ${this.#codes.total} answers, ${this.#wrong.length} wrong, fronts ${memory} MB`);
      await pause(1_000);
    }
  }
}
