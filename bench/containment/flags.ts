// Reads the command line of `npm run bench:containment`.

import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run bench:containment -- [--only NAME]... [--minutes N] [--calls N] [--rounds N] [--json] [--details]

Measures the figures of containment and prints each with its goal. Everything runs on this machine, over 127.0.0.1.

  --only NAME   noisy, big-results, bad-bodies, responses, stacks, store, queue, runners, heap, cold, deadlines, storm
                or soak; may be given several times. Without it, all of them run.
  --minutes N   how long the soak lasts, 0.2 to 240 (20)
  --calls N     calls of the storm, 100 to 1000000 (20000)
  --rounds N    rounds of the noisy neighbour and of each attack on something shared, 1 to 100 (6). Each round stands for
                four first calls as well, and for half a call of each hostile tool
  --json        prints everything as JSON
  --details     prints the rows behind the figures as well
  --help        prints this

Exit codes: 0 if every goal was reached, 1 if one was missed, 2 for a wrong flag.
`;

/** The sizes of the measurements. */
export interface Amounts {
  readonly minutes: number;
  readonly calls: number;
  readonly rounds: number;
}

const RANGES: Readonly<Record<keyof Amounts, readonly [low: number, high: number]>> = {
  minutes: [0.2, 240],
  calls: [100, 1_000_000],
  rounds: [1, 100],
};

/** The content of the command line. */
export interface Wanted {
  readonly names: readonly string[];
  readonly amounts: Amounts;
  readonly json: boolean;
  readonly details: boolean;
}

/** Reads the command line. Throws an Error whose message names the wrong flag. */
export const readFlags = (args: readonly string[], known: readonly string[]): Wanted | 'help' => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      minutes: { type: 'string', default: '20' },
      calls: { type: 'string', default: '20000' },
      rounds: { type: 'string', default: '6' },
      json: { type: 'boolean', default: false },
      details: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  const names = values.only ?? known;
  for (const name of names) if (!known.includes(name)) throw new Error(`--only ${name}: there are ${known.join(', ')}`);
  const amount = (name: keyof Amounts): number => {
    const value = Number(values[name]);
    const [low, high] = RANGES[name];
    if (value >= low && value <= high) return value;
    throw new Error(`--${name} ${values[name]} is not a number from ${low} to ${high}`);
  };
  const amounts = {
    minutes: amount('minutes'),
    calls: Math.floor(amount('calls')),
    rounds: Math.floor(amount('rounds')),
  };
  const { json, details } = values;
  return { names, amounts, json, details };
};
