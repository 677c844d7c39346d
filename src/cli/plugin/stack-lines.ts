// Maps a guest's stack to the author's own files and lines, and shows a few lines of code around the first frame.

import type { Bundle } from '../../catalog/bundle/bundle.ts';
import { shown } from '../../catalog/model/refusal.ts';
import { type Place, type SourceLines, sourceLinesOf } from '../../server/sources/source-lines.ts';
import type { Outcome } from '../../shared/protocol/call.ts';
import type { FailureCode } from '../../shared/protocol/errors.ts';
import type { GuestLogLine } from '../../shared/protocol/task.ts';
import type { Style } from '../common/command.ts';

/** The mapped lines of the bundles that this process has shown stacks of. */
const LINES = new WeakMap<Bundle, Promise<SourceLines>>();

/** The mapped lines of a bundle, read once. */
export const linesOf = (bundle: Bundle): Promise<SourceLines> => {
  const known = LINES.get(bundle) ?? sourceLinesOf(bundle);
  LINES.set(bundle, known);
  return known;
};

/** Uses these lines for a bundle that runs as other code than its own. */
export const useLines = (bundle: Bundle, lines: SourceLines): void => {
  LINES.set(bundle, Promise.resolve(lines));
};

/** A call that was made, with what its tool wrote. */
export interface Called {
  readonly outcome: Outcome;
  /** Untrusted text. */
  readonly log: readonly GuestLogLine[];
  /** If it passed `cpuMs`: where the time was spent when it was made once more, innermost first. Empty if that was not seen. */
  readonly lastSeen?: readonly Frame[];
}

export interface Frame {
  readonly place: Place;
}

const FRAME = /^(\s+at (?:async (?!.*\())?)(?:(.+?) \()?([^()\s]+):(\d+):(\d+)\)?$/;
const MOST_FRAMES = 8;
const CODE_COLUMNS = 160;

/** True for code that Toolcell has put into a bundle, such as `defineTool`. */
const isOurs = ({ file }: Place): boolean => file.startsWith('toolcell/');

/** Codes of calls that ended because the tool threw, whoever is at fault. */
const THROWN: readonly FailureCode[] = [
  'tool_error',
  'invalid_arguments',
  'not_granted',
  'missing_secret',
  'upstream_failed',
  'upstream_refused',
  'store_unavailable',
];

/** The last line of a log that is a stack: the sandbox adds one if a tool throws. */
export const stackIn = ({ log, outcome }: Called): GuestLogLine | undefined =>
  outcome.ok || !THROWN.includes(outcome.failure.code)
    ? undefined
    : log.findLast(({ level, text }) => level === 'error' && /\n\s+at /.test(text));

/**
 * The frames of a stack in the plugin's code, innermost first, at most 8. A guest can forge a stack, so frames are used as text only. Names of functions
 * are the author's.
 */
export const framesOf = (
  stack: string,
  { entryName }: Pick<Bundle, 'entryName'>,
  lines: SourceLines,
): readonly Frame[] =>
  stack
    .split('\n')
    .flatMap((text): readonly Frame[] => {
      const [, , where, file, line, column] = FRAME.exec(text) ?? [];
      if (file !== entryName) return [];
      const place = lines(Number(line), Number(column), where);
      return place && !isOurs(place) ? [{ place }] : [];
    })
    .slice(0, MOST_FRAMES);

/**
 * A text of the console with the author's places in its stacks. Leaves out frames of Toolcell's own code. A line that has no place in the author's files stays
 * as it is.
 */
export const withPlaces = (text: string, { entryName }: Pick<Bundle, 'entryName'>, lines: SourceLines): string =>
  text
    .split('\n')
    .flatMap((line) => {
      const [, head, where, file = '', row, column] = FRAME.exec(line) ?? [];
      if (file.startsWith('toolcell:')) return [];
      const place = file === entryName ? lines(Number(row), Number(column), where) : undefined;
      if (place === undefined) return [line];
      return isOurs(place) ? [] : [`${head}${frameText(place)}`];
    })
    .join('\n');

const frameText = ({ where, file, line, column }: Place): string =>
  where === undefined ? `${file}:${line}:${column}` : `${where} (${file}:${line}:${column})`;

/** Frames as lines, the first with its code. */
export const frameLines = (frames: readonly Frame[], style: Style): readonly string[] =>
  frames.flatMap(({ place }, index) => {
    const { where, file, line, column } = place;
    const position = style.strong(`${shown(file, 200)}:${line}:${column}`);
    const head = where === undefined ? `at ${position}` : `at ${shown(where, 80)} (${position})`;
    return index === 0 ? [head, ...codeLines(place, style)] : [head];
  });

/** The line, and the lines before and after it, with a mark below the column. Empty if the text is not known or the line has over 160 characters. */
const codeLines = ({ text, line, column }: Place, style: Style): readonly string[] => {
  const lines = text?.split('\n') ?? [];
  if (lines[line - 1] === undefined || (lines[line - 1]?.length ?? 0) > CODE_COLUMNS) return [];
  const width = String(line + 1).length;
  const numbers = [line - 1, line, line + 1].filter((number) => number >= 1 && number <= lines.length);
  return numbers.flatMap((number) => {
    const code = shown((lines[number - 1] ?? '').replaceAll('\t', ' '), CODE_COLUMNS);
    const gutter = String(number).padStart(width);
    if (number !== line) return [style.faint(`    ${gutter} | ${code}`)];
    return [`  > ${gutter} | ${code}`, style.bad(`    ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`)];
  });
};
