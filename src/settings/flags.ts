// Reads the flags of a command line, and reports every slip at once with a guess of what was meant. Lists those flags, with their environment
// variables, that set settings. Reads no globals. Command line and front process.

import { parseArgs } from 'node:util';
import { excerpt } from '../shared/text/excerpt.ts';
import { nearest } from '../shared/text/nearest.ts';
import type { Problem } from './problem.ts';

export interface FlagShape {
  /** Placeholder of the value in help texts. A flag without it is a switch. */
  readonly argument?: string;
  /** True: the value may be left out. It is then written after an equals sign only, so that a word after the flag is not taken for it. */
  readonly isOptional?: boolean;
  /** The flag in one letter. */
  readonly short?: string;
}

/** Name without dashes → flag. */
export type FlagShapes = Readonly<Record<string, FlagShape>>;

export interface FlagWords {
  /** Flag → its value, or true for a switch. Only flags without a problem. */
  readonly values: ReadonlyMap<string, string | true>;
  /** Words that belong to no flag, in order. */
  readonly words: readonly string[];
  readonly problems: readonly Problem[];
}

/** Reads `args`, the words after a command's name. */
export const readFlagWords = (args: readonly string[], shapes: FlagShapes): FlagWords => {
  const values = new Map<string, string | true>();
  const words: string[] = [];
  const problems: Problem[] = [];
  let isAfterUnknown = false;
  for (const token of tokensOf(args, shapes)) {
    if (token.kind === 'option') {
      const problem = problemWith(token, shapes);
      // The word after an unknown flag may be its value, so it is not reported a second time.
      isAfterUnknown = !Object.hasOwn(shapes, token.name) && token.value === undefined;
      if (problem === undefined) values.set(token.name, token.value ?? true);
      else problems.push(problem);
    } else if (token.kind === 'positional') {
      if (!isAfterUnknown) words.push(token.value);
      isAfterUnknown = false;
    }
  }
  return { values, words, problems };
};

/** `--port N`, `--inspect[=PORT]` if the value may be left out, or `--check` for a switch. */
export const flagUsage = (name: string, { argument, isOptional = false }: FlagShape): string => {
  if (argument === undefined) return `--${name}`;
  return isOptional ? `--${name}[=${argument}]` : `--${name} ${argument}`;
};

/** All flags, as a problem lists them. */
export const flagList = (shapes: FlagShapes): string =>
  Object.entries(shapes)
    .map(([name, shape]) => flagUsage(name, shape))
    .join(', ');

/** Not strict, because that mode throws at the first slip, and all are reported. */
const tokensOf = (args: readonly string[], shapes: FlagShapes) =>
  parseArgs({
    args: args.map((arg, index) => (isForgotten(arg, args[index + 1], shapes) ? `--${nameOf(arg, shapes)}=` : arg)),
    options: Object.fromEntries(
      Object.entries(shapes).map(([name, { argument, isOptional, short }]) => [
        name,
        {
          type: argument === undefined || isOptional ? ('boolean' as const) : ('string' as const),
          ...(short && { short }),
        },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;

/** `-o` → `out`, `--out` → `out`; undefined for a word that is not a known flag without a value. */
const nameOf = (arg: string, shapes: FlagShapes): string | undefined => {
  const name = arg.startsWith('--')
    ? arg.slice(2)
    : Object.keys(shapes).find((long) => shapes[long]?.short !== undefined && arg === `-${shapes[long].short}`);
  return name !== undefined && Object.hasOwn(shapes, name) ? name : undefined;
};

/** True for `--port` in `--port --host x`, which must not take the next flag as its value. `--port -1` has a bad value. */
const isForgotten = (arg: string, next: string | undefined, shapes: FlagShapes): boolean => {
  const name = nameOf(arg, shapes);
  const { argument, isOptional = false } = (name !== undefined && shapes[name]) || {};
  return argument !== undefined && !isOptional && (next === undefined || /^-\D/.test(next));
};

const problemWith = (
  { name, rawName, value }: { readonly name: string; readonly rawName: string; readonly value: string | undefined },
  shapes: FlagShapes,
): Problem | undefined => {
  const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
  if (shape === undefined) {
    const [meant] = nearest(name, [...Object.keys(shapes), 'help']);
    const known = flagList(shapes);
    const fix = meant === undefined ? (known === '' ? 'leave it out' : `use ${known}`) : `did you mean --${meant}?`;
    return { where: excerpt(rawName), wrong: 'there is no such flag', fix };
  }
  const where = `--${name}`;
  if (shape.argument === undefined)
    return value === undefined ? undefined : { where, wrong: 'it takes no value', fix: `write --${name} alone` };
  if (shape.isOptional && value === undefined) return undefined;
  return value ? undefined : { where, wrong: 'it has no value', fix: `write ${flagUsage(name, shape)}` };
};

export interface Flag extends FlagShape {
  readonly flag: string;
  readonly env: string;
  readonly argument: string;
  /** Path of the setting; the flag of the configuration file has none. */
  readonly path?: string;
  readonly meaning: string;
}

/** The flag that names the configuration file. */
export const CONFIG_FLAG: Flag = {
  flag: 'config',
  env: 'TOOLCELL_CONFIG',
  argument: 'FILE',
  meaning: 'the configuration file, sandbox.config.json in the current directory unless set',
};

/** Every flag, in the order of help texts. */
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
  {
    flag: 'log',
    env: 'TOOLCELL_LOG',
    argument: 'FORMAT',
    path: 'log.format',
    meaning: 'format of the log: auto, pretty or json',
  },
  CONFIG_FLAG,
];

export interface CommandLine {
  /** Flag → value. */
  readonly given: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

/** Reads `args`, the words after the script's name. Never throws. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, words, problems } = readFlagWords(args, SHAPES);
  const given = new Map([...values].map(([name, value]) => [name, String(value)]));
  const stray = words.map((word) => ({
    where: 'command line',
    wrong: `${excerpt(JSON.stringify(word))} belongs to no flag`,
    fix: `write flags as ${flagList(SHAPES)}`,
  }));
  return { given, problems: [...problems, ...stray] };
}

const SHAPES: FlagShapes = Object.fromEntries(FLAGS.map((flag) => [flag.flag, flag]));
