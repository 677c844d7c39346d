// Mixes good and hostile calls for a long time: does memory grow, and does anything stay behind?

import { isDeepStrictEqual } from 'node:util';
import { EXAMPLES, type Example } from '../../test/support/examples.ts';
import { BEHAVIOURS, pluginsFor, toolOf } from './behaviours.ts';
import { type Census, censusAtRest } from './census.ts';
import { Connection } from './connection.ts';
import type { Progress } from './figure.ts';
import { descendantsOf, innermostOf, isRunning, type ProcessEntry, rssMbOf } from './process-table.ts';
import { runnersOf, type ServedHost, serveHost } from './served-host.ts';
import { median, pause, Tally } from './statistics.ts';

export const GOOD_CALLERS = 4;
export const HOSTILE_CALLERS = 3;
const GOOD_PAUSE_MS = 20;
const HOSTILE_PAUSE_MS = 250;
/** Step through the hostile tools. Large enough that a short run calls every kind, and a prime so that a long run calls all. */
const STRIDE = 17;
const GIVE_UP_MS = 30_000;
/** `pool.idleMs`: short, so that the host can be seen at rest. The default is a minute. */
export const IDLE_MS = 1_000;
/** Part of the run that warms up and is not compared. */
export const WARM_UP_SHARE = 0.15;
const PARTS = 5;
export const GOOD_PLUGINS = ['text-tools', 'hash-tools', 'json-tools'];
/** The calls of good callers: the examples of the manifests, which come with their results. */
const GOOD_CALLS = EXAMPLES.filter(({ plugin }) => GOOD_PLUGINS.includes(plugin));

export interface SoakOptions {
  readonly minutes: number;
}

/** The memory of the working host, in MB. */
interface Sample {
  readonly atMs: number;
  readonly frontMb: number;
  /** The median of the runners that serve the good plugins; undefined if there are none at this moment. */
  readonly runnerMb: number | undefined;
}

export interface SoakResult {
  readonly codes: Readonly<Record<string, number>>;
  /** Codes of good calls without a result, or `wrong_result`. */
  readonly goodFailures: Readonly<Record<string, number>>;
  /** Ratio of the last part of the run to the first: 1 means no growth. */
  readonly frontGrowth: number;
  readonly runnerGrowth: number;
  /** Median MB of each part of the run. */
  readonly frontMb: readonly number[];
  readonly runnerMb: readonly number[];
  readonly before: Census;
  readonly after: Census;
  /** Processes that still run after the host has closed. */
  readonly leftBehind: readonly ProcessEntry[];
}

/** Runs the mix and reports the results. */
export const soak = async ({ minutes }: SoakOptions, progress: Progress): Promise<SoakResult> => {
  const host = await serveHost({
    plugins: pluginsFor(BEHAVIOURS),
    shipped: GOOD_PLUGINS,
    changes: { pool: { idleMs: IDLE_MS } },
  });
  const seen = new Map<string, ProcessEntry>();
  const codes = new Tally();
  const goodFailures = new Tally();
  const samples: Sample[] = [];
  let census: { before: Census; after: Census };
  try {
    // The baseline includes code and threads that start on first use. So it follows a short mix, and an error whose stack a thread maps.
    await mixFor(host, 3_000, new Tally(), new Tally());
    await throwOnce(host);
    const before = await censusAtRest(host.processId, undefined);
    const watching = new AbortController();
    const watch = keepWatching(host, { samples, seen, signal: watching.signal, progress });
    await mixFor(host, minutes * 60_000, codes, goodFailures);
    watching.abort();
    await watch;
    census = { before, after: await censusAtRest(host.processId, before) };
  } finally {
    await host.close();
  }
  await pause(500);
  const leftBehind = [...seen.values()].filter(isRunning);
  return { codes: codes.counts, goodFailures: goodFailures.counts, ...growthOf(samples), ...census, leftBehind };
};

