// Shows a tool's log on a terminal. The text is untrusted: it must not move the cursor or look like a line of Toolcell's.

import type { Bundle } from '../../catalog/bundle/bundle.ts';
import { shown } from '../../catalog/model/refusal.ts';
import type { GuestLogLine } from '../../shared/protocol/task.ts';
import type { Style } from '../common/command.ts';
import { type Called, linesOf, stackIn, withPlaces } from './stack-lines.ts';

const LINE_CHARACTERS = 2_000;
/** In a text with a stack. */
const AT = /\n\s+at /;

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

/**
 * The log of a call as lines with their levels, its stacks with the author's places in `bundle`. Leaves out the stack of its failure, which `failureLines`
 * shows.
 */
export const logLines = (called: Called, bundle: Bundle, style: Style): Promise<readonly string[]> => {
  const stack = stackIn(called);
  return shownLog(
    called.log.filter((line) => line !== stack),
    bundle,
    style,
  );
};

/** Lines of a log with their levels, their stacks with the author's places in `bundle`. */
export const shownLog = async (
  log: readonly GuestLogLine[],
  bundle: Bundle,
  style: Style,
): Promise<readonly string[]> => {
  const paints = { debug: style.faint, info: style.faint, warn: style.warning, error: style.bad };
  const places = log.some(({ text }) => AT.test(text)) ? await linesOf(bundle) : undefined;
  return log.flatMap((line) => {
    const head = paints[line.level](`  ${line.level.padEnd(5)}`);
    const text = lineText(line);
    return (places === undefined ? text : withPlaces(text, bundle, places))
      .split('\n')
      .map((text) => `${head} ${shown(text, LINE_CHARACTERS)}`);
  });
};
