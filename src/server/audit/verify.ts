// Checks an audit log from its first file to its last: whether an entry was changed, removed, moved or torn. Command line.

import { existsSync } from 'node:fs';
import { compositeKey } from '../../shared/text/composite-key.ts';
import { type AuditEntry, type AuditHead, NO_HEAD, nameOf, readLine, type TornName } from './entry.ts';
import { type FileLine, readLines, rotatedFiles, TAIL_BYTES } from './files.ts';

/** Something that is wrong at a place of the log. */
export interface AuditFault {
  readonly file: string;
  readonly line: number;
  /** Sequence of the entry, as it is or should be there. */
  readonly sequence: number;
  readonly wrong: string;
}

/** What was found. The log is good if there are no faults. */
export interface AuditVerdict {
  readonly files: readonly string[];
  readonly entries: number;
  /** Sequence of the first entry: 1, unless the oldest files were removed because there were too many. */
  readonly first: number;
  /** The last entry. Whoever keeps its hash elsewhere can find out later that the end of the log is missing. */
  readonly head: AuditHead;
  /** At most {@link MOST_FAULTS}. */
  readonly faults: readonly AuditFault[];
  /** True if there were more. */
  readonly hasMoreFaults: boolean;
  /** Lines that were not written to their end, and that a later entry names. */
  readonly repaired: number;
}

/** Faults that are listed. */
export const MOST_FAULTS = 20;

interface Place {
  readonly file: string;
  readonly line: number;
}

/** A line that is no entry. It may be a torn one that the next entry names. */
interface Damaged extends Place {
  readonly sequence: number;
  readonly wrong: string;
  readonly bytes: Buffer;
}

class Walk {
  entries = 0;
  repaired = 0;
  head: AuditHead = NO_HEAD;
  /** One more than are listed, to know that there are more. */
  readonly #faults: AuditFault[] = [];
  #first: (AuditEntry & Place) | undefined;
  /** The lines since the last entry that may be torn ones, as many as an entry can name. */
  #damaged: Damaged[] = [];
  #damagedBytes = 0;
  /** How many lines since the last entry are none. */
  #skipped = 0;
  /** How many lines before the first entry are none. */
  #skippedFirst = 0;
  readonly #dropped = new Set<string>();
  #wanted: string | undefined;

  constructor(knownHead: string | undefined) {
    this.#wanted = knownHead;
  }

  get faults(): readonly AuditFault[] {
    return this.#faults.slice(0, MOST_FAULTS);
  }

  get hasMoreFaults(): boolean {
    return this.#faults.length > MOST_FAULTS;
  }

  get first(): number {
    return this.#first?.sequence ?? 0;
  }

  take(file: string, { bytes, number, isEnded }: FileLine): void {
    const place = { file, line: number };
    const entry = readLine(bytes);
    if (typeof entry === 'string') return this.#noEntry(place, entry, bytes, isEnded);
    this.#entry(place, entry);
    if (!isEnded) this.#fault(place, entry.sequence, 'the line is torn: it has no newline at its end');
  }

  end(last: Place): void {
    this.#settle(undefined);
    const first = this.#first;
    const isExplained = first && this.#dropped.has(compositeKey(first.sequence - 1, first.previous));
    if (first && first.sequence - this.#skippedFirst > 1 && !isExplained) {
      const wrong = 'the entries before it are missing, from entry 1 on, and none says that they were removed';
      this.#faults.unshift({ ...faultAt(first, first.sequence), wrong });
    }
    if (this.#wanted !== undefined)
      this.#fault(
        last,
        this.head.sequence,
        `no entry has the hash ${this.#wanted}: the end of the log was cut off, or the log was written anew`,
      );
  }

  #noEntry(place: Place, reason: string, bytes: Buffer, isEnded: boolean): void {
    const sequence = this.head.sequence + this.#skipped + 1;
    const wrong = isEnded ? `the entry was changed or damaged: ${reason}` : 'the line is torn: its end is missing';
    this.#skipped += 1;
    if (this.#damagedBytes + bytes.length + 1 > TAIL_BYTES) this.#settle(undefined);
    this.#damagedBytes += bytes.length + 1;
    this.#damaged.push({ ...place, sequence, wrong, bytes });
  }

