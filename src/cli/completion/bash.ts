// Writes the completion script for bash. The script needs no completion package. It leaves file names to bash, which quotes them.

import { type Completed, type CompletedCommand, spellings } from './completed.ts';

/** The command of a case in the script: completes words, files or folders, or nothing. */
const answerOf = (completed: Completed): string => {
  if (completed === 'files') return 'return';
  if (completed === 'folders') return 'compopt -o dirnames; return';
  if (completed === 'nothing') return 'compopt +o default; return';
  return `COMPREPLY=($(compgen -W '${completed.join(' ')}' -- "$current")); return`;
};

const flagCases = ({ name, flags }: CompletedCommand): readonly string[] =>
  flags.flatMap((flag) =>
    flag.value === undefined
      ? []
      : [
          `    ${spellings(flag)
            .map((spelling) => `'${name} ${spelling}'`)
            .join('|')}) ${answerOf(flag.value)} ;;`,
        ],
  );

const commandCase = ({ name, flags, words }: CompletedCommand): readonly string[] => [
  `    ${name})`,
  `      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W '${flags.flatMap(spellings).join(' ')}' -- "$current")); return; fi`,
  `      ${answerOf(words[0] ?? 'nothing')} ;;`,
];

export const bashScript = (commands: readonly CompletedCommand[]): string => {
  const names = commands.map(({ name }) => name).join(' ');
  return `# Completion of toolcell for bash. In ~/.bashrc: source <(toolcell completion bash)
_toolcell() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W '${names} help --help -h --version -v' -- "$current"))
    return
  fi
  case "$command $before" in
${commands.flatMap(flagCases).join('\n')}
  esac
  case "$command" in
    help) COMPREPLY=($(compgen -W '${names}' -- "$current")); return ;;
${commands.flatMap(commandCase).join('\n')}
  esac
}
complete -o default -F _toolcell toolcell`;
};
