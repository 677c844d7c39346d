// The files of an audit log: the one that is written, and those that were renamed, whose names end with the sequence of their last entry. Any process.

import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { endedFiles } from '../../shared/lifetime/ended-files.ts';
import {
  type AuditEntry,
  type AuditHead,
  FIRST_LINE,
  isTorn,
  MOST_LINE_BYTES,
  nameOf,
  readLine,
  type TornName,
} from './entry.ts';

/** Digits of a sequence in a name, so that names sort like sequences. */
const DIGITS = 12;
const SEQUENCE = new RegExp(`^\\d{${DIGITS}}$`);
/** The end of a file that is searched for its last entry, and for torn lines behind it. */
export const TAIL_BYTES: number = 4 * MOST_LINE_BYTES;
const NEWLINE = 0x0a;

/** Thrown if a file is not an audit log, so that nothing is added to it. The message begins with the path and says what to do. */
export class AuditBroken extends Error {
  override name = 'AuditBroken';
}

/** The path that a file gets whose last entry has this sequence. */
export const rotatedPath = (path: string, sequence: number): string =>
  `${path}.${String(sequence).padStart(DIGITS, '0')}`;

export const rotatedFiles = (path: string): Promise<readonly string[]> => endedFiles(path, SEQUENCE);

export interface FileEnd {
  /** Its last entry; absent if the file is empty, or has only torn lines. */
  readonly last?: AuditHead;
  /** The lines at its end that were not written to their end, because a process ended while it wrote each of them. */
  readonly torn?: TornName;
  /** True if the file does not end with a newline. */
  readonly isOpen: boolean;
  readonly size: number;
}

/** Reads the end of an open file. Throws {@link AuditBroken} if it has content, but no entry near its end. */
export const endOf = async (handle: FileHandle, path: string): Promise<FileEnd> => {
  const stats = await handle.stat();
  if (!stats.isFile()) throw new AuditBroken(`${path}: is not a file → set audit.file to another path`);
  const { size } = stats;
  if (size === 0) return { isOpen: false, size };
  const start = Math.max(0, size - TAIL_BYTES);
  const bytes = Buffer.alloc(size - start);
  await handle.read(bytes, 0, bytes.length, start);
  const isOpen = bytes.at(-1) !== NEWLINE;
  const lines = linesIn(bytes);
  const tornFrom = lines.findLastIndex((line) => !isTorn(line)) + 1;
  const torn = lines.slice(tornFrom);
  const end = { isOpen, size, ...(torn.length > 0 && { torn: nameOf(torn) }) };
  for (const line of lines.slice(0, tornFrom).toReversed()) {
    const entry = readLine(line);
    if (typeof entry !== 'string') return { last: entry, ...end };
  }
  if (tornFrom === 0 && start === 0 && torn.every(isFirstLine)) return end;
  throw new AuditBroken(
    `${path}: has no entry of an audit log at its end → "toolcell audit verify" tells more; move the file away, or set audit.file to another path`,
  );
};

const isFirstLine = (torn: Buffer): boolean => {
  const text = torn.toString('latin1', 0, FIRST_LINE.length);
  return FIRST_LINE.startsWith(text);
};

const linesIn = (bytes: Buffer): readonly Buffer[] => {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, at);
    lines.push(bytes.subarray(at, end === -1 ? bytes.length : end));
    at = end === -1 ? bytes.length : end + 1;
  }
  return lines;
};

/** The head of the newest renamed file; undefined if there is none. */
export const headOfRotated = async (path: string): Promise<AuditHead | undefined> => {
  const newest = (await rotatedFiles(path)).at(-1);
  return newest === undefined ? undefined : headIn(newest);
};

/** The last entry of a file. Throws {@link AuditBroken} if it has none. */
export const headIn = async (path: string): Promise<AuditHead> => {
  const handle = await open(path, 'r');
  try {
    const { last } = await endOf(handle, path);
    if (last) return { sequence: last.sequence, hash: last.hash };
    throw new AuditBroken(`${path}: has no whole entry → move it out of the folder`);
  } finally {
    await handle.close();
  }
};

/** The time of a file's first entry in milliseconds, as far as its first line tells. */
export const bornAtMs = async (handle: FileHandle): Promise<number | undefined> => {
  const bytes = Buffer.alloc(100);
  await handle.read(bytes, 0, bytes.length, 0);
  const [, time] = /^\{"sequence":\d+,"time":"([^"]+)"/.exec(bytes.toString('latin1')) ?? [];
  const atMs = Date.parse(time ?? '');
  return Number.isNaN(atMs) ? undefined : atMs;
};

export interface FileLine {
  /** Without its newline, and cut one byte above the longest entry. */
  readonly bytes: Buffer;
  readonly number: number;
  /** False for a last line without a newline. */
  readonly isEnded: boolean;
}

/** The lines of a file, one after the other, so that a large file needs little memory. */
export async function* readLines(path: string): AsyncGenerator<FileLine> {
  const handle = await open(path, 'r');
  try {
    let number = 0;
    let parts: Buffer[] = [];
    let held = 0;
    const take = (part: Buffer): void => {
      const room = MOST_LINE_BYTES + 1 - held;
      if (room > 0) parts.push(Buffer.from(part.subarray(0, room)));
      held += Math.min(room, part.length);
    };
    for await (const chunk of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      let at = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, at)) {
        take(chunk.subarray(at, end));
        number += 1;
        yield { bytes: Buffer.concat(parts), number, isEnded: true };
        [parts, held, at] = [[], 0, end + 1];
      }
      take(chunk.subarray(at));
    }
    if (held > 0) yield { bytes: Buffer.concat(parts), number: number + 1, isEnded: false };
  } finally {
    await handle.close();
  }
}

/** All entries, the oldest first. Lines that are none are left out: `verifyLog` reports them. */
export async function* readEntries(path: string): AsyncGenerator<AuditEntry> {
  for (const file of [...(await rotatedFiles(path)), path].filter((each) => existsSync(each)))
    for await (const { bytes } of readLines(file)) {
      const entry = readLine(bytes);
      if (typeof entry !== 'string') yield entry;
    }
}
