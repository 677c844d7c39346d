// Collects what the logs have about one call: its own line, the lines of its tool, requests that were refused, and repeats. Any process.

import { CommandFailed } from '../common/command.ts';
import type { LogSource } from './log-files.ts';
import { linesWith, Reach, recordIn } from './scan.ts';

/** A line of the log, as it was parsed. Its members are not checked. */
export type LogRecord = Readonly<Record<string, unknown>>;

export interface Found {
  /** The line of the call or of the request to the admin API; absent if there is none. */
  readonly call?: LogRecord;
  /** Lines that the tool wrote, and requests of it that were refused, the oldest first. */
  readonly lines: readonly LogRecord[];
  /** Such lines that were too many to be kept. */
  readonly leftOut: number;
  /** Ids of later calls that got the answer of this one, because they had its idempotency key. */
  readonly repeats: readonly string[];
  /** The lines of the calls that it made, if it is a script, the oldest first. */
  readonly inner: readonly LogRecord[];
  /** Such lines that were too many to be kept. */
  readonly innerLeftOut: number;
  /** The first line that has the id and cannot be read: it is for people, or cut. */
  readonly unreadable?: string;
  /** Why the first file that could not be read to its end was not, if the call was found all the same. */
  readonly unread?: string;
  readonly read: readonly string[];
  readonly reach: { readonly from?: string; readonly to?: string };
  readonly bytes: number;
  readonly tooLong: number;
}

/** Above what one call may write with the default limits. Lines of a log are only as long as their server allowed. */
const MOST_BYTES = 8_000_000;
const MOST_REPEATS = 20;
/** What `scripts.calls` allows by default. */
const MOST_INNER = 100;

/** The lines of one file that are about the call. */
class Part {
  readonly reach = new Reach();
  readonly lines: LogRecord[] = [];
  readonly repeats: string[] = [];
  readonly inner: LogRecord[] = [];
  innerLeftOut = 0;
  call: LogRecord | undefined;
  unreadable: string | undefined;
  leftOut = 0;
  #bytes = 0;

  take(line: string, callId: string): void {
    const record = recordIn(line);
    if (record === undefined) this.unreadable ??= line;
    else if (record.callId === callId) this.#keep(record, line.length);
    else if (record.msg === 'call' && String(record.callId).startsWith(`${callId}.`)) this.#keepInner(record);
    else if (record.replayOf === callId && this.repeats.length < MOST_REPEATS) this.repeats.push(String(record.callId));
  }

  #keep(record: LogRecord, length: number): void {
    if (record.msg === 'call' || record.msg === 'admin') this.call = record;
    else if (this.#bytes + length > MOST_BYTES) this.leftOut += 1;
    else {
      this.#bytes += length;
      this.lines.push(record);
    }
  }

  #keepInner(record: LogRecord): void {
    if (this.inner.length < MOST_INNER) this.inner.push(record);
    else this.innerLeftOut += 1;
  }

  get isAboutCall(): boolean {
    return this.call !== undefined || this.lines.length > 0 || this.inner.length > 0;
  }
}

/**
 * Reads the sources, the newest first, until it has the call. The lines of a call stand close together, so a file before that has none ends the
 * search: a long log is not read to its beginning. A file that cannot be read or unpacked to its end, as one that is cut, keeps no other from being read;
 * rejects with its error if none has the call.
 */
export const collect = async (sources: readonly LogSource[], callId: string): Promise<Found> => {
  const parts: Part[] = [];
  const read: string[] = [];
  const errors: unknown[] = [];
  for (const { name, read: chunks } of sources) {
    const part = new Part();
    try {
      for await (const line of linesWith(chunks(), callId, part.reach)) part.take(line, callId);
    } catch (error) {
      errors.push(error);
    }
    parts.unshift(part);
    read.push(name);
    if (parts.some(({ call }) => call !== undefined) && !part.isAboutCall) break;
  }
  const [error] = errors;
  if (errors.length === 0) return joined(parts, read);
  if (!(error instanceof CommandFailed) || !parts.some(({ isAboutCall }) => isAboutCall)) throw error;
  return { ...joined(parts, read), unread: error.lines[0] ?? '' };
};

const joined = (parts: readonly Part[], read: readonly string[]): Found => {
  const call = parts.find((part) => part.call !== undefined)?.call;
  const unreadable = parts.find((part) => part.unreadable !== undefined)?.unreadable;
  const from = parts.find(({ reach }) => reach.first !== undefined)?.reach.first;
  const to = parts.findLast(({ reach }) => reach.last !== undefined)?.reach.last;
  const sum = (numberOf: (part: Part) => number): number => parts.reduce((total, part) => total + numberOf(part), 0);
  return {
    ...(call !== undefined && { call }),
    lines: parts.flatMap(({ lines }) => lines),
    leftOut: sum(({ leftOut }) => leftOut),
    repeats: parts.flatMap(({ repeats }) => repeats),
    inner: parts.flatMap(({ inner }) => inner),
    innerLeftOut: sum(({ innerLeftOut }) => innerLeftOut),
    ...(unreadable !== undefined && { unreadable }),
    read,
    reach: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
    bytes: sum(({ reach }) => reach.bytes),
    tooLong: sum(({ reach }) => reach.tooLong),
  };
};
