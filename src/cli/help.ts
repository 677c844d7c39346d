// Help texts of the command line, made of what the commands say of themselves. Plain text.

import { type Command, EXIT } from './command.ts';
import type { CommandEntry } from './command-list.ts';
import { letterOf } from './short-flags.ts';

const EXIT_CODES = `Exit codes: ${EXIT.done} done, ${EXIT.fault} the plugin or the thing asked about is at fault, ${EXIT.usage} wrong usage or configuration,
${EXIT.host} the host failed or cannot run here.`;

/** Two columns, the left one as wide as its widest entry. */
const columnsOf = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
};

/** The list of all commands, by group. */
export const overview = (entries: readonly CommandEntry[]): string => {
  const width = Math.max(...entries.map(({ name }) => name.length));
  const groups = [...Map.groupBy(entries, ({ group }) => group)].map(
    ([group, members]) =>
      `${group}:\n${members.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}\n`).join('')}`,
  );
  return `Usage: toolcell COMMAND [words and flags]

${groups.join('\n')}
Flags of all commands:
  -h, --help     what the command takes
  -v, --version  the version of Toolcell, in place of a command

${EXIT_CODES}
`;
};

/** `-c, --config`, or `    --strict` below it. */
const named = (flag: string): string => {
  const letter = letterOf(flag);
  return letter === undefined ? `    --${flag}` : `-${letter}, --${flag}`;
};

/** The help of one command. */
export const helpOf = ({ name, summary, usage }: Command): string => {
  const { words = [], flags = {}, about = [], examples = [] } = usage;
  const shape = words.map((word) => (word.isOptional ? `[${word.name}]` : word.name));
  const flagRows = Object.entries(flags).map(
    ([flag, { argument, meaning }]) =>
      [`${named(flag)}${argument === undefined ? '' : ` ${argument}`}`, meaning] as const,
  );
  const rows = [
    ...words.map((word) => [word.name, word.meaning] as const),
    ...flagRows,
    [named('help'), 'this text'] as const,
  ];
  const parts = [
    `Usage: toolcell ${[name, ...shape].join(' ')}${flagRows.length > 0 ? ' [flags]' : ''}\n`,
    `${summary}\n${about.map((line) => `${line}\n`).join('')}`,
    columnsOf(rows),
    ...(examples.length > 0 ? [`For example:\n${examples.map((line) => `  ${line}\n`).join('')}`] : []),
    `${EXIT_CODES}\n`,
  ];
  return parts.join('\n');
};
