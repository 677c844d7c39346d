// Measures a good tool next to hostile ones: how much later do its answers arrive than on a quiet host with the same runners?

import type { Figure, Measurement, Progress } from './figure.ts';
import { type GroupReport, type LoadGenerator, startLoadGenerator } from './load.ts';
import { runnersOf, type ServedHost, serveHost } from './served-host.ts';
import { median, pause, tallyText } from './statistics.ts';

const MOST_RATIO = 2;
const CONNECTIONS = 8;
const LOOPERS = 4;
const STUCK_CALLERS = 2;
/** Time for hostile calls to take effect, and time after them for their runners to end and the spares to start. */
const SETTLE_MS = 2_000;

const PLUGINS = {
  looping: { source: 'export const loop = () => { for (;;); };', tools: { loop: {} } },
  stuck: {
    source: 'export const stick = () => Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);',
    tools: { stick: {} },
  },
};
const GOOD = {
  toolName: 'summarizeText',
  args: { input: 'A text that is longer than a hundred characters, so that the tool has a little to do. '.repeat(3) },
  callers: CONNECTIONS,
};

export interface NoisyOptions {
  readonly rounds: number;
  /** Length of one phase of a round, in milliseconds. A hostile call takes about a second of CPU time. */
  readonly phaseMs: number;
}

interface Round {
  readonly quiet: GroupReport;
  readonly noisy: GroupReport;
  readonly hostileCodes: string;
  readonly runners: readonly [quiet: number, noisy: number];
}

/** Runs quiet and noisy phases in turn on one host. The figure is the median of the rounds' ratios. */
export const measureNoisy = async ({ rounds, phaseMs }: NoisyOptions, progress: Progress): Promise<Measurement> => {
  const host = await serveHost({ plugins: PLUGINS, shipped: ['text-tools'] });
  const generator = startLoadGenerator();
  const measured: Round[] = [];
  try {
    await goodPhase(host, generator, phaseMs / 2);
    while (measured.length < rounds) {
      measured.push(await oneRound(host, generator, phaseMs));
      progress(`noisy: round ${measured.length} of ${rounds}, ${ratioOf(measured.at(-1) as Round).toFixed(2)} times`);
    }
  } finally {
    generator.close();
    await host.close();
  }
  return { figures: figuresOf(measured), setting: settingOf(rounds, phaseMs), details: detailsOf(measured) };
};

const oneRound = async (host: ServedHost, generator: LoadGenerator, phaseMs: number): Promise<Round> => {
  const [quiet, quietRunners] = await goodPhase(host, generator, phaseMs);
  const hostile = startLoadGenerator();
  const hostileEnd = hostile.run({
    url: host.url,
    durationMs: phaseMs + SETTLE_MS,
    groups: [
      { toolName: 'loop', args: {}, callers: LOOPERS },
      { toolName: 'stick', args: {}, callers: STUCK_CALLERS },
    ],
  });
  await pause(SETTLE_MS);
  const [noisy, noisyRunners] = await goodPhase(host, generator, phaseMs);
  const hostileCodes = (await hostileEnd).map(({ toolName, codes }) => `${toolName}: ${tallyText(codes)}`).join('; ');
  hostile.close();
  await pause(SETTLE_MS);
  return { quiet, noisy, hostileCodes, runners: [quietRunners, noisyRunners] };
};

/** Runs the good tool's callers. Returns their report, and the number of the tool's runners halfway. */
const goodPhase = async (
  host: ServedHost,
  generator: LoadGenerator,
  durationMs: number,
): Promise<readonly [GroupReport, number]> => {
  const running = generator.run({ url: host.url, durationMs, groups: [GOOD] });
  await pause(durationMs / 2);
  const runners = runnersOf(await host.status(), 'text-tools');
  const [report] = await running;
  if (!report) throw new Error('the callers sent no report');
  return [report, runners.length];
};

const ratioOf = ({ quiet, noisy }: Round): number => noisy.p99Ms / quiet.p99Ms;

const figuresOf = (rounds: readonly Round[]): Figure[] => {
  const ratio = median(rounds.map(ratioOf));
  const failed = rounds.flatMap(({ quiet, noisy }) => [quiet, noisy]).filter(hasFailures).length;
  return [
    {
      name: "good tool's p99, noisy to quiet",
      asked: `at most ${MOST_RATIO} times`,
      reached: `${ratio.toFixed(2)} times`,
      met: ratio <= MOST_RATIO,
    },
    {
      name: "good tool's calls that failed",
      asked: 'none',
      reached: failed === 0 ? 'none' : `in ${failed} phases`,
      met: failed === 0,
    },
  ];
};

const hasFailures = ({ codes }: GroupReport): boolean => Object.keys(codes).some((code) => code !== 'ok');

const settingOf = (rounds: number, phaseMs: number): string =>
  `The default limits. summarizeText of text-tools at ${CONNECTIONS} keep-alive connections, in ${rounds} rounds of ${phaseMs / 1_000} s quiet and ${phaseMs / 1_000} s next to ${LOOPERS} callers of an endless loop and ${STUCK_CALLERS} callers of a builtin that cannot be interrupted. The figure is the median of the rounds' ratios. The callers run in processes of their own on the same machine.`;

const detailsOf = (rounds: readonly Round[]): string[][] => [
  [
    'round',
    'quiet p50',
    'p99',
    'calls/s',
    'runners',
    'noisy p50',
    'p99',
    'calls/s',
    'runners',
    'ratio',
    'hostile answers',
  ],
  ...rounds.map((round, index) => {
    const { quiet, noisy, runners, hostileCodes } = round;
    return [
      String(index + 1),
      ...phaseCells(quiet, runners[0]),
      ...phaseCells(noisy, runners[1]),
      ratioOf(round).toFixed(2),
      hostileCodes,
    ];
  }),
];

const phaseCells = ({ p50Ms, p99Ms, perSecond }: GroupReport, runners: number): string[] => [
  `${p50Ms.toFixed(1)} ms`,
  `${p99Ms.toFixed(1)} ms`,
  perSecond.toFixed(0),
  String(runners),
];
