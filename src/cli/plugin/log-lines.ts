// What a tool wrote to its log, for a terminal. Untrusted: nothing in it may move the cursor or pretend to be a line of ours.

import { shown } from '../../catalog/model/refusal.ts';
import type { GuestLogLine } from '../../protocol/task.ts';
import type { Paint } from '../command.ts';
import { stackIn } from './stack-lines.ts';
import type { Called } from './workbench.ts';

const LINE_CHARACTERS = 2_000;

/** A result's JSON for a terminal: the same value, with characters that could move the cursor or the text written as escapes. */
export const shownJson = (resultText: string): string => shown(resultText, Number.POSITIVE_INFINITY);

/** A line's text: with what would let a refused request through, or with how far the call is (`3/10 pages read`). */
const lineText = ({ text, progress, denied }: GuestLogLine): string => {
  if (denied?.hint !== undefined) return `${text}\n→ ${denied.hint}`;
  if (progress === undefined) return text;
  const { done, total } = progress;
  return `${done}${total === undefined ? '' : `/${total}`} ${text}`.trimEnd();
};

/** Tells of lines as they come how far the call is: the last one that says so, for a terminal. */
export const tellProgress =
  (tell: (howFar: string) => void) =>
  (lines: readonly GuestLogLine[]): void => {
    const last = lines.findLast(({ progress }) => progress !== undefined);
    if (last) tell(shown(lineText(last), LINE_CHARACTERS));
  };

/** The log of a call as lines with their level, without the stack of its failure, which is told mapped. */
export const logLines = (called: Called, paint: Paint): readonly string[] => {
  const paints = { debug: paint.faint, info: paint.faint, warn: paint.warning, error: paint.bad };
  const stack = stackIn(called);
  return called.log
    .filter((line) => line !== stack)
    .flatMap((line) => {
      const head = paints[line.level](`  ${line.level.padEnd(5)}`);
      return lineText(line)
        .split('\n')
        .map((text) => `${head} ${shown(text, LINE_CHARACTERS)}`);
    });
};
