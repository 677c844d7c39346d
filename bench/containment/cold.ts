// Measures the first call of a plugin that has no process yet, on a machine that other programs keep busy: how long does it take, and
// does a failure blame the plugin?

import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { Connection } from './connection.ts';
import type { Figure, Measurement, Progress } from './figure.ts';
import { runnersOf, type ServedHost, serveHost } from './served-host.ts';
import { highest, median, pause, Tally, tallyText } from './statistics.ts';

/** The plugin with the largest module: evaluating it takes longer than most calls. */
const PLUGIN = 'page-tools';
const TOOL = 'pageToMarkdown';
const ARGUMENTS = { url: 'https://example.com/' };
const SPINNERS_PER_CORE = 3;
const IDLE_MS = 1_000;
const LOOK_EVERY_MS = 50;
const MOST_MS = 2_000;
/** Codes that blame the plugin, which does nothing wrong here. */
const BLAMED = ['exceeded_wall_time', 'exceeded_cpu', 'quarantined'];

interface FirstCall {
  readonly elapsedMs: number;
  readonly code: string;
}

interface Round {
  readonly quiet: FirstCall;
  readonly busy: FirstCall;
}

/** Measures first calls on a quiet machine and on a busy one, in turn on one host. */
export const measureCold = async (
  { rounds }: { readonly rounds: number },
  progress: Progress,
): Promise<Measurement> => {
  const host = await serveHost({ plugins: {}, shipped: [PLUGIN], changes: { pool: { idleMs: IDLE_MS } } });
  const measured: Round[] = [];
  try {
    while (measured.length < rounds) {
      const quiet = await firstCall(host);
      const spinners = startSpinners();
      const busy = await firstCall(host).finally(() => stop(spinners));
      measured.push({ quiet, busy });
      progress(
        `cold: ${measured.length} of ${rounds}, ${quiet.elapsedMs.toFixed(0)} and ${busy.elapsedMs.toFixed(0)} ms`,
      );
    }
  } finally {
    await host.close();
  }
  return { figures: figuresOf(measured), setting: settingOf(rounds), details: detailsOf(measured) };
};

/** Waits until the plugin has no process, and calls it. */
const firstCall = async (host: ServedHost): Promise<FirstCall> => {
  while (runnersOf(await host.status(), PLUGIN).length > 0) await pause(LOOK_EVERY_MS);
  const connection = new Connection(host.url);
  const { elapsedMs, code } = await connection.call(TOOL, ARGUMENTS);
  connection.close();
  return { elapsedMs, code };
};

const startSpinners = (): ChildProcess[] =>
  Array.from({ length: SPINNERS_PER_CORE * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore', detached: true }),
  );

const stop = (spinners: readonly ChildProcess[]): void => {
  for (const spinner of spinners) spinner.kill('SIGKILL');
};

const figuresOf = (rounds: readonly Round[]): Figure[] => {
  const blamed = rounds.filter(({ busy }) => BLAMED.includes(busy.code)).length;
  const busyMs = median(rounds.map(({ busy }) => busy.elapsedMs));
  return [
    {
      name: 'first calls on a busy machine that are blamed on the plugin',
      asked: 'none',
      reached: blamed === 0 ? 'none' : `${blamed} of ${rounds.length}`,
      met: blamed === 0,
    },
    {
      name: 'first call on a busy machine, p50',
      asked: `at most ${MOST_MS} ms`,
      reached: `${busyMs.toFixed(0)} ms`,
      met: busyMs <= MOST_MS,
    },
  ];
};

const settingOf = (rounds: number): string =>
  `The default limits, but an idle runner ends after ${IDLE_MS} ms. The tool is ${TOOL} of ${PLUGIN}, without grants, so that a call ends when its module is evaluated. No call finds a process of the plugin. ${rounds} calls on the quiet machine, and as many next to ${SPINNERS_PER_CORE} endless loops per core at normal priority, each in a session of its own.`;

const detailsOf = (rounds: readonly Round[]): string[][] => {
  const row = (name: string, calls: readonly FirstCall[]): string[] => {
    const times = calls.map(({ elapsedMs }) => elapsedMs);
    const codes = new Tally();
    for (const { code } of calls) codes.add(code);
    return [name, `${median(times).toFixed(0)} ms`, `${highest(times).toFixed(0)} ms`, tallyText(codes.counts)];
  };
  return [
    ['first calls', 'p50', 'longest', 'answers'],
    row(
      'quiet',
      rounds.map(({ quiet }) => quiet),
    ),
    row(
      'busy',
      rounds.map(({ busy }) => busy),
    ),
  ];
};
