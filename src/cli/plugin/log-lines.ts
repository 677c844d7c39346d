// What a tool wrote to its log, for a terminal. Untrusted: nothing in it may move the cursor or pretend to be a line of ours.

import { shown } from '../../catalog/refusal.ts';
import type { GuestLogLine } from '../../protocol/task.ts';
import type { Paint } from '../command.ts';
import { isStack } from './stack-lines.ts';

const LINE_CHARACTERS = 2_000;

/** A result's JSON for a terminal: the same value, with characters that could move the cursor or the text written as escapes. */
export const shownJson = (resultText: string): string => shown(resultText, Number.POSITIVE_INFINITY);

/** The log as lines with their level, without the stacks, which are told mapped. */
export const logLines = (log: readonly GuestLogLine[], paint: Paint): readonly string[] => {
  const paints = { debug: paint.faint, info: paint.faint, warn: paint.warning, error: paint.bad };
  return log
    .filter((line) => !isStack(line))
    .flatMap(({ level, text }) =>
      text.split('\n').map((line) => `${paints[level](`  ${level.padEnd(5)}`)} ${shown(line, LINE_CHARACTERS)}`),
    );
};
