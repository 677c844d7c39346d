// A good tool beside a plugin or a caller that takes as much of one shared thing as its limits let it: how much later are the good tool's answers than
// without it, and is one of them lost?

import type { Figure, Measurement, Progress } from './figure.ts';
import { type GroupReport, type LoadGenerator, startLoadGenerator } from './load.ts';
import { type ServedHost, type ServedHostOptions, serveHost } from './served-host.ts';
import { median, pause, tallyText } from './statistics.ts';

const MOST_RATIO = 2;
/** Time for an attack to get going, and after it for what it has left to be gone. */
const SETTLE_MS = 2_000;
/** Calls at a pace, since a neighbour that takes all the CPU it can get measures the CPU. */
const GOOD = {
  toolName: 'summarizeText',
  args: { input: 'A text that is longer than a hundred characters, so that the tool has a little to do. '.repeat(3) },
  callers: 4,
  pauseMs: 10,
};

/** An attack that goes on. */
export interface Going {
  /** Ends it; says what the attacker was answered. */
  end(): Promise<string>;
}

/** One shared thing, and who takes as much of it as they can. */
export interface Attack {
  /** What is shared, as the figures name it. */
  readonly name: string;
  /** What the attacker does, in a sentence. */
  readonly does: string;
  readonly host: Pick<ServedHostOptions, 'plugins' | 'changes'>;
  /** The good tool, if it has to share more than any does; one of text-tools otherwise. */
  readonly neighbour?: { readonly toolName: string; readonly args: object };
  begin(host: ServedHost): Going;
  /** Lets go of what the attack has made beforehand. */
  close?(): void;
}

export interface NeighbourOptions {
  readonly rounds: number;
  /** Time of one phase of a round. */
  readonly phaseMs: number;
}

interface Round {
  readonly quiet: GroupReport;
  readonly beside: GroupReport;
  readonly attackers: string;
}

/** Phases without and beside the attack in turn, on one host; the figure is the median of the rounds' ratios. */
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
  const setting = `The limits that ship. ${attack.neighbour?.toolName ?? 'summarizeText of text-tools'} for ${GOOD.callers} callers that pause ${GOOD.pauseMs} ms after each answer, in ${rounds} rounds of ${phaseMs / 1_000} s without and ${phaseMs / 1_000} s beside the attack; the figure is the median of the rounds' ratios. ${attack.does} Callers and attackers are processes of their own on the same machine.`;
  return { figures: figuresOf(attack, measured), setting, details: detailsOf(measured) };
};

const oneRound = async (
  attack: Attack,
  host: ServedHost,
  generator: LoadGenerator,
  phaseMs: number,
): Promise<Round> => {
  const quiet = await goodPhase(attack, host, generator, phaseMs);
  const going = attack.begin(host);
  await pause(SETTLE_MS);
  const beside = await goodPhase(attack, host, generator, phaseMs);
  const attackers = await going.end();
  await pause(SETTLE_MS);
  return { quiet, beside, attackers };
};

const goodPhase = async (
  { neighbour }: Attack,
  host: ServedHost,
  generator: LoadGenerator,
  durationMs: number,
): Promise<GroupReport> => {
  const [report] = await generator.run({ url: host.url, durationMs, groups: [{ ...GOOD, ...neighbour }] });
  if (!report) throw new Error('the callers reported nothing');
  return report;
};

const ratioOf = ({ quiet, beside }: Round): number => beside.p99Ms / quiet.p99Ms;

const lostOf = ({ codes }: GroupReport): number =>
  Object.entries(codes).reduce((sum, [code, count]) => (code === 'ok' ? sum : sum + count), 0);

const figuresOf = ({ name }: Attack, rounds: readonly Round[]): Figure[] => {
  const ratio = median(rounds.map(ratioOf));
  const lost = rounds.reduce((sum, { quiet, beside }) => sum + lostOf(quiet) + lostOf(beside), 0);
  return [
    {
      name: `${name}: neighbour's p99, beside the attack to quiet`,
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
    'beside p50',
    'p99',
    'calls/s',
    'highest',
    'ratio',
    'attackers were answered',
  ],
  ...rounds.map((round, index) => [
    String(index + 1),
    ...cellsOf(round.quiet),
    ...cellsOf(round.beside),
    `${round.beside.highestMs.toFixed(0)} ms`,
    ratioOf(round).toFixed(2),
    round.attackers,
  ]),
];

const cellsOf = ({ p50Ms, p99Ms, perSecond }: GroupReport): string[] => [
  `${p50Ms.toFixed(1)} ms`,
  `${p99Ms.toFixed(1)} ms`,
  perSecond.toFixed(0),
];

/** Callers that call these tools for as long as the attack lasts. */
export const callersOf =
  (
    groups: readonly {
      readonly toolName: string;
      readonly callers: number;
      readonly args?: object;
      readonly pauseMs?: number;
    }[],
  ) =>
  ({ url }: ServedHost): Going => {
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
