// The log of one call as the broker keeps it. The isolate and the runner have counted too; nothing they say is believed.

import type { Limits } from '../protocol/limits.ts';
import type { LogLimit } from '../protocol/messages.ts';
import type { DroppedLines, GuestLogLine, Progress } from '../protocol/task.ts';

const CUT_MARK = '…';
const CUT_MARK_BYTES = 3;
const PROGRESS_CHARACTERS = 10_000;

/** The most of a text that takes so many bytes. */
const fitted = (text: string, bytes: number): string => {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
};

export class GuestLog {
  readonly #limits: Limits;
  #lines: GuestLogLine[] = [];
  #bytesLeft: number;
  #linesLeft: number;
  #limit: LogLimit | undefined;
  /** Lines that came and were dropped here; and those that the guest says it has dropped itself. */
  #dropped = 0;
  #droppedInside = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#bytesLeft = limits.logBytes;
    this.#linesLeft = limits.logLines;
  }

  /** Keeps a line within `logBytes` and `logLines`, cut with a mark where it is too long; past them counts it. */
  write(line: GuestLogLine): void {
    if (this.#limit === undefined && this.#linesLeft <= 0) this.#limit = 'logLines';
    if (this.#limit !== undefined) {
      this.#dropped += 1;
      return;
    }
    const bytes = Buffer.byteLength(line.text);
    const fits = bytes <= this.#bytesLeft;
    if (!fits) this.#limit = 'logBytes';
    const room = this.#bytesLeft - CUT_MARK_BYTES;
    if (!fits && room <= 0) {
      this.#dropped += 1;
      return;
    }
    this.#linesLeft -= 1;
    this.#bytesLeft -= bytes + 1;
    this.#lines.push(fits ? line : { ...line, text: fitted(line.text, room) + CUT_MARK });
  }

  /** Keeps what the guest says of how far it is, as a line of its own. `text`: JSON, untrusted. True where it could be read. */
  progress(text: string, atMs: number): boolean {
    const said = readProgress(text);
    if (said) this.write({ level: 'info', atMs, ...said });
    return said !== undefined;
  }

  /** The guest has met a limit by its own count. */
  noteFull(limit: LogLimit, lines: number): void {
    this.#limit ??= limit;
    this.#droppedInside = Math.max(this.#droppedInside, lines);
  }

  /** The lines kept since they were last taken. */
  take(): readonly GuestLogLine[] {
    const lines = this.#lines;
    if (lines.length > 0) this.#lines = [];
    return lines;
  }

  /** Adds what says that the log was cut off, where it was. `pluginName` is for whoever wants to raise the limit. */
  end(pluginName: string, atMs: number): void {
    if (this.#limit === undefined) return;
    const dropped = { limit: this.#limit, lines: this.#dropped + this.#droppedInside };
    this.#lines.push({ level: 'warn', atMs, dropped, text: endOf(dropped, this.#limits[this.#limit], pluginName) });
  }
}

const endOf = ({ limit, lines }: DroppedLines, allowed: number, pluginName: string): string => {
  const unit = limit === 'logLines' ? 'lines' : 'bytes';
  const missing = lines === 0 ? '' : ` ${lines} further ${lines === 1 ? 'line was' : 'lines were'} dropped.`;
  const setting = `plugins.overrides.${pluginName}.limits.${limit}`;
  return `The log of this call was cut off at ${allowed} ${unit} (limits.${limit}).${missing} To see more, raise ${setting} in sandbox.config.json.`;
};

const readProgress = (text: string): { readonly text: string; readonly progress: Progress } | undefined => {
  if (text.length > PROGRESS_CHARACTERS) return undefined;
  try {
    const said = (JSON.parse(text) ?? {}) as Readonly<Record<string, unknown>>;
    const own = (name: string): unknown => (Object.hasOwn(said, name) ? said[name] : undefined);
    const isAmount = (value: unknown): value is number => typeof value === 'number' && value >= 0;
    const [done, total, message] = [own('done'), own('total'), own('message')];
    if (!isAmount(done) || typeof message !== 'string') return undefined;
    return { text: message, progress: { done, ...(isAmount(total) && { total }) } };
  } catch {
    return undefined;
  }
};
