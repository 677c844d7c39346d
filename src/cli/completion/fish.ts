// Writes the completion script for fish.

import type { Completed, CompletedCommand, CompletedFlag } from './completed.ts';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Arguments of `complete` for a kind of value. `-r` requires a value, `-x` one that is not a file. `-F` allows files, which the script turns off first. */
const valuesOf = (completed: Completed): string => {
  if (completed === 'files') return '-F';
  if (completed === 'folders') return "-a '(__fish_complete_directories)'";
  return completed === 'nothing' ? '' : `-a ${quoted(completed.join(' '))}`;
};

const flagLine = (command: string, { name, letter, meaning, value }: CompletedFlag): string => {
  const parts = [
    `complete -c toolcell -n ${quoted(`__fish_seen_subcommand_from ${command}`)} -l ${name}`,
    letter === undefined ? '' : `-s ${letter}`,
    value === undefined ? '' : `${value === 'files' ? '-r' : '-x'} ${valuesOf(value)}`,
    `-d ${quoted(meaning)}`,
  ];
  return parts.filter((part) => part !== '').join(' ');
};

const linesOf = ({ name, summary, flags, words: [first = 'nothing'] }: CompletedCommand): readonly string[] => [
  `complete -c toolcell -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
  ...(first === 'nothing'
    ? []
    : [`complete -c toolcell -n ${quoted(`__fish_seen_subcommand_from ${name}`)} ${valuesOf(first)}`]),
  ...flags.map((flag) => flagLine(name, flag)),
];

export const fishScript = (
  commands: readonly CompletedCommand[],
): string => `# Completion of toolcell for fish: toolcell completion fish | source
complete -c toolcell -f
complete -c toolcell -n __fish_use_subcommand -l version -s v -d 'print the version of Toolcell'
${commands.flatMap(linesOf).join('\n')}`;
