// A guest's stack as its author can use it: the author's own files and lines, and a few lines of code around the first of them.

import type { Bundle } from '../../catalog/bundle/bundle.ts';
import { shown } from '../../catalog/model/refusal.ts';
import type { FailureCode } from '../../protocol/errors.ts';
import type { GuestLogLine } from '../../protocol/task.ts';
import type { Place, SourceLines } from '../../sources/source-lines.ts';
import type { Paint } from '../command.ts';
import type { Called } from './workbench.ts';

/** One frame that lies in the plugin. */
export interface Frame {
  /** Name of the function, untrusted; absent for one without a name. */
  readonly where?: string;
  readonly place: Place;
}

const FRAME = /^\s+at (?:(.+?) \()?([^()\s]+):(\d+):(\d+)\)?$/;
const MOST_FRAMES = 8;
const CODE_COLUMNS = 160;

/** What Toolcell itself has put into a bundle, such as `defineTool`. */
const isOurs = ({ file }: Place): boolean => file.startsWith('toolcell/');

/** Codes of a call that ended by what its tool threw, whoever is to blame. */
const THROWN: readonly FailureCode[] = [
  'tool_error',
  'invalid_arguments',
  'not_granted',
  'missing_secret',
  'upstream_failed',
  'store_unavailable',
];

/** The line of a log that is the stack which the sandbox adds, last, for whatever a tool throws. */
export const stackIn = ({ log, outcome }: Called): GuestLogLine | undefined =>
  outcome.ok || !THROWN.includes(outcome.failure.code)
    ? undefined
    : log.findLast(({ level, text }) => level === 'error' && /\n\s+at /.test(text));

/**
 * The frames of a stack that lie in the plugin, innermost first. A guest can write what looks like a stack: it is text, and no more.
 * Of what was packed the functions are not named: their names there are not those that the author gave.
 */
export const framesOf = (stack: string, { entryName, sourceMap }: Bundle, lines: SourceLines): readonly Frame[] =>
  stack
    .split('\n')
    .flatMap((text): readonly Frame[] => {
      const [, where, file, line, column] = FRAME.exec(text) ?? [];
      if (file !== entryName) return [];
      const place = lines(Number(line), Number(column));
      return place && !isOurs(place)
        ? [{ ...(where !== undefined && sourceMap === undefined && { where }), place }]
        : [];
    })
    .slice(0, MOST_FRAMES);

/** Frames as lines, the first with its code. */
export const frameLines = (frames: readonly Frame[], paint: Paint): readonly string[] =>
  frames.flatMap(({ where, place }, index) => {
    const { file, line, column } = place;
    const position = paint.strong(`${shown(file, 200)}:${line}:${column}`);
    const head = where === undefined ? `at ${position}` : `at ${shown(where, 80)} (${position})`;
    return index === 0 ? [head, ...codeLines(place, paint)] : [head];
  });

/** The line, the one before it and the one after it, with a mark below the column. Nothing where the text is not at hand. */
export const codeLines = ({ text, line, column }: Place, paint: Paint): readonly string[] => {
  const lines = text?.split('\n') ?? [];
  if (lines[line - 1] === undefined || (lines[line - 1]?.length ?? 0) > CODE_COLUMNS) return [];
  const width = String(line + 1).length;
  const numbers = [line - 1, line, line + 1].filter((number) => number >= 1 && number <= lines.length);
  return numbers.flatMap((number) => {
    const code = shown((lines[number - 1] ?? '').replaceAll('\t', ' '), CODE_COLUMNS);
    const gutter = String(number).padStart(width);
    if (number !== line) return [paint.faint(`    ${gutter} | ${code}`)];
    return [`  > ${gutter} | ${code}`, paint.bad(`    ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`)];
  });
};
