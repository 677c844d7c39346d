// The entries of the audit log as lines of JSON. Each line ends with the SHA-256 of its own bytes and names that of the line before. Any process.

import { hash } from 'node:crypto';
import { printable } from '../../shared/text/printable.ts';

/** Something that changed the system, or tried to. Holds no secret: callers take care of that. */
export interface AuditChange {
  /** Who did it: `user:NAME` of the operating system for a command, `admin:KEY` with the first digits of the key's hash, or `server`. */
  readonly who: string;
  /** Such as `plugin.approve`; docs/observability.md lists them. */
  readonly action: string;
  /** The plugin, key or file that changed. */
  readonly subject?: string | undefined;
  /** State before and after. */
  readonly from?: unknown;
  readonly to?: unknown;
  /** `ok`, or the code of a failure: then nothing changed. */
  readonly outcome: string;
  readonly detail?: string | undefined;
  /** The call id of a request to the admin API. */
  readonly callId?: string | undefined;
}

/** A change with its time, ISO 8601 in UTC. */
export interface AuditDraft extends AuditChange {
  readonly time: string;
}

/** Names an entry and all entries before it. */
export interface AuditHead {
  /** 1 for the first entry of the first file. */
  readonly sequence: number;
  /** SHA-256 of the entry's line without its member `hash`: 64 hex digits. */
  readonly hash: string;
}

export interface AuditEntry extends AuditDraft, AuditHead {
  /** `hash` of the entry before, also if that is in an older file. */
  readonly previous: string;
}

export const NO_HEAD: AuditHead = Object.freeze({ sequence: 0, hash: '0'.repeat(64) });

/** Most bytes of a line without its newline. */
export const MOST_LINE_BYTES = 65_536;

const HASH_OPEN = ',"hash":"';
const TAIL = /^,"hash":"([0-9a-f]{64})"\}$/;
const TAIL_BYTES = HASH_OPEN.length + 64 + '"}'.length;
const HEX = /^[0-9a-f]{64}$/;

export const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

/**
 * The line of a draft that follows `previous`, with its newline, and its head. States that are too long are replaced by their size, and states that
 * JSON cannot have by a word: no entry keeps those behind it from being written. */
export const lineOf = (draft: AuditDraft, previous: AuditHead): { readonly line: string; readonly head: AuditHead } => {
  const sequence = previous.sequence + 1;
  const bodyOf = (part: AuditDraft): string => {
    const { time, who, action, subject, from, to, outcome, detail, callId } = part;
    const entry = { sequence, time, who, action, subject, from, to, outcome, detail, callId, previous: previous.hash };
    return printable(JSON.stringify(entry)).slice(0, -1);
  };
  const whole = isJson(draft) ? bodyOf(draft) : undefined;
  const fits = whole !== undefined && Buffer.byteLength(whole) + TAIL_BYTES <= MOST_LINE_BYTES;
  const body = fits ? whole : bodyOf(shortened(draft));
  const ownHash = sha256(Buffer.from(body));
  return { line: `${body}${HASH_OPEN}${ownHash}"}\n`, head: { sequence, hash: ownHash } };
};

const MOST_TEXT = 1_000;

const shortened = ({ from, to, ...draft }: AuditDraft): AuditDraft => ({
  ...draft,
  who: draft.who.slice(0, MOST_TEXT),
  action: draft.action.slice(0, MOST_TEXT),
  subject: draft.subject?.slice(0, MOST_TEXT),
  detail: draft.detail?.slice(0, MOST_TEXT),
  ...(from !== undefined && { from: sizeText(from) }),
  ...(to !== undefined && { to: sizeText(to) }),
});

const sizeText = (value: unknown): string =>
  isJson(value) ? `(too long: ${JSON.stringify(value)?.length ?? 0} characters)` : '(not JSON)';

const isJson = (value: unknown): boolean => {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
};

/** True if a line was not written to its end: it lacks its own hash, though it may end with one that it names, in the midst of its JSON. */
export const isTorn = (line: Buffer): boolean => {
  const last = hashIn(line);
  if (last === undefined) return line.length > 0;
  return sha256(line.subarray(0, -TAIL_BYTES)) !== last && !parses(line);
};

const parses = (line: Buffer): boolean => {
  try {
    JSON.parse(line.toString());
    return true;
  } catch {
    return false;
  }
};

/** Names torn lines that follow one another. */
export interface TornName {
  /** Of all of them, with the newlines between them. */
  readonly bytes: number;
  readonly hash: string;
}

/** The name of lines, each without its newline. */
export const nameOf = (torn: readonly Buffer[]): TornName => {
  const bytes = Buffer.concat(torn.flatMap((line, at) => (at === 0 ? [line] : [NEWLINE, line])));
  return { bytes: bytes.length, hash: sha256(bytes) };
};

const NEWLINE = Buffer.from('\n');

const hashIn = (line: Buffer): string | undefined => TAIL.exec(line.subarray(-TAIL_BYTES).toString('latin1'))?.[1];

/** Reads a line without its newline. Returns a text that says what is wrong with it if its own hash does not fit. */
export const readLine = (line: Buffer): AuditEntry | string => {
  if (line.length > MOST_LINE_BYTES) return `it is longer than ${MOST_LINE_BYTES} bytes`;
  const ownHash = hashIn(line);
  if (ownHash === undefined) return 'it is not an entry of an audit log';
  if (sha256(line.subarray(0, -TAIL_BYTES)) !== ownHash) return 'its content does not fit its hash';
  let entry: AuditEntry;
  try {
    entry = JSON.parse(line.toString()) as AuditEntry;
  } catch {
    return 'it is not JSON';
  }
  const isEntry =
    Number.isSafeInteger(entry.sequence) && entry.sequence > 0 && HEX.test(entry.previous) && entry.hash === ownHash;
  return isEntry ? entry : 'it lacks its sequence or the hash of the entry before';
};

/** The beginning of the first line of a log, by which a torn one is told from another kind of file. */
export const FIRST_LINE = '{"sequence":1,"time":"';
