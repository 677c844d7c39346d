// Lines of the log as JSON, one object a line, for programs; a terminal that shows them is safe too. Calls that went well have a writer of their own: there is one for every call.

import type { CallLogEntry } from '../http/call-log.ts';
import { millisecondsText } from '../protocol/milliseconds.ts';
import { printable } from '../protocol/printable.ts';
import { LEVEL_NUMBERS, type Level } from './levels.ts';
import { fieldsOf } from './values.ts';

/** `2026-01-31T12:00:00.000Z`, made once for all lines of a millisecond. */
export const createStamps = (nowMs = Date.now): (() => string) => {
  let stampedAt = Number.NaN;
  let stamp = '';
  return () => {
    const now = nowMs();
    if (now !== stampedAt) stamp = new Date(now).toISOString();
    stampedAt = now;
    return stamp;
  };
};

/** One line, its newline included. `level`, `time` and `msg` are the server's own: no field takes their place. */
export const jsonLine = (level: Level, stamp: string, fields: object, message: string): string => {
  const told = Object.fromEntries(fieldsOf(fields).filter(([name]) => !OWN.has(name)));
  const body = printable(JSON.stringify(told).slice(1, -1));
  return `{"level":${LEVEL_NUMBERS[level]},"time":"${stamp}"${body === '' ? '' : `,${body}`},"msg":${printable(JSON.stringify(message))}}\n`;
};

const OWN: ReadonlySet<string> = new Set(['level', 'time', 'msg']);

/** Digests whose part of a line is kept: more plugins than serve at a time. */
const MOST_DIGESTS = 10_000;

/**
 * Writes calls that went well, as {@link jsonLine} would with `info`, at a fraction of the price: what is the same for all calls of a
 * plugin is made once, and the text is put together without a general serializer.
 */
export const createCallLines = (
  write: (line: string) => void,
  stampOf: () => string,
): ((entry: CallLogEntry) => void) => {
  const byDigest = new Map<string, string>();
  const identityOf = ({ pluginName, version, digest }: CallLogEntry): string => {
    if (digest === undefined) return '';
    const known = byDigest.get(digest);
    if (known !== undefined) return known;
    if (byDigest.size >= MOST_DIGESTS) byDigest.clear();
    const made = `,${JSON.stringify({ pluginName, version, digest }).slice(1, -1)}`;
    byDigest.set(digest, made);
    return made;
  };
  return (entry) => {
    const { callId, status, queueMs, runMs, cpuMs, totalMs, argumentsBytes, replyBytes } = entry;
    write(
      `{"level":30,"time":"${stampOf()}","callId":"${callId}",${placeOf(entry)}${identityOf(entry)}${text('caller', entry.caller)}${text('remoteAddress', entry.remoteAddress)}` +
        `,"code":"ok","status":${status},"queueMs":${time(queueMs)},"runMs":${time(runMs)},"cpuMs":${time(cpuMs)}` +
        `${count('heapBytes', entry.heapBytes)}${count('hostCalls', entry.hostCalls)}${entry.fetches === undefined ? '' : reachOf(entry)}` +
        `,"totalMs":${time(totalMs)},"argumentsBytes":${argumentsBytes},"replyBytes":${replyBytes},"msg":"call"}\n`,
    );
  };
};

/** Nearly all calls come this way. */
const USUAL_METHOD = 'POST';
const USUAL_PATH = '/mcp/callTool';

/** The name of a tool that was found has no character that JSON escapes. */
const placeOf = ({ method, path, toolName }: CallLogEntry): string =>
  method === USUAL_METHOD && path === USUAL_PATH && toolName !== undefined
    ? `"method":"POST","path":"/mcp/callTool","toolName":"${toolName}"`
    : printable(JSON.stringify({ method, path, toolName }).slice(1, -1));

/** For text that is made of digits, letters and punctuation that JSON does not escape. */
const text = (name: string, value: string | undefined): string => (value === undefined ? '' : `,"${name}":"${value}"`);

/** JSON has no word for what is no number. */
const time = (ms: number): string | null => (Number.isFinite(ms) ? millisecondsText(ms) : null);

const count = (name: string, value: number | undefined): string => (value === undefined ? '' : `,"${name}":${value}`);

const reachOf = ({ fetches, storeCalls, requestBytes, responseBytes, origins }: CallLogEntry): string =>
  `,${JSON.stringify({ fetches, storeCalls, requestBytes, responseBytes, origins }).slice(1, -1)}`;
