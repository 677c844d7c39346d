// Finds the lines of a log that have a text, in a stream of any size: only such lines are taken apart, and at most one line is kept. Any process.

const NEWLINE = 0x0a;
const NOTHING = Buffer.alloc(0);
/** Longer than any line that a server writes with its usual limits. */
const MOST_LINE_BYTES = 4_000_000;
/** How each line of the JSON format begins. Quotation marks in texts of plugins are escaped, so no text looks so. */
const BEGINNING = '{"level":';
/** The same within a line in JSON of a journal or a container's engine. */
const WRAPPED = '{\\"level\\":';
/** Members of such a line that have what was logged: of `journalctl -o json`, of Docker's files, and of collectors. */
const WRAPPERS = ['MESSAGE', 'log', 'message'];
const STAMP = /^\{\\?"level\\?":\d+,\\?"time\\?":\\?"([^"\\]{1,40})\\?"/;
const STAMP_BYTES = 80;

/** What a log that was read has, whatever lines were looked for. */
export class Reach {
  /** The times of the first and the last line in JSON; undefined if there was none. */
  first: string | undefined;
  last: string | undefined;
  bytes = 0;
  /** Lines that were longer than this program reads. */
  tooLong = 0;

  note(block: Buffer): void {
    // Within a line that is not wrapped, what looks wrapped is a text of a plugin.
    const beginning = block.includes(BEGINNING) ? BEGINNING : WRAPPED;
    this.first ??= stampAt(block, block.indexOf(beginning));
    this.last = stampAt(block, block.lastIndexOf(beginning)) ?? this.last;
  }
}

const stampAt = (block: Buffer, at: number): string | undefined =>
  at === -1 ? undefined : STAMP.exec(block.toString('latin1', at, at + STAMP_BYTES))?.[1];

/** The lines that have `text`, without their newlines, in order. Tells `reach` what else was there. */
export async function* linesWith(
  chunks: AsyncIterable<Buffer>,
  text: string,
  reach: Reach,
): AsyncGenerator<string, void, undefined> {
  let rest: Buffer = NOTHING;
  let isTooLong = false;
  for await (const chunk of chunks) {
    reach.bytes += chunk.length;
    const end = chunk.lastIndexOf(NEWLINE);
    if (end === -1) {
      if (!isTooLong) rest = Buffer.concat([rest, chunk]);
      if (rest.length > MOST_LINE_BYTES) {
        isTooLong = true;
        reach.tooLong += 1;
        rest = NOTHING;
      }
      continue;
    }
    const begin = isTooLong ? chunk.indexOf(NEWLINE) + 1 : 0;
    const block = Buffer.concat([rest, chunk.subarray(begin, end + 1)]);
    reach.note(block);
    yield* matches(block, text);
    isTooLong = false;
    rest = Buffer.from(chunk.subarray(end + 1));
  }
  reach.note(rest);
  yield* matches(rest, text);
}

function* matches(block: Buffer, text: string): Generator<string, void, undefined> {
  for (let at = block.indexOf(text); at !== -1; ) {
    const newline = block.indexOf(NEWLINE, at);
    const end = newline === -1 ? block.length : newline;
    yield block.toString('utf8', block.lastIndexOf(NEWLINE, at) + 1, end);
    at = block.indexOf(text, end);
  }
}

type LineRecord = Readonly<Record<string, unknown>>;

/** The object of a line in JSON, also behind or within what a journal or a container's engine writes around it. Undefined for any other line. */
export const recordIn = (line: string): LineRecord | undefined => {
  const at = line.indexOf(BEGINNING);
  if (at !== -1) return objectIn(line.slice(at));
  if (!line.includes(WRAPPED)) return undefined;
  const wrapper = objectIn(line.slice(line.indexOf('{')));
  const name = WRAPPERS.find((each) => typeof wrapper?.[each] === 'string');
  const text = name === undefined ? '' : String(wrapper?.[name]);
  const inner = text.indexOf(BEGINNING);
  return inner === -1 ? undefined : objectIn(text.slice(inner));
};

/** True if the line is one of a server's log in JSON, or a part of one. */
export const isCut = (line: string): boolean => line.includes(BEGINNING) || line.includes(WRAPPED);

const objectIn = (text: string): LineRecord | undefined => {
  try {
    return JSON.parse(text) as LineRecord;
  } catch {
    return undefined;
  }
};
