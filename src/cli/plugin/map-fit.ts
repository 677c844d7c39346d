// Finds a source map that belongs to another build of its module: stacks would then name wrong lines, without a word. Runs on the author's machine.

/** What is looked at. The map is the plugin's text. */
export interface MappedModule {
  readonly entryName: string;
  readonly code: string;
  /** JSON text. */
  readonly sourceMap: string;
}

/** Segments that are looked at. More would tell nothing new. */
const MOST_SEGMENTS = 200_000;
/** The part of the segments that may begin within a word. Builders map beginnings of words, but some map parts of a text. */
const WITHIN_WORDS = 0.1;
const FEW = 20;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...LETTERS].map((letter, value) => [letter, value]));
const CONTINUES = 32;

/** The first number of a segment: how far its column in the module is from the last one's. Undefined if it is none. */
const firstNumber = (segment: string): number | undefined => {
  let value = 0;
  for (let at = 0; at < segment.length && at < 7; at += 1) {
    const digit = VALUES.get(segment[at] ?? '');
    if (digit === undefined) return undefined;
    value += (digit & (CONTINUES - 1)) * 32 ** at;
    if ((digit & CONTINUES) === 0) return value % 2 === 1 ? -(value - 1) / 2 : value / 2;
  }
  return undefined;
};

const mappingsIn = (sourceMap: string): string | undefined => {
  try {
    const { mappings } = JSON.parse(sourceMap) as { readonly mappings?: unknown };
    return typeof mappings === 'string' ? mappings : undefined;
  } catch {
    return undefined;
  }
};

const isWithinWord = (line: string, column: number): boolean => /^[\w$]{2}$/.test(line.slice(column - 1, column + 1));

/** One sentence with a hint if the map does not fit the module; undefined if it does, or if it maps nothing. */
export const mapFault = ({ entryName, code, sourceMap }: MappedModule): string | undefined => {
  const advice = 'build both anew, or leave the map out: stacks would name wrong lines';
  const fault = (why: string): string => `${entryName}.map: it does not fit ${entryName}: ${why} → ${advice}`;
  const mappings = mappingsIn(sourceMap);
  if (mappings === undefined) return `${entryName}.map: it is no source map → ${advice}`;
  const lines = code.split(/\r\n|[\n\r\u2028\u2029]/);
  let [seen, within] = [0, 0];
  for (const [row, text] of mappings.split(';').entries()) {
    let column = 0;
    for (const segment of text === '' ? [] : text.split(',')) {
      const step = firstNumber(segment);
      if (step === undefined) return fault('a mapping cannot be read');
      column += step;
      const line = lines[row];
      if (line === undefined) return fault(`it maps line ${row + 1}, and the module has ${lines.length}`);
      if (column < 0 || column > line.length)
        return fault(`it maps column ${column + 1} of line ${row + 1}, which has ${line.length}`);
      seen += 1;
      if (isWithinWord(line, column)) within += 1;
      if (seen === MOST_SEGMENTS) break;
    }
  }
  return seen >= FEW && within > seen * WITHIN_WORDS
    ? fault(`${within} of its ${seen} places are in the middle of a word`)
    : undefined;
};
