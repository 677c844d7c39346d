// Shows the changes of an upgrade as lines, for a person who approves it.

import { shown } from '../../catalog/model/refusal.ts';
import type { VersionChange } from '../../shared/protocol/admin.ts';
import type { Style } from '../common/command.ts';

/** Characters shown of one side of a change: enough for a long description. */
const SHOWN_CHARACTERS = 2_000;

/** One change: its place and both sides. `!` marks a change that widens the plugin's reach or rewrites a text that agents read. */
const linesOf = ({ where, before, after, isWidening }: VersionChange, style: Style): readonly string[] => [
  `  ${isWidening ? style.warning('!') : ' '} ${style.strong(shown(where.trim(), 300))}`,
  ...(before === undefined ? [] : [style.bad(`      - ${shown(before, SHOWN_CHARACTERS)}`)]),
  ...(after === undefined ? [] : [style.good(`      + ${shown(after, SHOWN_CHARACTERS)}`)]),
];

/** Changes as a readable difference, or a line that says that only the code changes. */
export const changeLines = (changes: readonly VersionChange[], style: Style): readonly string[] =>
  changes.length === 0
    ? ['    Only its code changes: neither the texts that agents read nor what it may use.']
    : changes.flatMap((change) => linesOf(change, style));
