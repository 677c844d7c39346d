// Finds the calls in the logs that fit a filter, the newest first, and keeps no more of them than are shown. Any process.

import { ERRORS, isFailureCode } from '../../shared/protocol/errors.ts';
import { CommandFailed } from '../common/command.ts';
import type { LogRecord } from './collect.ts';
import type { LogSource } from './log-files.ts';
import { linesWith, Reach, recordIn } from './scan.ts';

/** What a call has to be. An absent member says nothing. */
export interface CallFilter {
  readonly tools?: readonly string[];
  readonly clients?: readonly string[];
  readonly keyIds?: readonly string[];
  /** `ok`, or codes of failures. */
  readonly codes?: readonly string[];
  readonly fault?: string;
  readonly hasFailed: boolean;
  /** When it ended, in milliseconds since 1970. */
  readonly sinceMs?: number;
  readonly untilMs?: number;
  /** How long it took at least. */
  readonly minMs?: number;
}

export interface FoundCalls {
  /** The newest that fit, the oldest of them first. */
  readonly calls: readonly LogRecord[];
  /** Older ones fit, too. */
  readonly hasMore: boolean;
  readonly read: readonly string[];
  readonly reach: { readonly from?: string; readonly to?: string };
  readonly bytes: number;
  readonly tooLong: number;
  /** Why the first file that could not be read to its end was not. */
  readonly unread?: string;
}

/** Each line of a call has its id. A name that is looked for stands in the line as it is, and fewer lines have it. */
const textFor = ({ tools = [], clients = [], keyIds = [] }: CallFilter): string => {
  const only = [keyIds, clients, tools].find(({ length }) => length === 1)?.[0];
  return only !== undefined && /^[\w.@:/+-]+$/.test(only) ? only : 'callId';
};

const isOneOf = (value: unknown, allowed: readonly string[] | undefined): boolean =>
  allowed === undefined || allowed.includes(String(value));

export const faultOf = ({ code }: LogRecord): string | undefined =>
  isFailureCode(code) ? ERRORS[code].fault : undefined;

const fits = (record: LogRecord, filter: CallFilter): boolean => {
  const { tools, clients, keyIds, codes, fault, hasFailed, sinceMs, untilMs, minMs } = filter;
  const endedMs = Date.parse(String(record.time));
  return (
    record.msg === 'call' &&
    isOneOf(record.toolName, tools) &&
    isOneOf(record.client, clients) &&
    isOneOf(record.keyId, keyIds) &&
    isOneOf(record.code, codes) &&
    (fault === undefined || faultOf(record) === fault) &&
    (!hasFailed || record.code !== 'ok') &&
    (sinceMs === undefined || endedMs >= sinceMs) &&
    (untilMs === undefined || endedMs <= untilMs) &&
    (minMs === undefined || Number(record.totalMs) >= minMs)
  );
};

/** Reads the sources, the newest first, until it has `most` calls, or is before the time that is asked for. Rejects if no source could be read. */
export const findCalls = async (
  sources: readonly LogSource[],
  filter: CallFilter,
  most: number,
): Promise<FoundCalls> => {
  const text = textFor(filter);
  const reaches: Reach[] = [];
  const read: string[] = [];
  const errors: CommandFailed[] = [];
  let calls: readonly LogRecord[] = [];
  for (const source of sources) {
    const reach = new Reach();
    // One more than there is room for, to know that there are more.
    const room = most - calls.length + 1;
    const found: LogRecord[] = [];
    try {
      for await (const line of linesWith(source.read(), text, reach)) {
        const record = recordIn(line);
        if (record === undefined || !fits(record, filter)) continue;
        found.push(record);
        if (found.length >= 2 * room) found.splice(0, found.length - room);
      }
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      errors.push(error);
    }
    reaches.unshift(reach);
    read.push(source.name);
    calls = [...found.slice(-room), ...calls];
    const isBefore = filter.sinceMs !== undefined && Date.parse(reach.first ?? '') < filter.sinceMs;
    if (calls.length > most || isBefore) break;
  }
  const [error] = errors;
  if (error !== undefined && calls.length === 0) throw error;
  const from = reaches.find(({ first }) => first !== undefined)?.first;
  const to = reaches.findLast(({ last }) => last !== undefined)?.last;
  return {
    calls: calls.slice(-most),
    hasMore: calls.length > most,
    read,
    reach: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
    bytes: reaches.reduce((sum, { bytes }) => sum + bytes, 0),
    tooLong: reaches.reduce((sum, { tooLong }) => sum + tooLong, 0),
    ...(error !== undefined && { unread: error.lines[0] ?? '' }),
  };
};
