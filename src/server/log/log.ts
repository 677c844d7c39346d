// The log of the server: writes entries as lines in the operator's format, from the operator's level on. Front process.

import type { CallLogEntry } from '../../front/http/call-log.ts';
import type { LogConfig } from '../../settings/config.ts';
import { LOG_ENDS } from './file-ends.ts';
import { createCallLines, createStamps, flatEntry, jsonLine } from './json-lines.ts';
import { LEVEL_NUMBERS, type Level, levelOf } from './levels.ts';
import { createPrettyLines } from './pretty-lines.ts';
import { LogShares } from './shares.ts';
import { fileSink, type LogSink, streamSink } from './sink.ts';

/** Lines are written together, because one write for each would cost more than a small call. */
const BATCH_CHARACTERS = 64_000;
const FLUSH_MS = 500;
/** Shorter, because a person watches. */
const FLUSH_PRETTY_MS = 50;

interface PluginFields {
  readonly pluginName: string;
  readonly [name: string]: unknown;
}

/** The server's log. No method throws. */
export interface Log {
  write(level: Level, fields: object, message: string): void;
  /** Writes a line that a plugin caused. If the log falls behind, the plugin that logs most loses lines of its own. */
  plugin(level: Level, fields: PluginFields, message: string): void;
  /** Writes a call or a failed request. */
  call(entry: CallLogEntry): void;
  /** Leaves out lines below this level from now on. */
  setLevel(level: Level): void;
  /** Resolves when everything is written, or after `waitMs`. */
  drained(waitMs: number): Promise<void>;
  /** Writes what is left before it returns. */
  flushSync(): void;
}

/** Properties of the process that the log depends on. */
export interface LogSurroundings {
  /** True if standard error is a terminal. */
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with the reason if the log cannot be written. It must not write to the log. */
  readonly onFault: (fault: string) => void;
}

/** Opens the log. Throws if its file cannot be opened. */
export const openLog = ({ level, format, file }: LogConfig, surroundings: LogSurroundings): Log => {
  const { isTerminal, env, onFault } = surroundings;
  const isPretty = format === 'pretty' || (format === 'auto' && file === '' && isTerminal);
  const isColoured = isPretty && file === '' && isTerminal && !env.NO_COLOR && env.TERM !== 'dumb';
  const stampOf = createStamps();
  const pretty = createPrettyLines(isColoured);
  const formatted = (lineLevel: Level, fields: object, message: string): string =>
    isPretty ? pretty.line(lineLevel, Date.now(), fields, message) : jsonLine(lineLevel, stampOf(), fields, message);
  const lineOf = (lineLevel: Level, fields: object, message: string): string => {
    try {
      return formatted(lineLevel, fields, message);
    } catch (error) {
      // Members that JSON cannot have, such as a circle, must not end whatever wrote the line.
      return formatted(lineLevel, { unwritable: String(error) }, message);
    }
  };
  const lostLine = (lines: number, cause: string): string =>
    lineOf('warn', { lines, ...(cause && { cause }) }, 'log lines lost');
  const sink: LogSink =
    file === '' ? streamSink(2, { lostLine }) : fileSink(file, { lostLine, onFault, ends: LOG_ENDS });
  const batch = createLineBatch((lines) => sink.write(lines), {
    batchCharacters: BATCH_CHARACTERS,
    flushMs: isPretty ? FLUSH_PRETTY_MS : FLUSH_MS,
  });
  const shares = new LogShares(sink);
  let least = LEVEL_NUMBERS[level];
  const writeGood = createCallLines(batch.write, stampOf);
  return {
    write: (lineLevel, fields, message) => {
      if (LEVEL_NUMBERS[lineLevel] >= least) batch.write(lineOf(lineLevel, fields, message));
    },
    plugin: (lineLevel, fields, message) => {
      if (LEVEL_NUMBERS[lineLevel] < least) return;
      const line = lineOf(lineLevel, fields, message);
      const { pluginName } = fields;
      const lost = shares.take(pluginName, line.length);
      if (lost) batch.write(lineOf('warn', { pluginName, lines: lost }, 'log lines lost'));
      if (lost !== undefined) batch.write(line);
    },
    call: (entry) => {
      const callLevel = levelOf(entry.code);
      if (LEVEL_NUMBERS[callLevel] < least) return;
      if (isPretty) batch.write(pretty.call(callLevel, Date.now(), entry));
      else if (entry.code === 'ok') writeGood(entry);
      else batch.write(jsonLine(callLevel, stampOf(), flatEntry(entry), 'call'));
    },
    setLevel: (next) => {
      least = LEVEL_NUMBERS[next];
    },
    drained: async (waitMs) => {
      batch.flush();
      await sink.drained(waitMs);
    },
    flushSync: () => {
      batch.flush();
      sink.flushSync();
    },
  };
};

/** Lines that wait to be written. */
interface LineBatch {
  /** Takes a line with its newline. */
  write(line: string): void;
  /** Hands on all lines at once. */
  flush(): void;
}

/**
 * Hands lines on in the order they came, at once if there are `batchCharacters` characters, and after `flushMs` milliseconds at the
 * latest. Its timer keeps no process alive, so the end of the process has to call `flush`.
 *
 * Why: for every write, the stream below measures all that it holds, which costs more than the line.
 */
export const createLineBatch = (
  handOn: (lines: string) => void,
  { batchCharacters, flushMs }: { readonly batchCharacters: number; readonly flushMs: number },
): LineBatch => {
  let kept = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = kept;
    kept = '';
    if (lines !== '') handOn(lines);
  };
  return {
    write(line) {
      kept += line;
      if (kept.length >= batchCharacters) flush();
      else timer ??= setTimeout(flush, flushMs).unref();
    },
    flush,
  };
};
