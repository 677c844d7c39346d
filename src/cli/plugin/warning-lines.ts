// What an author should know of a plugin and may leave as it is, as lines: the finding, and what to do below it.

import { shown } from '../../catalog/model/refusal.ts';
import type { Paint } from '../command.ts';

const FINDING_CHARACTERS = 600;

const linesOf = (text: string, mark: string): readonly string[] => {
  const [finding = '', hint] = text.split(' → ');
  return [
    `${mark} ${shown(finding, FINDING_CHARACTERS)}`,
    ...(hint === undefined ? [] : [`    → ${shown(hint, FINDING_CHARACTERS)}`]),
  ];
};

/** Sentences, some with what to do behind an arrow. */
export const warningLines = (warnings: readonly string[], paint: Paint): readonly string[] =>
  warnings.flatMap((warning) => linesOf(warning, paint.warning('!')));

/** The same for what has less weight. */
export const noteLines = (notes: readonly string[], paint: Paint): readonly string[] =>
  notes.flatMap((note) => linesOf(note, paint.faint('·')));
