// Shows a tool's log on a terminal. The text is untrusted: it must not move the cursor or look like a line of Toolcell's.

import { shown } from '../../catalog/model/refusal.ts';
import type { GuestLogLine } from '../../shared/protocol/task.ts';
import type { Style } from '../common/command.ts';
import { type Called, stackIn } from './stack-lines.ts';

const LINE_CHARACTERS = 2_000;

/** A result's JSON for a terminal: the same value, with escapes for characters that could move the cursor or reorder text. */
export const shownJson = (resultText: string): string => shown(resultText, Number.POSITIVE_INFINITY);

/** The text of a log line: with a hint about the missing grant if a request was denied, or with the progress of the call (`3/10 pages read`). */
const lineText = ({ text, progress, denied }: GuestLogLine): string => {
  if (denied?.hint !== undefined) return `${text}\n→ ${denied.hint}`;
  if (progress === undefined) return text;
  const { done, total } = progress;
  return `${done}${total === undefined ? '' : `/${total}`} ${text}`.trimEnd();
};

/** A function for `onLines` that shows the latest progress among log lines. */
export const progressReporter =
  (showProgress: (progress: string) => void) =>
  (lines: readonly GuestLogLine[]): void => {
    const last = lines.findLast(({ progress }) => progress !== undefined);
    if (last) showProgress(shown(lineText(last), LINE_CHARACTERS));
  };

/** The log of a call as lines with their levels. Leaves out the stack of its failure, which `failureLines` shows with the author's lines. */
export const logLines = (called: Called, style: Style): readonly string[] => {
  const paints = { debug: style.faint, info: style.faint, warn: style.warning, error: style.bad };
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