const mixFor = async (host: ServedHost, durationMs: number, codes: Tally, goodFailures: Tally): Promise<void> => {
  const untilMs = performance.now() + durationMs;
  const good = Array.from({ length: GOOD_CALLERS }, async (_, caller) => {
    const connection = new Connection(host.url);
    for (let i = caller; performance.now() < untilMs; i += 1) {
      const { tool, arguments: args, result } = GOOD_CALLS[i % GOOD_CALLS.length] as Example;
      const { code, body } = await connection.call(tool, args, GIVE_UP_MS);
      codes.add(code);
      if (code !== 'ok') goodFailures.add(code);
      else if (!isDeepStrictEqual(JSON.parse(body), result)) goodFailures.add('wrong_result');
      await pause(GOOD_PAUSE_MS);
    }
    connection.close();
  });
  const hostile = Array.from({ length: HOSTILE_CALLERS }, async (_, caller) => {
    const connection = new Connection(host.url);
    for (let i = caller; performance.now() < untilMs; i += HOSTILE_CALLERS) {
      const behaviour = BEHAVIOURS[(i * STRIDE) % BEHAVIOURS.length] as (typeof BEHAVIOURS)[number];
      const { code, retryAfterMs } = await connection.call(toolOf(behaviour), {}, GIVE_UP_MS);
      codes.add(code);
      await pause(Math.min(Math.max(HOSTILE_PAUSE_MS, retryAfterMs), Math.max(0, untilMs - performance.now())));
    }
    connection.close();
  });
  await Promise.all([...good, ...hostile]);
};

/** Calls the tool that runs out of buffers, whose calls end with an ordinary error. */
const throwOnce = async (host: ServedHost): Promise<void> => {
  const connection = new Connection(host.url);
  const { code } = await connection.call('array_buffers', {}, GIVE_UP_MS);
  connection.close();
  if (code !== 'tool_error') throw new Error(`array_buffers was answered with ${code} instead of tool_error`);
};

interface Watching {
  readonly samples: Sample[];
  readonly seen: Map<string, ProcessEntry>;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

const keepWatching = async (host: ServedHost, { samples, seen, signal, progress }: Watching): Promise<void> => {
  const startMs = performance.now();
  for (let i = 0; !signal.aborted; i += 1) {
    const sample = await sampleOf(host, performance.now() - startMs);
    samples.push(sample);
    for (const entry of descendantsOf(host.processId)) seen.set(`${entry.processId} ${entry.startTicks}`, entry);
    if (i % 30 === 0)
      progress(
        `soak: ${(sample.atMs / 60_000).toFixed(1)} min, front ${sample.frontMb.toFixed(0)} MB, good runners ${sample.runnerMb?.toFixed(0) ?? '-'} MB`,
      );
    await pause(1_000);
  }
};

const sampleOf = async (host: ServedHost, atMs: number): Promise<Sample> => {
  const status = await host.status();
  const good = GOOD_PLUGINS.flatMap((name) => runnersOf(status, name)).filter(({ state }) => state === 'ready');
  const runnerMb = good
    .flatMap(({ processId }) => (processId ? [rssMbOf(innermostOf(processId))] : []))
    .filter((mb) => mb > 0);
  return { atMs, frontMb: rssMbOf(host.processId), runnerMb: runnerMb.length > 0 ? median(runnerMb) : undefined };
};

const growthOf = (
  samples: readonly Sample[],
): Pick<SoakResult, 'frontGrowth' | 'runnerGrowth' | 'frontMb' | 'runnerMb'> => {
  const endMs = samples.at(-1)?.atMs ?? 0;
  const startMs = endMs * WARM_UP_SHARE;
  const partOf = ({ atMs }: Sample): number =>
    Math.min(PARTS - 1, Math.floor(((atMs - startMs) / (endMs - startMs)) * PARTS));
  const parts = Array.from({ length: PARTS }, (_, part) =>
    samples.filter((sample) => sample.atMs >= startMs && partOf(sample) === part),
  );
  const frontMb = parts.map((part) => median(part.map((sample) => sample.frontMb)));
  const runnerMb = parts.map((part) => median(part.flatMap((sample) => sample.runnerMb ?? [])));
  return { frontMb, runnerMb, frontGrowth: growth(frontMb), runnerGrowth: growth(runnerMb) };
};

const growth = (parts: readonly number[]): number => (parts.at(-1) ?? 0) / (parts[0] || 1);
