// The command line of `npm run attack`: the flags of the configuration, and its own.

import type { Config } from '../../../src/config/config.ts';
import { explainFlags } from '../../../src/config/explain.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { type Attack, readCorpus } from './corpus.ts';

export const HELP = `Usage: npm run attack -- [--only GLOB] [--json] [flags]

Runs every attack of the corpus in test/attacks against your own configuration, on this machine, and prints what held.
Only the address, the plugins folder and the quarantine are set aside: it listens on a free port of 127.0.0.1, serves the
corpus in place of your plugins, and pauses none of them. It takes some minutes, most of them spent waiting for limits.

${explainFlags()}  --only GLOB       only these: a family such as builtins, or names such as 'escapes/call*'
  --json            the verdicts as JSON, once all are in
  --help            this text

Exit codes: 0 when every attack was held, 1 when one was not, 2 for a bad flag or configuration.
`;

export type Request =
  | { readonly kind: 'help' }
  | { readonly kind: 'bad'; readonly problems: readonly string[] }
  | { readonly kind: 'run'; readonly config: Config; readonly attacks: readonly Attack[]; readonly json: boolean };

/** What the words after the script's name ask for; every problem at once where they are no good. */
export const readRequest = (
  args: readonly string[],
  surroundings: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Request => {
  if (args.includes('--help') || args.includes('-h')) return { kind: 'help' };
  const { only, rest } = takeOnly(args);
  const attacks = readCorpus(only);
  const loaded = loadConfig({ ...surroundings, args: rest, switches: ['json', 'help'] });
  const problems = loaded.ok ? [] : [...loaded.problems];
  if (only === '') problems.push("--only: it has no value → write --only 'builtins/*'");
  else if (attacks.length === 0)
    problems.push(`--only: no attack fits ${JSON.stringify(only)} → use a family such as builtins`);
  if (!loaded.ok || problems.length > 0) return { kind: 'bad', problems };
  return { kind: 'run', config: loaded.config, attacks, json: loaded.switches.has('json') };
};

/** `--only` is ours; every other word belongs to the configuration's reader. */
const takeOnly = (args: readonly string[]): { only: string | undefined; rest: readonly string[] } => {
  const at = args.findIndex((arg) => arg === '--only' || arg.startsWith('--only='));
  const flag = args[at];
  if (flag === undefined) return { only: undefined, rest: args };
  if (flag.startsWith('--only=')) return { only: flag.slice('--only='.length), rest: args.toSpliced(at, 1) };
  const value = args[at + 1];
  if (value === undefined || value.startsWith('-')) return { only: '', rest: args.toSpliced(at, 1) };
  return { only: value, rest: args.toSpliced(at, 2) };
};
