// Reads the command line of `npm run bench`.

import { parseArgs } from 'node:util';
import { JOBS } from './jobs/jobs.ts';
import type { ToolcellSettings } from './jobs/workshop.ts';
import { PEERS } from './peers/list.ts';
import { PARTS, type PartName } from './report/results.ts';

export interface BenchOptions {
  readonly parts: readonly PartName[];
  readonly tools: readonly string[];
  readonly peers: readonly string[];
  readonly connections: readonly number[];
  readonly seconds: number;
  readonly rounds: number;
  readonly many: number;
  readonly json: string | undefined;
  readonly write: boolean;
  /** Take the results from docs/benchmarks.json. */
  readonly written: boolean;
  readonly toolcellSettings: ToolcellSettings;
}

const MOST_CONNECTIONS = 128;

export const USAGE = `Usage: npm run bench -- [flags]

Measures Toolcell and its alternatives side by side, and Toolcell's own figures, and prints each figure with its goal.
Needs Linux, the peers (npm ci --prefix bench) and wrk (apt-get install wrk). Without wrk it uses autocannon.

  --only PARTS         some of: ${PARTS.join(', ')} (default: all)
  --tools NAMES        some of: ${JOBS.map(({ toolName }) => toolName).join(', ')} (default: all)
  --peers NAMES        some of: ${PEERS.map(({ name }) => name).join(', ')} (default: all)
  --connections LIST   numbers of connections, 1 to ${MOST_CONNECTIONS} (default: 1,8,64)
  --seconds N          length of one visit in seconds (default: 3)
  --rounds N           visits of each peer at each setting (default: 5)
  --many N             plugins in a large catalog (default: 1000, which the goals assume)
  --set PATH=VALUE     a setting for every Toolcell, such as pool.runners=4; may be given several times
  --written            measures nothing, and prints everything from docs/benchmarks.json
  --json FILE          writes all results to FILE
  --write              writes docs/benchmarks.md, .svg and .json; parts that were not run keep their results
  --help

Lists are separated by commas. Progress goes to standard error, results to standard output.
`;

/** A wrong flag. The message names the flag and the values that it takes. */
export class BadFlag extends Error {
  override name = 'BadFlag';
}

/** Reads the flags. Undefined if `--help` is among them. Throws {@link BadFlag}. */
export const readOptions = (args: readonly string[]): BenchOptions | undefined => {
  const values = parsed(args);
  if (values.help) return undefined;
  return {
    parts: namesIn('--only', values.only, PARTS),
    tools: namesIn(
      '--tools',
      values.tools,
      JOBS.map(({ toolName }) => toolName),
    ),
    peers: namesIn(
      '--peers',
      values.peers,
      PEERS.map(({ name }) => name),
    ),
    connections: (values.connections ?? '1,8,64')
      .split(',')
      .map((text) => numberIn('--connections', text, MOST_CONNECTIONS)),
    seconds: numberIn('--seconds', values.seconds ?? '3', 600),
    rounds: numberIn('--rounds', values.rounds ?? '5', 100),
    many: numberIn('--many', values.many ?? '1000', 10_000),
    json: values.json,
    write: values.write ?? false,
    written: values.written ?? false,
    toolcellSettings: Object.fromEntries((values.set ?? []).map(settingIn)),
  };
};

const parsed = (args: readonly string[]) => {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{
          only: text,
          tools: text,
          peers: text,
          connections: text,
          seconds: text,
          rounds: text,
          many: text,
          json: text,
        },
        set: { ...text, multiple: true },
        ...{ write: flag, written: flag, help: { ...flag, short: 'h' } },
      },
    }).values;
  } catch (error) {
    throw new BadFlag((error as Error).message);
  }
};

/** Reads a value as JSON, or takes it as a string if it is not JSON. */
const settingIn = (text: string): [path: string, value: unknown] => {
  const [, path, value] = /^(\w+(?:\.\w+)?)=(.+)$/.exec(text) ?? [];
  if (path === undefined || value === undefined) throw new BadFlag(`--set: "${text}" is not PATH=VALUE`);
  try {
    return [path, JSON.parse(value)];
  } catch {
    return [path, value];
  }
};

const namesIn = <Name extends string>(
  flag: string,
  text: string | undefined,
  known: readonly Name[],
): readonly Name[] => {
  if (text === undefined) return known;
  const wanted = text.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !known.includes(name as Name));
  if (unknown.length > 0)
    throw new BadFlag(`${flag}: there is no ${unknown.join(', ')}; there are ${known.join(', ')}`);
  return known.filter((name) => wanted.includes(name));
};

const numberIn = (flag: string, text: string, most: number): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new BadFlag(`${flag}: "${text}" is not a whole number from 1 to ${most}`);
};
