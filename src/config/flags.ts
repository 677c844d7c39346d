// The settings that a flag or an environment variable can set, and how a command line is read. Reads no globals.

import { parseArgs } from 'node:util';
import { nearest } from './nearest.ts';
import { type Problem, shown } from './problem.ts';

/** One flag with its environment variable. */
export interface Flag {
  readonly flag: string;
  readonly env: string;
  /** Stands for its value in help texts. */
  readonly argument: string;
  /** Path of the setting; the flag that names the configuration file itself has none. */
  readonly path?: string;
  readonly meaning: string;
}

export const CONFIG_FLAG: Flag = {
  flag: 'config',
  env: 'TOOLCELL_CONFIG',
  argument: 'FILE',
  meaning: 'the configuration file, sandbox.config.json in the current directory unless set',
};

/** Every flag, in the order that help texts show. */
export const FLAGS: readonly Flag[] = [
  { flag: 'port', env: 'TOOLCELL_PORT', argument: 'N', path: 'server.port', meaning: 'TCP port, 0 for any free one' },
  { flag: 'host', env: 'TOOLCELL_HOST', argument: 'ADDRESS', path: 'server.host', meaning: 'address to listen on' },
  {
    flag: 'plugins',
    env: 'TOOLCELL_PLUGINS',
    argument: 'DIR',
    path: 'plugins.folder',
    meaning: 'folder that holds the bundles',
  },
  CONFIG_FLAG,
];

/** What a command line says: flag → value, switches that are on, and everything wrong with it. */
export interface CommandLine {
  readonly given: ReadonlyMap<string, string>;
  readonly switches: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

/** Reads `args`, the words after the script's name. `switches` are flags without a value that the command adds. */
export function readCommandLine(args: readonly string[], switches: readonly string[] = []): CommandLine {
  const given = new Map<string, string>();
  const on = new Set<string>();
  const problems: Problem[] = [];
  let unknownAt = -2;
  for (const token of tokensOf(args, switches)) {
    if (token.kind === 'option') {
      const problem = problemWith(token, switches);
      if (problem !== undefined) problems.push(problem);
      else if (token.value === undefined) on.add(token.name);
      else given.set(token.name, token.value);
      if (!isKnown(token.name, switches)) unknownAt = token.index;
    } else if (token.kind === 'positional' && token.index !== unknownAt + 1) {
      const wrong = `${shown(JSON.stringify(token.value))} belongs to no flag`;
      problems.push({ where: 'command line', wrong, fix: `write flags as ${ALL_FLAGS}` });
    }
  }
  return { given, switches: on, problems };
}

/** `--port N` */
export const usage = ({ flag, argument }: Flag): string => `--${flag} ${argument}`;

const ALL_FLAGS = FLAGS.map(usage).join(', ');

const isKnown = (name: string, switches: readonly string[]): boolean =>
  switches.includes(name) || FLAGS.some(({ flag }) => flag === name);

/** Not strict: that mode throws at the first slip, and an operator wants to hear of all of them. */
const tokensOf = (args: readonly string[], switches: readonly string[]) =>
  parseArgs({
    args: args.map((arg, index) => (isForgotten(arg, args[index + 1]) ? `${arg}=` : arg)),
    options: {
      ...Object.fromEntries(FLAGS.map(({ flag }) => [flag, { type: 'string' as const }])),
      ...Object.fromEntries(switches.map((name) => [name, { type: 'boolean' as const }])),
    },
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;

/** `--port --host x` has forgotten a value and must not take the next flag for one; `--port -1` has a bad one. */
const isForgotten = (arg: string, next: string | undefined): boolean =>
  FLAGS.some(({ flag }) => arg === `--${flag}`) && (next === undefined || /^-\D/.test(next));

function problemWith(
  { name, rawName, value }: { name: string; rawName: string; value: string | undefined },
  switches: readonly string[],
): Problem | undefined {
  const where = shown(rawName);
  if (switches.includes(name)) {
    return value === undefined ? undefined : { where, wrong: 'it takes no value', fix: `write --${name} alone` };
  }
  const flag = FLAGS.find((known) => known.flag === name);
  if (flag !== undefined) return value ? undefined : { where, wrong: 'it has no value', fix: `write ${usage(flag)}` };
  const [meant] = nearest(name, [...FLAGS.map((known) => known.flag), ...switches]);
  return {
    where,
    wrong: 'there is no such flag',
    fix: meant === undefined ? `use ${ALL_FLAGS}` : `did you mean --${meant}?`,
  };
}
