// `npm run bench:containment`: measures the figures of containment on this machine and compares them with their goals.
// Exit codes: 0 if every goal was reached, 1 if one was missed, 2 for a wrong flag or a system that is not Linux.

import { badBodies, bigResults, messages, responses, stacks } from './byte-attacks.ts';
import { measureCold } from './cold.ts';
import { measureDeadlines } from './deadlines.ts';
import { measureDoors } from './doors/doors-figures.ts';
import { allMet, figureRows, type Measurement, type Progress, tableText } from './figure.ts';
import { type Amounts, readFlags, USAGE, type Wanted } from './flags.ts';
import { describeMachine, type Machine, machineRows } from './machine.ts';
import { type Attack, measureNeighbour } from './neighbour.ts';
import { measureNoisy } from './noisy.ts';
import { queue, realmHeap, runners, store } from './share-attacks.ts';
import { measureSoak } from './soak-figures.ts';
import { measureStorm } from './storm.ts';

const PHASE_MS = 8_000;
const COLD_CALLS_PER_ROUND = 4;

/** One measurement as `--json` prints it. */
interface Taken {
  readonly name: string;
  readonly title: string;
  readonly command: string;
  readonly date: string;
  readonly machine: Machine;
  readonly measurement: Measurement;
}

interface Entry {
  readonly title: string;
  /** The flags that it depends on, for the page. */
  readonly flags: (amounts: Amounts) => string;
  readonly measure: (amounts: Amounts, progress: Progress) => Promise<Measurement>;
}

/** A measurement of the good tool next to an attack on one shared thing. */
const underAttack = (title: string, attack: () => Attack | Promise<Attack>): Entry => ({
  title,
  flags: ({ rounds }) => `--rounds ${rounds}`,
  measure: async ({ rounds }, progress) => measureNeighbour(await attack(), { rounds, phaseMs: PHASE_MS }, progress),
});

const MEASUREMENTS: Readonly<Record<string, Entry>> = {
  noisy: {
    title: 'A good tool next to hostile ones',
    flags: ({ rounds }) => `--rounds ${rounds}`,
    measure: ({ rounds }, progress) => measureNoisy({ rounds, phaseMs: PHASE_MS }, progress),
  },
  'big-results': underAttack('A good tool next to results of very many values', () => bigResults),
  messages: underAttack('A good tool next to one that sends as many messages as it may', () => messages),
  'bad-bodies': underAttack('A good tool next to bodies that are not calls', () => badBodies),
  responses: underAttack('A good tool next to responses that never end', responses),
  stacks: underAttack('A good tool next to made-up stacks', () => stacks),
  store: underAttack('A tool that uses the store next to one that floods it', () => store),
  queue: underAttack('A good tool next to one with very many callers', () => queue),
  runners: underAttack('A good tool next to plugins that want more runners than there are', () => runners),
  heap: underAttack('A good tool next to calls that hold memory while they wait', realmHeap),
  cold: {
    title: 'The first call of a plugin, on a busy machine',
    flags: ({ rounds }) => `--rounds ${rounds}`,
    measure: ({ rounds }, progress) => measureCold({ rounds: rounds * COLD_CALLS_PER_ROUND }, progress),
  },
  deadlines: {
    title: 'Deadlines and memory, whatever a plugin does',
    flags: ({ rounds }) => `--rounds ${rounds}`,
    measure: ({ rounds }, progress) => measureDeadlines({ repeats: Math.ceil(rounds / 2), atOnce: 2 }, progress),
  },
  storm: {
    title: 'Calls while runners are killed',
    flags: ({ calls }) => `--calls ${calls}`,
    measure: ({ calls }, progress) => measureStorm({ calls }, progress),
  },
  doors: {
    title: 'Many clients at the doors, while rules, keys and Redis change',
    flags: ({ minutes }) => `--minutes ${minutes}`,
    measure: ({ minutes }, progress) => measureDoors({ minutes }, progress),
  },
  soak: {
    title: 'A long run of good and hostile calls',
    flags: ({ minutes }) => `--minutes ${minutes}`,
    measure: ({ minutes }, progress) => measureSoak({ minutes }, progress),
  },
};

const takeAll = async ({ names, amounts, json, details }: Wanted, machine: Machine): Promise<Taken[]> => {
  const taken: Taken[] = [];
  for (const name of names) {
    const { title, flags, measure } = MEASUREMENTS[name] as Entry;
    const measurement = await measure(amounts, showProgress);
    const command = `npm run bench:containment -- --only ${name} ${flags(amounts)}`;
    const date = new Date().toISOString().slice(0, 10);
    taken.push({ name, title, command, date, machine, measurement });
    if (json) continue;
    process.stdout.write(`\n${title}\n${tableText(figureRows(measurement.figures))}\n`);
    if (details) process.stdout.write(`\n${measurement.setting}\n${tableText(measurement.details)}\n`);
  }
  return taken;
};

/** Overwrites one line on a terminal, and writes one line after the other anywhere else. */
const showProgress: Progress = (text) =>
  void process.stderr.write(
    process.stderr.isTTY ? `\r\u001b[K${text.slice(0, process.stderr.columns - 1)}` : `${text}\n`,
  );

const run = async (): Promise<number> => {
  let wanted: Wanted | 'help';
  try {
    wanted = readFlags(process.argv.slice(2), Object.keys(MEASUREMENTS));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return 2;
  }
  if (wanted === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  if (process.platform !== 'linux') {
    process.stderr.write('These measurements read /proc: they need Linux.\n');
    return 2;
  }
  const machine = await describeMachine(process.env.PATH ?? '');
  if (!wanted.json) process.stdout.write(`${tableText(machineRows(machine))}\n`);
  const taken = await takeAll(wanted, machine);
  if (wanted.json) process.stdout.write(`${JSON.stringify(taken, undefined, 2)}\n`);
  return allMet(taken.flatMap(({ measurement }) => measurement.figures)) ? 0 : 1;
};

process.exitCode = await run();
