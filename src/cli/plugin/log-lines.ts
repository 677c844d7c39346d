// What a tool wrote to its log, for a terminal. Untrusted: nothing in it may move the cursor or pretend to be a line of ours.

import { shown } from '../../catalog/refusal.ts';
import type { Paint } from '../command.ts';
import { stackIn } from './stack-lines.ts';
import type { Called } from './workbench.ts';

const LINE_CHARACTERS = 2_000;

/** A result's JSON for a terminal: the same value, with characters that could move the cursor or the text written as escapes. */
export const shownJson = (resultText: string): string => shown(resultText, Number.POSITIVE_INFINITY);

/** The log of a call as lines with their level, without the stack of its failure, which is told mapped. */
export const logLines = (called: Called, paint: Paint): readonly string[] => {
  const paints = { debug: paint.faint, info: paint.faint, warn: paint.warning, error: paint.bad };
  const stack = stackIn(called);
  return called.log
    .filter((line) => line !== stack)
    .flatMap(({ level, text }) =>
      text.split('\n').map((line) => `${paints[level](`  ${level.padEnd(5)}`)} ${shown(line, LINE_CHARACTERS)}`),
    );
};
