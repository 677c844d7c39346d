// Writes log lines for people. Text of callers and plugins is escaped and never begins a line. Front process.

import { styleText } from 'node:util';
import type { CallLogEntry } from '../../front/http/call-log.ts';
import { rounded } from '../../shared/text/milliseconds.ts';
import { escaped } from '../../shared/text/printable.ts';
import { fieldsOf } from './json-lines.ts';
import type { Level } from './levels.ts';

type Style = Parameters<typeof styleText>[0];

const WORDS: Readonly<Record<Level, { readonly word: string; readonly style: Style }>> = {
  debug: { word: 'debug', style: 'dim' },
  info: { word: 'info ', style: 'green' },
  warn: { word: 'WARN ', style: 'yellow' },
  error: { word: 'ERROR', style: 'red' },
};

/** Members that are written below the line, because they may be long. */
const BELOW: ReadonlySet<string> = new Set(['detail', 'text', 'cause', 'reason', 'hint']);
const SHOWN_DIGEST = 'sha256-'.length + 12;
const MAX_VALUE_CHARACTERS = 300;

/** Makes lines and the text below them, each line with its newline; with colour if `isColoured`. */
export const createPrettyLines = (isColoured: boolean) => {
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
    line(level: Level, atMs: number, fields: object, message: string): string {
      const members = fieldsOf(fields);
      const inLine = members
        .filter(([name]) => !BELOW.has(name))
        .map(([name, value]) => `${plainText(name, 60)}=${valueText(name, value)}`);
      const rest = inLine.length === 0 ? '' : `  ${paint('dim', inLine.join(' '))}`;
      return `${head(level, atMs)} ${plainText(message)}${rest}\n${below(members.filter(([name]) => BELOW.has(name)))}`;
    },
    call(level: Level, atMs: number, entry: CallLogEntry): string {
      const { status, code, totalMs, cpuMs, callId, detail, cause, origins, traceId, payload } = entry;
      const words = [
        `${status}${code === 'ok' ? '' : ` ${code}`} ${rounded(totalMs)} ms`,
        ...(entry.pluginName === undefined ? [] : [plainText(`${entry.pluginName} ${entry.version ?? ''}`)]),
        plainText(
          [entry.remoteAddress, entry.caller, entry.org, entry.user].filter((part) => part !== undefined).join(' '),
        ),
        ...(cpuMs > 0 ? [`cpu ${rounded(cpuMs)} ms`] : []),
        ...(origins === undefined || origins.length === 0 ? [] : [plainText(`reached ${origins.join(' ')}`)]),
        ...(traceId === undefined ? [] : [`trace ${traceId}`]),
      ];
      const subject = entry.toolName === undefined ? `${entry.method} ${entry.path}` : `call ${entry.toolName}`;
      const line = `${head(level, atMs)} ${plainText(subject)}: ${words[0]}  ${paint('dim', [...words.slice(1), callId].join('  '))}\n`;
      return line + below(fieldsOf({ detail, cause, ...payloadLines(payload) }));
    },
  };
};

const payloadLines = (payload: CallLogEntry['payload']): object => ({
  arguments: payload?.arguments === undefined ? undefined : `arguments ${payload.arguments}`,
  result: payload?.result === undefined ? undefined : `result ${payload.result}`,
});

/** Local time of day, because the reader sits at this machine. */
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

/** An error appears as its stack, which begins with its name and message. */
const linesOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return plainLines(value);
  const { stack, name, message } = (value ?? {}) as { stack?: unknown; name?: unknown; message?: unknown };
  if (typeof stack === 'string') return plainLines(stack);
  return plainLines(message === undefined ? (JSON.stringify(value) ?? String(value)) : `${name}: ${message}`);
};

/**
 * Control and format characters (which include every bidirectional mark), separators of lines and paragraphs, lone surrogates, and
 * unassigned and private characters.
 */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** The text with every unprintable character escaped, also newlines; at most `maxLength` UTF-16 units of it, with `…` for the rest. */
const plainText = (text: string, maxLength = 2_000): string => {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return cut.replace(UNPRINTABLE, escaped);
};

/** The same for each line of a text, at most `maxLines` of them, with `…` for the rest. */
const plainLines = (text: string, maxLines = 200): readonly string[] => {
  const lines = text.split(/\r?\n/, maxLines + 1);
  const kept = lines.slice(0, maxLines).map((line) => plainText(line));
  return lines.length > maxLines ? [...kept, '…'] : kept;
};
