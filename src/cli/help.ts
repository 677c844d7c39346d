// Writes the help texts of the command line from the commands' usages. Plain text.

import { type FlagShape, flagUsage } from '../settings/flags.ts';
import { type CommandEntry, type CommandUsage, EXIT } from './common/command.ts';
import { letterOf } from './common/command-line.ts';
import { tableLines } from './common/table.ts';

const EXIT_CODES = `Exit codes: ${EXIT.done} done, ${EXIT.fault} the plugin or the thing asked about is at fault, ${EXIT.usage} wrong usage or configuration,
${EXIT.host} the host failed or cannot run here.`;

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}\n`).join('');

export const overview = (entries: readonly CommandEntry[]): string => {
  const lines = tableLines(entries.map(({ name, summary }) => [name, summary]));
  const groups = [...Map.groupBy(lines, (_, index) => entries[index]?.group)].map(
    ([group, members]) => `${group}:\n${indented(members)}`,
  );
  return `Usage: toolcell COMMAND [words and flags]

${groups.join('\n')}
Flags of all commands:
  -h, --help     show the arguments and flags of the command
  -v, --version  print the version of Toolcell, in place of a command

${EXIT_CODES}
`;
};

/** `-c, --config FILE`, or `    --strict` below it. */
const named = (flag: string, shape: FlagShape = {}): string => {
  const letter = letterOf(flag);
  return `${letter === undefined ? '   ' : `-${letter},`} ${flagUsage(flag, shape)}`;
};

export const helpOf = ({ name, summary }: CommandEntry, usage: CommandUsage): string => {
  const { words = [], flags = {}, about = [], examples = [] } = usage;
  const shape = words.map((word) => (word.isOptional ? `[${word.name}]` : word.name));
  const flagRows = Object.entries(flags).map(([flag, shape]) => [named(flag, shape), shape.meaning]);
  const rows = [...words.map((word) => [word.name, word.meaning]), ...flagRows, [named('help'), 'show this text']];
  const parts = [
    `Usage: toolcell ${[name, ...shape].join(' ')}${flagRows.length > 0 ? ' [flags]' : ''}\n`,
    `${summary}\n${about.map((line) => `${line}\n`).join('')}`,
    indented(tableLines(rows)),
    ...(examples.length > 0 ? [`For example:\n${indented(examples)}`] : []),
    `${EXIT_CODES}\n`,
  ];
  return parts.join('\n');
};
