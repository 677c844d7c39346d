// The log of a call, within its caps: lines leave at once, or with the answer where calls share a realm. Runs inside the isolate.

import { noteOutside } from './ahead.ts';
import { max, NativeString, NativeTypeError, nativeNow, stringify } from './builtins.ts';
import { type CallState, current } from './calls.ts';
import { send } from './outlet.ts';
import { isShared } from './realm.ts';
import { cut, MESSAGE_CHARACTERS, measure } from './text.ts';

/** Levels, and the kinds of what leaves for them. */
export const LEVELS = { debug: 'd', info: 'i', warn: 'w', error: 'x' };
/** Behind a line that was cut, and its bytes. */
const CUT_MARK = '…';
const CUT_MARK_BYTES = 3;

/** Lets a line leave, or holds it back until the answer. */
function put(state: CallState, kind: string, text: string): void {
  if (!isShared) send(kind, state.call, text);
  else state.log += `${state.log === '' ? '' : ','}[${stringify(kind)},${stringify(text)}]`;
}

/** From here on lines are counted and dropped: a tool that logs in a loop is cut off, and goes on. */
function close(state: CallState, limit: 'logBytes' | 'logLines'): void {
  if (state.logLimit !== undefined) return;
  state.logLimit = limit;
  put(state, 'z', `0 ${limit}`);
}

/** Writes a line, which costs what it takes in the server's log; past a cap it is counted and dropped. `isWhole`: half of it is worth nothing. */
export function write(state: CallState, kind: string, text: string, isWhole = false): void {
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
    put(state, kind, `${max(0, nativeNow() - state.startMs)} ${kept}`);
  }
  if (!fits) close(state, 'logBytes');
}

/** For the console. A line of a call that has its answer is none. */
export function log(level: keyof typeof LEVELS, text: string): void {
  noteOutside();
  if (current !== undefined && current.answer === undefined) write(current, LEVELS[level], text);
}

/** Bytes that the log of the call that runs still takes; 0 where a line would only be counted. */
export function logRoom(): number {
  noteOutside();
  if (current === undefined || current.logLimit !== undefined || current.logLinesLeft <= 0) return 0;
  return max(0, current.logBytesLeft - current.tool.recordBytes);
}

/** What tools are given as context.progress: a line of the log. Throws where it is not given amounts. */
export function progress(done: unknown, total?: unknown, message?: unknown): void {
  if (!isAmount(done) || (total !== undefined && !isAmount(total)))
    throw new NativeTypeError('progress takes numbers that are not negative: how much is done, and of how much');
  const text = message === undefined ? '' : cut(NativeString(message), MESSAGE_CHARACTERS);
  noteOutside();
  if (current !== undefined && current.answer === undefined)
    write(current, 'g', stringify({ done, total, message: text }), true);
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

/** Ends the log of a call that is over: says how many lines are missing. */
export function endLog(state: CallState): void {
  if (state.logLimit !== undefined) put(state, 'z', `${state.linesDropped} ${state.logLimit}`);
}

/** The lines written since they were last taken, as `#length:lines`; nothing where there are none. */
export function takeLog(state: CallState): string {
  if (state.log === '') return '';
  const lines = `#${state.log.length}:${state.log}`;
  state.log = '';
  return lines;
}
