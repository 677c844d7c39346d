// Writes a call's log within its limits: lines leave at once, or with the outcome if calls share a realm. Runs inside the isolate.

import {
  DEBUG_LINE,
  ERROR_LINE,
  HELD_LINES,
  INFO_LINE,
  LOG_FULL,
  type LogLetter,
  PROGRESS,
  WARN_LINE,
} from '../../../shared/protocol/guest-wire.ts';
import { max, NativeString, NativeTypeError, nativeNow, stringify } from './builtins.ts';
import { type CallState, current } from './calls.ts';
import { noteOutside } from './preload.ts';
import { isShared, post } from './realm.ts';
import { cut, MESSAGE_CHARACTERS, measure } from './text.ts';

const LEVELS = { debug: DEBUG_LINE, info: INFO_LINE, warn: WARN_LINE, error: ERROR_LINE } as const;
/** The end of a line that was cut, and its length in UTF-8 bytes. */
const CUT_MARK = '…';
const CUT_MARK_BYTES = 3;

function put(state: CallState, letter: LogLetter, text: string): void {
  if (!isShared) post(letter, state.call, text);
  else state.log += `${state.log === '' ? '' : ','}[${stringify(letter)},${stringify(text)}]`;
}

/** Closes the log: further lines are counted and dropped, and the tool goes on. */
function close(state: CallState, limit: 'logBytes' | 'logLines'): void {
  if (state.logLimit !== undefined) return;
  state.logLimit = limit;
  put(state, LOG_FULL, `0 ${limit}`);
}

/** Writes a line, which costs its bytes in the server's log. Past a limit it is counted and dropped. `isWhole`: drop the line rather than cut it. */
export function write(state: CallState, letter: LogLetter, text: string, isWhole = false): void {
  if (state.logLimit === undefined && state.logLinesLeft <= 0) close(state, 'logLines');
  if (state.logLimit !== undefined) {
    state.linesDropped += 1;
    return;
  }
  const { recordBytes } = state.tool;
  const room = state.logBytesLeft - recordBytes;
  const { units, bytes } = measure(text, room);
  const fits = room >= 0 && units === text.length;
  const kept = fits ? text : cut(text, measure(text, room - CUT_MARK_BYTES).units) + CUT_MARK;
  if (!fits && (isWhole || room <= CUT_MARK_BYTES)) {
    state.linesDropped += 1;
  } else {
    state.logLinesLeft -= 1;
    state.logBytesLeft -= bytes + recordBytes;
    put(state, letter, `${max(0, nativeNow() - state.startMs)} ${kept}`);
  }
  if (!fits) close(state, 'logBytes');
}

/** Writes a line of the console. Ignored if the call already has its outcome. */
export function log(level: keyof typeof LEVELS, text: string): void {
  noteOutside();
  if (current !== undefined && current.outcome === undefined) write(current, LEVELS[level], text);
}

/** Bytes that the running call's log still takes; 0 if a line would only be counted. */
export function logRoom(): number {
  noteOutside();
  if (current === undefined || current.logLimit !== undefined || current.logLinesLeft <= 0) return 0;
  return max(0, current.logBytesLeft - current.tool.recordBytes);
}

/** context.progress of tools: writes a line of the log. Throws if `done` or `total` is not an amount. */
export function progress(done: unknown, total?: unknown, message?: unknown): void {
  if (!isAmount(done) || (total !== undefined && !isAmount(total)))
    throw new NativeTypeError('progress takes numbers that are not negative: how much is done, and of how much');
  const text = message === undefined ? '' : cut(NativeString(message), MESSAGE_CHARACTERS);
  noteOutside();
  if (current !== undefined && current.outcome === undefined)
    write(current, PROGRESS, stringify({ done, total, message: text }), true);
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

/** Ends the log of a call that is over, with the number of dropped lines. */
export function endLog(state: CallState): void {
  if (state.logLimit !== undefined) put(state, LOG_FULL, `${state.linesDropped} ${state.logLimit}`);
}

/** Takes the held-back lines, in the form of {@link HELD_LINES}; empty if there are none. */
export function takeLog(state: CallState): string {
  if (state.log === '') return '';
  const lines = `${HELD_LINES}${state.log.length}:${state.log}`;
  state.log = '';
  return lines;
}
