// Calls hostile tools of every kind: does the host answer each call by its deadline, and does every runner stay within its memory?

import { BEHAVIOURS, type Behaviour, pluginsFor, toolOf } from './behaviours.ts';
import { Connection, type Reply } from './connection.ts';
import type { Figure, Measurement, Progress } from './figure.ts';
import { type MemoryPeak, watchMemory } from './memory-watch.ts';
import { type ConfigChanges, serveHost } from './served-host.ts';
import { highest, Tally, tallyText } from './statistics.ts';

const MOST_LATE_MS = 500;
const MOST_OVER_MEMORY = 1.2;
/** Calls of an allocator at a time: as many as one runner takes by default. */
const ALLOCATOR_CALLERS = 4;
/** Time after which a call without an answer is given up and counted as late. */
const GIVE_UP_MS = 30_000;
/** By default, a plugin is paused after five lost runners, and its calls are then answered without running it. */
const NO_PAUSE = { quarantine: { kills: 1_000 } };

interface Pass {
  readonly name: string;
  readonly changes: ConfigChanges;
}

const PASSES: readonly Pass[] = [
  { name: 'limits that ship', changes: { bounds: NO_PAUSE } },
  {
    name: 'wall time alone',
    changes: { bounds: NO_PAUSE, limits: { cpuMs: 1_500, wallMs: 1_500 } },
  },
];

export interface DeadlinesOptions {
  /** How often each behaviour is called in each pass. */
  readonly repeats: number;
  /** Number of behaviours that run at a time. */
  readonly atOnce: number;
  readonly only?: string;
}

interface Result {
  readonly pass: string;
  readonly behaviour: string;
  readonly codes: Tally;
  lateMs: number;
  highestMs: number;
}

interface PassResult {
  readonly results: readonly Result[];
  readonly peak: MemoryPeak;
  readonly runnerRssMb: number;
}

/** Calls every behaviour under the default limits, and again with limits under which only the wall clock ends a call. */
export const measureDeadlines = async (options: DeadlinesOptions, progress: Progress): Promise<Measurement> => {
  const behaviours = BEHAVIOURS.filter(({ name }) => options.only === undefined || name === options.only);
  const passes: PassResult[] = [];
  for (const pass of PASSES) passes.push(await onePass(pass, behaviours, options, progress));
  const results = passes.flatMap(({ results }) => results);
  return {
    figures: figuresOf(passes),
    setting: `${behaviours.length} hostile tools, each a plugin of its own, called ${options.repeats} times in each of two passes, ${options.atOnce} tools at a time. A tool that fills memory is called by ${ALLOCATOR_CALLERS} callers at once, who share a runner. The first pass has the default limits; in the second, cpuMs and wallMs are both 1,500, so that only the wall clock ends a call. In both, a plugin is paused after ${NO_PAUSE.quarantine.kills} lost runners instead of five, because a paused plugin is not run. The time past wallMs does not include the wait for a place.`,
    details: detailsOf(results),
  };
};

const onePass = async (
  { name, changes }: Pass,
  behaviours: readonly Behaviour[],
  { repeats, atOnce }: DeadlinesOptions,
  progress: Progress,
): Promise<PassResult> => {
  const host = await serveHost({ plugins: pluginsFor(behaviours), changes });
  const watch = watchMemory(host.processId);
  const { wallMs, runnerRssMb } = host.config.limits;
  const results: Result[] = [];
  const turns = Array.from({ length: repeats }, () => behaviours)
    .flat()
    .values();
  const worker = async (): Promise<void> => {
    for (const behaviour of turns) {
      const result = resultFor(results, name, behaviour);
      const replies = await callAtOnce(host.url, behaviour);
      for (const reply of replies) noteReply(result, reply, wallMs);
      progress(
        `deadlines, ${name}: ${behaviour.name}: ${tallyText(result.codes.counts)}, ${result.highestMs.toFixed(0)} ms`,
      );
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
    return { results, peak: await watch.peak(), runnerRssMb };
  } finally {
    watch.close();
    await host.close();
  }
};

const resultFor = (results: Result[], pass: string, { name }: Behaviour): Result => {
  const known = results.find(({ behaviour }) => behaviour === name);
  if (known) return known;
  const result: Result = { pass, behaviour: name, codes: new Tally(), lateMs: -Infinity, highestMs: 0 };
  results.push(result);
  return result;
};

const callAtOnce = (url: string, behaviour: Behaviour): Promise<Reply[]> => {
  const callers = behaviour.isAllocator ? ALLOCATOR_CALLERS : 1;
  return Promise.all(
    Array.from({ length: callers }, async () => {
      const connection = new Connection(url);
      const reply = await connection.call(toolOf(behaviour), {}, GIVE_UP_MS);
      connection.close();
      return reply;
    }),
  );
};

const noteReply = (result: Result, { code, elapsedMs, queueMs }: Reply, wallMs: number): void => {
  result.codes.add(code);
  result.highestMs = Math.max(result.highestMs, elapsedMs - queueMs);
  result.lateMs = Math.max(result.lateMs, elapsedMs - queueMs - wallMs);
};

const figuresOf = (passes: readonly PassResult[]): Figure[] => {
  const latest = passes.flatMap(({ results }) => results).sort((a, b) => b.lateMs - a.lateMs)[0];
  const lateMs = latest?.lateMs ?? 0;
  const share = highest(
    passes.map(({ peak, runnerRssMb }) => Math.max(peak.sampledMb, peak.highWaterMb) / runnerRssMb),
  );
  const peakMb = highest(passes.map(({ peak }) => Math.max(peak.sampledMb, peak.highWaterMb)));
  const unanswered = passes
    .flatMap(({ results }) => results)
    .reduce((sum, { codes }) => sum + (codes.counts.no_answer ?? 0), 0);
  const capMb = passes[0]?.runnerRssMb ?? 0;
  return [
    {
      name: 'latest answer past wallMs',
      asked: `at most ${MOST_LATE_MS} ms`,
      reached: `${lateMs.toFixed(0)} ms (${latest?.behaviour}, ${latest?.pass})`,
      met: lateMs <= MOST_LATE_MS,
    },
    { name: 'calls without an answer', asked: '0', reached: String(unanswered), met: unanswered === 0 },
    {
      name: 'highest memory of a runner',
      asked: `at most ${Math.floor(capMb * MOST_OVER_MEMORY)} MB (runnerRssMb ${capMb} and 20 %)`,
      reached: `${peakMb.toFixed(0)} MB (${((share - 1) * 100).toFixed(0)} %); ${samplesText(passes)}`,
      met: share <= MOST_OVER_MEMORY,
    },
  ];
};

const samplesText = (passes: readonly PassResult[]): string => {
  const samples = passes.reduce((sum, { peak }) => sum + peak.samples, 0);
  const runners = passes.reduce((sum, { peak }) => sum + peak.runners, 0);
  const gapMs = highest(passes.map(({ peak }) => peak.longestGapMs));
  return `${runners} runners, ${samples} samples, at most ${gapMs.toFixed(0)} ms apart`;
};

const detailsOf = (results: readonly Result[]): string[][] => [
  ['limits', 'behaviour', 'longest', 'past wallMs', 'answers'],
  ...results.map(({ pass, behaviour, codes, lateMs, highestMs }) => [
    pass,
    behaviour,
    `${highestMs.toFixed(0)} ms`,
    `${lateMs.toFixed(0)} ms`,
    tallyText(codes.counts),
  ]),
];
