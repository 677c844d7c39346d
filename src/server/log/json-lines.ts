// Writes log lines for programs as JSON, one object a line, which are also safe on a terminal. Front process.

import type { CallLogEntry } from '../../front/http/call-log.ts';
import type { CallPayload } from '../../front/http/payload.ts';
import { millisecondsText, rounded } from '../../shared/text/milliseconds.ts';
import { printable } from '../../shared/text/printable.ts';
import { LEVEL_NUMBERS, type Level } from './levels.ts';

/** Makes time stamps such as `2026-01-31T12:00:00.000Z`, each once for all lines of a millisecond. */
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

/** One line with its newline. `level`, `time` and `msg` are the server's own, so fields of these names are left out. */
export const jsonLine = (level: Level, stamp: string, fields: object, message: string): string => {
  const members = Object.fromEntries(fieldsOf(fields).filter(([name]) => !OWN.has(name)));
  const body = printable(JSON.stringify(members).slice(1, -1));
  return `{"level":${LEVEL_NUMBERS[level]},"time":"${stamp}"${body === '' ? '' : `,${body}`},"msg":${printable(JSON.stringify(message))}}\n`;
};

const OWN: ReadonlySet<string> = new Set(['level', 'time', 'msg']);

/** The entry with the texts of its payload as members of its own. */
export const flatEntry = ({ payload, ...entry }: CallLogEntry): object =>
  payload === undefined ? entry : { ...entry, arguments: payload.arguments, result: payload.result };

/** Most digests whose part of a line is kept. Fewer plugins serve at a time. */
const MOST_DIGESTS = 10_000;

/**
 * Writes successful calls like {@link jsonLine} with `info`, at a fraction of the cost: the part that all calls of a
 * plugin share is made once, and no general serializer is used.
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
  const byCaller = new Map<string, CallerPart>();
  const callerOf = (entry: CallLogEntry): string => {
    const { caller, client, org, user } = entry;
    if (caller === undefined) return '';
    const known = byCaller.get(caller);
    if (known !== undefined && known.client === client && known.org === org && known.user === user) return known.part;
    if (byCaller.size >= MOST_CALLERS) byCaller.clear();
    const part = callerPart(entry);
    byCaller.set(caller, { client, org, user, part });
    return part;
  };
  return (entry) => {
    const { callId, status, queueMs, runMs, cpuMs, totalMs, argumentsBytes, replyBytes } = entry;
    write(
      `{"level":30,"time":"${stampOf()}","callId":"${callId}",${placeOf(entry)}${identityOf(entry)}${callerOf(entry)}${text('keyId', entry.keyId)}${text('traceId', entry.traceId)}${text('replayOf', entry.replayOf)}${text('remoteAddress', entry.remoteAddress)}` +
        `,"code":"ok","status":${status},"queueMs":${time(queueMs)},"runMs":${time(runMs)},"cpuMs":${time(cpuMs)}` +
        `${count('heapBytes', entry.heapBytes)}${count('hostCalls', entry.hostCalls)}${entry.fetches === undefined ? '' : reachOf(entry)}` +
        `,"totalMs":${time(totalMs)},"argumentsBytes":${argumentsBytes},"replyBytes":${replyBytes}` +
        `${entry.payload === undefined ? '' : payloadOf(entry.payload)},"msg":"call"}\n`,
    );
  };
};

/** Nearly all calls use these. */
const USUAL_METHOD = 'POST';
const USUAL_PATH = '/mcp/callTool';

/** A tool that was found has a name without characters that JSON escapes. */
const placeOf = ({ method, path, toolName }: CallLogEntry): string =>
  method === USUAL_METHOD && path === USUAL_PATH && toolName !== undefined
    ? `"method":"POST","path":"/mcp/callTool","toolName":"${toolName}"`
    : printable(JSON.stringify({ method, path, toolName }).slice(1, -1));

/** For text without characters that JSON escapes. */
const text = (name: string, value: string | undefined): string => (value === undefined ? '' : `,"${name}":"${value}"`);

/** Callers whose part of a line is kept. */
const MOST_CALLERS = 1_000;

interface CallerPart extends Pick<CallLogEntry, 'client' | 'org' | 'user'> {
  readonly part: string;
}

/** An access token may name its bearer by any text. */
const callerPart = ({ caller, client, org, user }: CallLogEntry): string =>
  `,${printable(JSON.stringify({ caller, client, org, user }).slice(1, -1))}`;

const payloadOf = ({ maxBytes: _, ...texts }: CallPayload): string =>
  `,${printable(JSON.stringify(texts).slice(1, -1))}`.replace(/,$/, '');

/** JSON has no NaN and no infinity. */
const time = (ms: number): string | null => (Number.isFinite(ms) ? millisecondsText(ms) : null);

const count = (name: string, value: number | undefined): string => (value === undefined ? '' : `,"${name}":${value}`);

const reachOf = ({ fetches, storeCalls, signatures, requestBytes, responseBytes, origins }: CallLogEntry): string =>
  `,${JSON.stringify({ fetches, storeCalls, signatures, requestBytes, responseBytes, origins }).slice(1, -1)}`;

const MAX_STACK_CHARACTERS = 8_000;

const errorFields = ({ name, message, stack, cause }: Error): object => ({
  name,
  message,
  ...(stack !== undefined && { stack: stack.slice(0, MAX_STACK_CHARACTERS) }),
  // Only one step, because a chain of causes could be a circle.
  ...(cause instanceof Error && { cause: { name: cause.name, message: cause.message } }),
});

/** The value of a member. Numbers whose names end in `Ms` are times. */
const fieldValue = (name: string, value: unknown): unknown => {
  if (typeof value === 'number' && name.endsWith('Ms')) return rounded(value);
  return value instanceof Error ? errorFields(value) : value;
};

/** The members of a line that are not undefined, as they are written. */
export const fieldsOf = (fields: object): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, fieldValue(name, value)]]));
