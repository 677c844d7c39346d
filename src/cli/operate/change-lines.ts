// What an upgrade changes, as lines that a person reads before they say yes.

import { shown } from '../../catalog/model/refusal.ts';
import type { VersionChange } from '../../protocol/admin.ts';
import type { Paint } from '../command.ts';

/** Characters of one side of a change that are shown: all of a long description. */
const SHOWN_CHARACTERS = 2_000;

/** One change: where, and both sides; `!` before what widens the plugin's reach or rewrites what agents know. */
const linesOf = ({ where, before, after, isWidening }: VersionChange, paint: Paint): readonly string[] => [
  `  ${isWidening ? paint.warning('!') : ' '} ${paint.strong(shown(where.trim(), 300))}`,
  ...(before === undefined ? [] : [paint.bad(`      - ${shown(before, SHOWN_CHARACTERS)}`)]),
  ...(after === undefined ? [] : [paint.good(`      + ${shown(after, SHOWN_CHARACTERS)}`)]),
];

/** Changes as a readable difference; a line says so where there are none that an agent could see. */
export const changeLines = (changes: readonly VersionChange[], paint: Paint): readonly string[] =>
  changes.length === 0
    ? ['    Only its code changes: nothing that agents read, and nothing it may use.']
    : changes.flatMap((change) => linesOf(change, paint));