  #entry(place: Place, entry: AuditEntry): void {
    // A torn line never had a sequence of its own.
    const skipped = this.#skipped - this.#settle(entry);
    this.#follows(place, entry, skipped);
    if (this.#first === undefined) this.#skippedFirst = skipped;
    this.#skipped = 0;
    this.entries += 1;
    this.#first ??= { ...entry, ...place };
    this.head = { sequence: entry.sequence, hash: entry.hash };
    if (this.#wanted === entry.hash) this.#wanted = undefined;
    const { action, to } = entry;
    const { sequence = 0, hash = '' } = (to ?? {}) as Partial<AuditHead>;
    if (action === 'chain.dropped') this.#dropped.add(compositeKey(sequence, hash));
  }

  /** Finds out how many of the damaged lines before it the entry that comes next names. */
  #settle(next: AuditEntry | undefined): number {
    const damaged = this.#damaged;
    this.#damaged = [];
    this.#damagedBytes = 0;
    const torn = next?.action === 'chain.repaired' ? (next.from as Partial<TornName> | undefined) : undefined;
    const named = torn === undefined ? 0 : countNamed(damaged, torn);
    this.repaired += named;
    for (const line of damaged.slice(0, damaged.length - named)) this.#fault(line, line.sequence, line.wrong);
    return named;
  }

  /** Lines in between that are no entries have a fault of their own already. */
  #follows(place: Place, { sequence, previous }: AuditEntry, skipped: number): void {
    const isFirst = this.#first === undefined;
    const expected = this.head.sequence + skipped + 1;
    if (isFirst && skipped === 0) {
      if (sequence === 1 && previous !== NO_HEAD.hash)
        this.#fault(place, sequence, 'it is the first entry, and names one before it');
      return;
    }
    // The server goes on after a damaged last line as if it were not there.
    if (skipped > 0 && sequence === this.head.sequence + 1 && previous === this.head.hash) return;
    if (sequence > expected) {
      const missing =
        sequence - 1 === expected ? `entry ${expected} is` : `the entries ${expected} to ${sequence - 1} are`;
      this.#fault(place, sequence, `${missing} missing before it, or in another place`);
    } else if (sequence < expected)
      this.#fault(place, sequence, `it is in the wrong place: entry ${expected} belongs here`);
    else if (skipped === 0 && previous !== this.head.hash)
      this.#fault(place, sequence, 'it names another entry before it than the one that is there');
  }

  #fault(place: Place, sequence: number, wrong: string): void {
    if (this.#faults.length <= MOST_FAULTS) this.#faults.push({ ...faultAt(place, sequence), wrong });
  }
}

/** How many of the lines, from the last one back, have this name. */
const countNamed = (damaged: readonly Damaged[], { bytes, hash }: Partial<TornName>): number => {
  let length = -1;
  const from = damaged.findLastIndex((line) => {
    length += line.bytes.length + 1;
    return length === bytes;
  });
  const named = from === -1 ? [] : damaged.slice(from);
  return nameOf(named.map((line) => line.bytes)).hash === hash ? named.length : 0;
};

const faultAt = ({ file, line }: Place, sequence: number) => ({ file, line, sequence });

/**
 * Checks the log at `path`, from its oldest file on. `knownHead`: the hash of an entry that must be there. Finds every change, unless somebody wrote all
 * later entries anew, or cut off the end after the entry that is known. Rejects with the system's error if a file cannot be read.
 */
export const verifyLog = async (path: string, knownHead?: string): Promise<AuditVerdict> => {
  // A log right after its file was renamed has no newest file.
  const rotated = await rotatedFiles(path);
  const files = existsSync(path) || rotated.length === 0 ? [...rotated, path] : rotated;
  const walk = new Walk(knownHead);
  let last: Place = { file: path, line: 0 };
  for (const file of files)
    for await (const line of readLines(file)) {
      last = { file, line: line.number };
      walk.take(file, line);
    }
  walk.end(last);
  const { entries, first, head, faults, hasMoreFaults, repaired } = walk;
  return { files, entries, first, head, faults, hasMoreFaults, repaired };
};
