// The log of one call. The isolate and the runner have counted lines too, but they are not believed. Main thread.
//
// Log lines are no host requests and never fail a call: past `logLines` or `logBytes` they are counted and dropped, and a last line of the host
// says how many. A line costs what it takes in the server's log (log-cost.ts); counted by its text alone, 500 empty lines took 73 to 125 kB of
// the operator's disk. Lines are counted three times: in the isolate, so that nothing leaves it past the limit; in the runner, where more
// messages than the limits allow end the call; and here. Only the number of lines that were dropped inside is the guest's word. No guest can
// write the host's member `dropped`: a guest's text is a value in the JSON log.
//
// Lines leave with the answer, or with a line that tells the call's progress. Rejected: members of a log entry that a guest names, because it
// could name them `level` or `callId`.

import type { Progress } from '../../shared/protocol/call.ts';
import type { Limits } from '../../shared/protocol/limits.ts';
import { recordBytes, textBytes } from '../../shared/protocol/log-cost.ts';
import type { LogLimit } from '../../shared/protocol/messages.ts';
import type { DroppedLines, GuestLogLine } from '../../shared/protocol/task.ts';

const CUT_MARK = '…';
const CUT_MARK_BYTES = 3;
const PROGRESS_CHARACTERS = 10_000;

/** The longest start of a text that costs at most `bytes`, found by halving. */
const fitted = (text: string, bytes: number): string => {
  let units = 0;
  for (let above = Math.min(text.length, bytes) + 1; above - units > 1; ) {
    const middle = (units + above) >> 1;
    if (textBytes(text.slice(0, middle)) <= bytes) units = middle;
    else above = middle;
  }
  const kept = text.slice(0, units);
  return kept.isWellFormed() ? kept : kept.slice(0, -1);
};

/** Never keeps more than `logBytes` and `logLines`, apart from one line at the end which says that the log was cut off. */
export class GuestLog {
  readonly #limits: Limits;
  #lines: GuestLogLine[] = [];
  #bytesLeft: number;
  #linesLeft: number;
  #limit: LogLimit | undefined;
  #dropped = 0;
  /** Lines that the guest says it dropped itself. */
  #droppedInside = 0;
  /** Bytes that each line costs in addition to its text. */
  readonly #recordBytes: number;

  constructor(limits: Limits, names: Parameters<typeof recordBytes>[0]) {
    this.#limits = limits;
    this.#recordBytes = recordBytes(names);
    this.#bytesLeft = limits.logBytes;
    this.#linesLeft = limits.logLines;
  }

  /** Keeps a line, cut with a mark if it passes `logBytes`. Counts it as dropped if the log is full. */
  write(line: GuestLogLine): void {
    if (this.#limit === undefined && this.#linesLeft <= 0) this.#limit = 'logLines';
    if (this.#limit !== undefined) {
      this.#dropped += 1;
      return;
    }
    const progressBytes = line.progress ? JSON.stringify({ progress: line.progress }).length : 0;
    const room = this.#bytesLeft - this.#recordBytes - progressBytes;
    const bytes = textBytes(line.text);
    const fits = bytes <= room;
    if (!fits) this.#limit = 'logBytes';
    if (!fits && room <= CUT_MARK_BYTES) {
      this.#dropped += 1;
      return;
    }
    this.#linesLeft -= 1;
    this.#bytesLeft -= bytes + this.#recordBytes + progressBytes;
    this.#lines.push(fits ? line : { ...line, text: fitted(line.text, room - CUT_MARK_BYTES) + CUT_MARK });
  }

  /** Keeps a report of progress as a line. `text`: JSON, untrusted. True if it could be read. */
  progress(text: string, atMs: number): boolean {
    const progress = readProgress(text);
    if (progress) this.write({ level: 'info', atMs, ...progress });
    return progress !== undefined;
  }

  /** The guest has reached a limit by its own count, and dropped this many lines. */
  noteFull(limit: LogLimit, lines: number): void {
    this.#limit ??= limit;
    this.#droppedInside = Math.max(this.#droppedInside, lines);
  }

  /** The lines since the last take. */
  take(): readonly GuestLogLine[] {
    const lines = this.#lines;
    if (lines.length > 0) this.#lines = [];
    return lines;
  }

  /** Adds a line that says that the log was cut off, if it was. `pluginName` is named in the setting that raises the limit. */
  end(pluginName: string, atMs: number): void {
    if (this.#limit === undefined) return;
    const dropped = { limit: this.#limit, lines: this.#dropped + this.#droppedInside };
    this.#lines.push({ level: 'warn', atMs, dropped, text: endText(dropped, this.#limits[this.#limit], pluginName) });
  }
}

const endText = ({ limit, lines }: DroppedLines, allowed: number, pluginName: string): string => {
  const unit = limit === 'logLines' ? 'lines' : 'bytes';
  const missing = lines === 0 ? '' : ` ${lines} further ${lines === 1 ? 'line was' : 'lines were'} dropped.`;
  const setting = `plugins.overrides.${pluginName}.limits.${limit}`;
  return `The log of this call was cut off at ${allowed} ${unit} (limits.${limit}).${missing} To see more, raise ${setting} in sandbox.config.json.`;
};

const readProgress = (text: string): { readonly text: string; readonly progress: Progress } | undefined => {
  if (text.length > PROGRESS_CHARACTERS) return undefined;
  try {
    const report = (JSON.parse(text) ?? {}) as Readonly<Record<string, unknown>>;
    const own = (name: string): unknown => (Object.hasOwn(report, name) ? report[name] : undefined);
    const isAmount = (value: unknown): value is number => typeof value === 'number' && value >= 0;
    const [done, total, message] = [own('done'), own('total'), own('message')];
    if (!isAmount(done) || typeof message !== 'string') return undefined;
    return { text: message, progress: { done, ...(isAmount(total) && { total }) } };
  } catch {
    return undefined;
  }
};
