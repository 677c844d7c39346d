// Measures a good tool next to a plugin or a caller that takes as much of one shared thing as its limits allow: how much later do the
// good tool's answers arrive than without it, and does a call fail?

import type { Figure, Measurement, Progress } from './figure.ts';
import { type GroupReport, type LoadGenerator, startLoadGenerator } from './load.ts';
import { type ServedHost, type ServedHostOptions, serveHost } from './served-host.ts';
import { median, pause, tallyText } from './statistics.ts';

const MOST_RATIO = 2;
/** Time for an attack to take effect, and time after it for its effects to end. */
const SETTLE_MS = 2_000;
/** Pauses between calls: a neighbour that takes all the CPU would measure the CPU only. */
const GOOD = {
  toolName: 'summarizeText',
  args: { input: 'A text that is longer than a hundred characters, so that the tool has a little to do. '.repeat(3) },
  callers: 4,
  pauseMs: 10,
};

/** An attack that is running. */
export interface RunningAttack {
  /** Ends it. Resolves with the answers that the attacker got, as a text. */
  end(): Promise<string>;
}

/** An attack on one shared thing. */
export interface Attack {
  /** The name of the shared thing in the figures. */
  readonly name: string;
  /** What the attacker does, as a sentence for the page. */
  readonly does: string;
  readonly host: Pick<ServedHostOptions, 'plugins' | 'changes'>;
  /** The good tool, if it must use the shared thing itself. Default: a tool of text-tools. */
  readonly neighbour?: { readonly toolName: string; readonly args: object };
  begin(host: ServedHost): RunningAttack;
  /** Ends the servers that the attack has started. */
  close?(): void;
}

export interface NeighbourOptions {
  readonly rounds: number;
  /** Length of one phase of a round, in milliseconds. */
  readonly phaseMs: number;
}

interface Round {
  readonly quiet: GroupReport;
  readonly attacked: GroupReport;
  readonly attackers: string;
}

/** Runs phases without and with the attack in turn, on one host. The figure is the median of the rounds' ratios. */
export const measureNeighbour = async (
  attack: Attack,
  { rounds, phaseMs }: NeighbourOptions,
  progress: Progress,
): Promise<Measurement> => {
  const measured: Round[] = [];
  const generator = startLoadGenerator();
  let host: ServedHost | undefined;
  try {
    host = await serveHost({ ...attack.host, shipped: ['text-tools'] });
    await goodPhase(attack, host, generator, phaseMs / 2);
    while (measured.length < rounds) {
      measured.push(await oneRound(attack, host, generator, phaseMs));
      progress(
        `${attack.name}: round ${measured.length} of ${rounds}, ${ratioOf(measured.at(-1) as Round).toFixed(2)} times`,
      );
    }
  } finally {
    generator.close();
    await host?.close();
    attack.close?.();
  }
  const setting = `The default limits. ${attack.neighbour?.toolName ?? 'summarizeText of text-tools'} for ${GOOD.callers} callers that pause ${GOOD.pauseMs} ms after each answer, in ${rounds} rounds of ${phaseMs / 1_000} s without and ${phaseMs / 1_000} s with the attack. The figure is the median of the rounds' ratios. ${attack.does} Callers and attackers run in processes of their own on the same machine.`;
  return { figures: figuresOf(attack, measured), setting, details: detailsOf(measured) };
};

const oneRound = async (
  attack: Attack,
  host: ServedHost,
  generator: LoadGenerator,
  phaseMs: number,
): Promise<Round> => {
  const quiet = await goodPhase(attack, host, generator, phaseMs);
  const running = attack.begin(host);
  await pause(SETTLE_MS);
  const attacked = await goodPhase(attack, host, generator, phaseMs);
  const attackers = await running.end();
  await pause(SETTLE_MS);
  return { quiet, attacked, attackers };
};

const goodPhase = async (
  { neighbour }: Attack,
  host: ServedHost,
  generator: LoadGenerator,
  durationMs: number,
): Promise<GroupReport> => {
  const [report] = await generator.run({ url: host.url, durationMs, groups: [{ ...GOOD, ...neighbour }] });
  if (!report) throw new Error('the callers sent no report');
  return report;
};

const ratioOf = ({ quiet, attacked }: Round): number => attacked.p99Ms / quiet.p99Ms;

const lostOf = ({ codes }: GroupReport): number =>
  Object.entries(codes).reduce((sum, [code, count]) => (code === 'ok' ? sum : sum + count), 0);

const figuresOf = ({ name }: Attack, rounds: readonly Round[]): Figure[] => {
  const ratio = median(rounds.map(ratioOf));
  const lost = rounds.reduce((sum, { quiet, attacked }) => sum + lostOf(quiet) + lostOf(attacked), 0);
  return [
    {
      name: `${name}: neighbour's p99, during the attack to quiet`,
      asked: `at most ${MOST_RATIO} times`,
      reached: `${ratio.toFixed(2)} times`,
      met: ratio <= MOST_RATIO,
    },
    {
      name: `${name}: neighbour's calls that failed`,
      asked: 'none',
      reached: lost === 0 ? 'none' : String(lost),
      met: lost === 0,
    },
  ];
};

const detailsOf = (rounds: readonly Round[]): string[][] => [
  [
    'round',
    'quiet p50',
    'p99',
    'calls/s',
    'attacked p50',
    'p99',
    'calls/s',
    'highest',
    'ratio',
    'attackers were answered',
  ],
  ...rounds.map((round, index) => [
    String(index + 1),
    ...cellsOf(round.quiet),
    ...cellsOf(round.attacked),
    `${round.attacked.highestMs.toFixed(0)} ms`,
    ratioOf(round).toFixed(2),
    round.attackers,
  ]),
];

const cellsOf = ({ p50Ms, p99Ms, perSecond }: GroupReport): string[] => [
  `${p50Ms.toFixed(1)} ms`,
  `${p99Ms.toFixed(1)} ms`,
  perSecond.toFixed(0),
];

/** An attack by callers that call these tools as long as it lasts. */
export const callersOf =
  (
    groups: readonly {
      readonly toolName: string;
      readonly callers: number;
      readonly args?: object;
      readonly pauseMs?: number;
    }[],
  ) =>
  ({ url }: ServedHost): RunningAttack => {
    const generator = startLoadGenerator();
    const ended = generator.run({
      url,
      durationMs: 3_600_000,
      groups: groups.map((group) => ({ args: {}, ...group })),
    });
    return {
      end: async () => {
        generator.stop();
        const reports = await ended;
        generator.close();
        return reports.map(({ toolName, codes }) => `${toolName}: ${tallyText(codes)}`).join('; ');
      },
    };
  };
