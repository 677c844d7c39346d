// Appends to the audit log: many processes take turns, and each batch is on the disk before the next one begins. Any process.

import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { removeEach } from '../../shared/lifetime/ended-files.ts';
import { inTurn } from '../../shared/lifetime/turn.ts';
import { flushFolder } from '../../shared/lifetime/whole-file.ts';
import { type AuditDraft, type AuditHead, lineOf, NO_HEAD } from './entry.ts';
import {
  AuditBroken,
  bornAtMs,
  endOf,
  type FileEnd,
  headIn,
  headOfRotated,
  rotatedFiles,
  rotatedPath,
} from './files.ts';
import { noteHead } from './lost.ts';

/** Where the log is, and when a file of it has to end. */
export interface AuditFile {
  readonly file: string;
  /** {@link ROTATE_BYTES} if absent; so for the next two. */
  readonly rotateBytes?: number;
  readonly rotateDays?: number;
  /** Renamed files that are kept. */
  readonly keepFiles?: number;
}

/** Some ten thousand entries, which is years for most servers. */
const ROTATE_BYTES = 10_000_000;
/** A quarter in each file is easy to archive. */
const ROTATE_DAYS = 90;
/** Nothing is removed for years, and the disk cannot fill without end. */
const KEEP_FILES = 1_000;

export interface Appended {
  /** How many of the drafts are in the file, from the first on. */
  readonly written: number;
  /** The last entry of the log now. */
  readonly head: AuditHead;
  /** Why the rest is not in the file, or why it is not certain that all of it is on the disk. */
  readonly error?: NodeJS.ErrnoException;
}

/** The log tells who did what, so only its owner may read it. */
const MODE = 0o600;
const DAY_MS = 86_400_000;

/**
 * Appends entries, in their order, and waits until the disk has them. If a process ended while it wrote, the beginning of its line stays, and the next
 * entry names it. Rejects if the log cannot be opened or is not an audit log ({@link AuditBroken}); then nothing was written.
 */
export const appendEntries = (
  log: AuditFile,
  drafts: readonly AuditDraft[],
  nowMs: number = Date.now(),
): Promise<Appended> => {
  const { file } = log;
  return inTurn({ folder: dirname(file), name: basename(file) }, async () => {
    let handle = await openLog(file);
    try {
      let end = await endOf(handle, file);
      let dropping: Dropping | undefined;
      if (await hasToEnd(handle, end, log, nowMs)) {
        handle = await rotate(handle, end, file);
        end = { isOpen: false, size: 0 };
        dropping = await toDrop(log);
      }
      const previous = end.last ?? (end.size === 0 ? await headOfRotated(file) : undefined) ?? NO_HEAD;
      const own = [...(end.torn ? [repaired(end.torn, nowMs)] : []), ...(dropping ? [dropping.draft] : [])];
      const appended = await write(handle, end, [...own, ...drafts], previous);
      // The entries are on the disk. Whether an old file can be removed says nothing about them, and the next rotation tries it again.
      if (appended.error === undefined) await removeEach(dropping?.paths ?? []);
      if (appended.written > 0) await noteHead(file, appended.head);
      return { ...appended, written: Math.max(0, appended.written - own.length) };
    } finally {
      await handle.close();
    }
  });
};

/** Tells whether entries could be appended now. Makes the file if there is none. Rejects with the reason if not. */
export const checkAppendable = async ({ file }: Pick<AuditFile, 'file'>): Promise<void> => {
  await inTurn({ folder: dirname(file), name: basename(file) }, async () => {
    const handle = await openLog(file);
    try {
      await endOf(handle, file);
    } finally {
      await handle.close();
    }
  });
};

/** Torn lines stay in their file, so that the entry that names them follows them. */
const hasToEnd = async (
  handle: FileHandle,
  { size, isOpen, last, torn }: FileEnd,
  { rotateBytes = ROTATE_BYTES, rotateDays = ROTATE_DAYS }: AuditFile,
  nowMs: number,
): Promise<boolean> => {
  if (last === undefined || isOpen || torn !== undefined) return false;
  return size >= rotateBytes || nowMs - ((await bornAtMs(handle)) ?? nowMs) >= rotateDays * DAY_MS;
};

const rotate = async (handle: FileHandle, { last }: FileEnd, file: string): Promise<FileHandle> => {
  const target = rotatedPath(file, last?.sequence ?? 0);
  if ((await rotatedFiles(file)).includes(target))
    throw new AuditBroken(`${target}: exists already → move it out of the folder`);
  await rename(file, target);
  await handle.close();
  const next = await openLog(file);
  await flushFolder(dirname(file));
  return next;
};

/**
 * The file, which is made if it is missing. A command of root gives a new file to the folder's owner, so that the server can go on writing. It gives
 * away only a file that it has made itself: a name that is there already may be a link to another file.
 */
const openLog = async (file: string): Promise<FileHandle> => {
  const made = await open(file, 'ax+', MODE).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if (made === undefined) return open(file, 'a+', MODE);
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(dirname(file));
    await made.chown(uid, gid);
  }
  return made;
};

interface Dropping {
  readonly draft: AuditDraft;
  readonly paths: readonly string[];
}

/** The files above the number that is kept, and the entry that says so. It is written before they go. None go if the entry could not name the last of them. */
const toDrop = async ({ file, keepFiles = KEEP_FILES }: AuditFile): Promise<Dropping | undefined> => {
  const paths = (await rotatedFiles(file)).slice(0, -keepFiles);
  const newest = paths.at(-1);
  const head = newest === undefined ? undefined : await headIn(newest).catch(() => undefined);
  if (head === undefined) return undefined;
  const { sequence, hash } = head;
  const subject = paths.map((path) => basename(path)).join(', ');
  const draft = {
    ...ownChange('chain.dropped'),
    subject,
    to: { sequence, hash },
    detail: `${keepFiles} files are kept`,
  };
  return { paths, draft: { time: new Date().toISOString(), ...draft } };
};

const repaired = (torn: NonNullable<FileEnd['torn']>, nowMs: number): AuditDraft => ({
  time: new Date(nowMs).toISOString(),
  ...ownChange('chain.repaired'),
  from: torn,
  detail: 'what is before was not written to its end: a process was killed, or the disk was full',
});

const ownChange = (action: string) => ({ who: 'audit', action, outcome: 'ok' });

/** Writes the lines in one go. An error of the disk is a part of the outcome, with the count of the lines that are in the file whole. */
const write = async (
  handle: FileHandle,
  { isOpen, size }: FileEnd,
  drafts: readonly AuditDraft[],
  previous: AuditHead,
): Promise<Appended> => {
  let head = previous;
  const ends: { readonly at: number; readonly head: AuditHead }[] = [];
  const parts: Buffer[] = isOpen ? [Buffer.from('\n')] : [];
  let length = parts.length;
  for (const draft of drafts) {
    const made = lineOf(draft, head);
    head = made.head;
    const bytes = Buffer.from(made.line);
    parts.push(bytes);
    length += bytes.length;
    ends.push({ at: length, head });
  }
  const all = Buffer.concat(parts);
  let at = 0;
  try {
    while (at < all.length) at += (await handle.write(all, at, all.length - at)).bytesWritten;
    await handle.sync();
    return { written: drafts.length, head };
  } catch (error) {
    const whole = ends.filter((end) => end.at <= at);
    const last = whole.at(-1);
    // The part of a line that was written is taken back, if the system lets us. If not, the next append names it.
    await handle.truncate(size + (last?.at ?? 0)).catch(() => {});
    return { written: whole.length, head: last?.head ?? previous, error: error as NodeJS.ErrnoException };
  }
};
