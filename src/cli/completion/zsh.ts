// Writes the completion script for zsh. It works if it is sourced, and as a file named _toolcell in zsh's fpath.

import { type Completed, type CompletedCommand, type CompletedFlag, spellings } from './completed.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
/** Escapes brackets and colons, which have a meaning in descriptions of _arguments. */
const plain = (text: string): string => text.replaceAll(/[[\]:\\]/g, '\\$&');

const actionOf = (completed: Completed): string => {
  if (completed === 'files') return '_files';
  if (completed === 'folders') return '_files -/';
  return completed === 'nothing' ? ' ' : `(${completed.join(' ')})`;
};

const flagLine = (flag: CompletedFlag): string => {
  const names = spellings(flag);
  const rest = `[${plain(flag.meaning)}]${flag.value === undefined ? '' : `:value:${actionOf(flag.value)}`}`;
  const [only = ''] = names;
  return names.length === 1 ? quoted(`${only}${rest}`) : `'(${names.join(' ')})'{${names.join(',')}}${quoted(rest)}`;
};

const caseOf = ({ name, flags, words }: CompletedCommand): string => {
  const specs = [...flags.map(flagLine), ...words.map((word) => quoted(`:word:${actionOf(word)}`))];
  return `    ${name})\n      _arguments -S ${specs.join(' \\\n        ')} ;;`;
};

export const zshScript = (commands: readonly CompletedCommand[]): string => `#compdef toolcell
# Completion of toolcell for zsh. In ~/.zshrc, after compinit: source <(toolcell completion zsh)
_toolcell() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`).join('\n')}
    'help:show the arguments and flags of a command'
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
    help) _describe command commands ;;
${commands.map(caseOf).join('\n')}
  esac
}
if [[ $funcstack[1] == _toolcell ]]; then _toolcell "$@"; else compdef _toolcell toolcell; fi`;
