// Lines of the log for people at a terminal. What callers and plugins wrote appears escaped, and never at the beginning of a line.

import { styleText } from 'node:util';
import type { CallLogEntry } from '../http/call-log.ts';
import type { Level } from './levels.ts';
import { plainLines, plainText } from './plain-text.ts';
import { fieldsOf, rounded } from './values.ts';

type Style = Parameters<typeof styleText>[0];

const WORDS: Readonly<Record<Level, { readonly word: string; readonly style: Style }>> = {
  debug: { word: 'debug', style: 'dim' },
  info: { word: 'info ', style: 'green' },
  warn: { word: 'WARN ', style: 'yellow' },
  error: { word: 'ERROR', style: 'red' },
};

/** Members that are told below the line, since they may be long. */
const BELOW: ReadonlySet<string> = new Set(['detail', 'text', 'cause', 'reason', 'hint']);
const SHOWN_DIGEST = 'sha256-'.length + 12;
const MAX_VALUE_CHARACTERS = 300;

export interface PrettyLines {
  /** The line, and what belongs below it, newlines included. */
  line(level: Level, atMs: number, fields: object, message: string): string;
  call(level: Level, atMs: number, entry: CallLogEntry): string;
}

/** Makes lines; with colour if `isColoured`. */
export const createPrettyLines = (isColoured: boolean): PrettyLines => {
  const paint = (style: Style, text: string): string =>
    isColoured ? styleText(style, text, { validateStream: false }) : text;
  const head = (level: Level, atMs: number): string => {
    const { word, style } = WORDS[level];
    return `${paint('dim', clockTime(atMs))} ${paint(style, word)}`;
  };
  const below = (fields: readonly (readonly [string, unknown])[]): string =>
    fields
      .flatMap(([, value]) => linesOf(value))
      .map((line) => `${paint('dim', '             │')} ${line}\n`)
      .join('');
  return {
    line(level, atMs, fields, message) {
      const told = fieldsOf(fields);
      const beside = told
        .filter(([name]) => !BELOW.has(name))
        .map(([name, value]) => `${plainText(name, 60)}=${valueText(name, value)}`);
      const rest = beside.length === 0 ? '' : `  ${paint('dim', beside.join(' '))}`;
      return `${head(level, atMs)} ${plainText(message)}${rest}\n${below(told.filter(([name]) => BELOW.has(name)))}`;
    },
    call(level, atMs, entry) {
      const { status, code, totalMs, callId, detail, cause } = entry;
      const words = [
        `${status}${code === 'ok' ? '' : ` ${code}`} ${rounded(totalMs)} ms`,
        ...(entry.pluginName === undefined ? [] : [plainText(`${entry.pluginName} ${entry.version ?? ''}`)]),
        plainText(
          entry.caller === undefined ? (entry.remoteAddress ?? '') : `${entry.remoteAddress ?? ''} ${entry.caller}`,
        ),
      ];
      const what = entry.toolName === undefined ? `${entry.method} ${entry.path}` : `call ${entry.toolName}`;
      const line = `${head(level, atMs)} ${plainText(what)}: ${words[0]}  ${paint('dim', [...words.slice(1), callId].join('  '))}\n`;
      return line + below(fieldsOf({ detail, cause }));
    },
  };
};

/** Local time of day: whoever reads this is there. */
const clockTime = (atMs: number): string => {
  const date = new Date(atMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  const ms = String(date.getMilliseconds()).padStart(3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`;
};

const valueText = (name: string, value: unknown): string => {
  if (name === 'digest' && typeof value === 'string') return plainText(value, SHOWN_DIGEST);
  const text = typeof value === 'string' && /^[^\s"]+$/.test(value) ? value : JSON.stringify(value);
  return plainText(text ?? String(value), MAX_VALUE_CHARACTERS);
};

/** An error is told by its stack, which begins with its name and message. */
const linesOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return plainLines(value);
  const { stack, name, message } = (value ?? {}) as { stack?: unknown; name?: unknown; message?: unknown };
  if (typeof stack === 'string') return plainLines(stack);
  return plainLines(message === undefined ? (JSON.stringify(value) ?? String(value)) : `${name}: ${message}`);
};
