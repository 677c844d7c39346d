// Says of bytes whether they are JSON, and builds nothing of it: a table, a bit for each level, one step for each byte. So what a text costs is
// known by its length, however many values it holds, and a long one can be read in slices.

/** Why bytes are refused, and at which of them. */
export interface JsonFault {
  /** Index of the byte; the length where the text ends too soon. */
  readonly at: number;
  /** What should stand there, in words; undefined where the text is deeper than it may be. */
  readonly expected: string | undefined;
}

const WORDS: string[] = [];
const END_OF_VALUE = '"," or what closes the array or object';

/** A new state, and what is expected in it. */
const state = (expected: string): number => WORDS.push(expected) - 1;

const NOWHERE = state('');
const VALUE = state('a value');
const FIRST_ITEM = state('a value or "]"');
const FIRST_NAME = state('a name in double quotes or "}"');
const NAME = state('a name in double quotes');
const COLON = state('":"');
/** A value is complete. */
const AFTER = state(END_OF_VALUE);
const MINUS = state('a digit');
const ZERO = state(END_OF_VALUE);
const WHOLE = state(END_OF_VALUE);
const POINT = state('a digit');
const FRACTION = state(END_OF_VALUE);
const EXPONENT_SIGN = state('a digit');
const EXPONENT_FIRST = state('a digit');
const EXPONENT = state(END_OF_VALUE);
/** States that a text may end in, outside of all arrays and objects. */
const ENDS = new Set([AFTER, ZERO, WHOLE, FRACTION, EXPONENT]);

/** Beyond the states: what changes the depth, or depends on it. The last bit tells objects from arrays. */
const CLOSE_ARRAY = 64;
const CLOSE_OBJECT = 65;
const NEXT = 66;
const OPEN_ARRAY = 68;
const OPEN_OBJECT = 69;
const FIRST_STEP = CLOSE_ARRAY;
const FIRST_OPENING = OPEN_ARRAY;

/** State and byte → the next state or step; NOWHERE where the byte may not stand there. */
const TABLE = new Uint8Array(FIRST_STEP << 8);

const on = (from: number, characters: string, to: number): void => {
  for (const character of characters) TABLE[(from << 8) | character.charCodeAt(0)] = to;
};

const SPACE = ' \t\n\r';
const DIGITS = '0123456789';
const LITERALS = ['true', 'false', 'null'] as const;

/** A string that was opened in one of the states `from`, up to its closing quote. */
const addString = (from: readonly number[], after: number): void => {
  const text = state('the end of a string, and control characters only as escapes');
  const escaped = state('one of "\\/bfnrtu after the backslash');
  const hex = Array.from({ length: 4 }, () => state('four hexadecimal digits after \\u'));
  for (const opening of from) on(opening, '"', text);
  TABLE.fill(text, (text << 8) | 0x20, (text + 1) << 8);
  on(text, '"', after);
  on(text, '\\', escaped);
  on(escaped, '"\\/bfnrt', text);
  on(escaped, 'u', hex[0] ?? NOWHERE);
  for (const [index, digit] of hex.entries()) on(digit, `${DIGITS}abcdefABCDEF`, hex[index + 1] ?? text);
};

const addLiteral = (word: string): void => {
  const [first = '', ...rest] = word;
  const states = rest.map(() => state(word));
  for (const opening of [VALUE, FIRST_ITEM]) on(opening, first, states[0] ?? NOWHERE);
  for (const [index, letter] of rest.entries()) on(states[index] ?? NOWHERE, letter, states[index + 1] ?? AFTER);
};

const addNumbers = (): void => {
  for (const opening of [VALUE, FIRST_ITEM]) {
    on(opening, '-', MINUS);
    on(opening, DIGITS, WHOLE);
    on(opening, '0', ZERO);
  }
  on(MINUS, DIGITS, WHOLE);
  on(MINUS, '0', ZERO);
  on(WHOLE, DIGITS, WHOLE);
  for (const before of [ZERO, WHOLE]) on(before, '.', POINT);
  for (const digits of [POINT, FRACTION]) on(digits, DIGITS, FRACTION);
  for (const before of [ZERO, WHOLE, FRACTION]) on(before, 'eE', EXPONENT_SIGN);
  on(EXPONENT_SIGN, '+-', EXPONENT_FIRST);
  for (const digits of [EXPONENT_SIGN, EXPONENT_FIRST, EXPONENT]) on(digits, DIGITS, EXPONENT);
};

for (const open of [VALUE, FIRST_ITEM, FIRST_NAME, NAME, COLON, AFTER]) on(open, SPACE, open);
for (const opening of [VALUE, FIRST_ITEM]) {
  on(opening, '[', OPEN_ARRAY);
  on(opening, '{', OPEN_OBJECT);
}
on(FIRST_ITEM, ']', CLOSE_ARRAY);
on(FIRST_NAME, '}', CLOSE_OBJECT);
on(COLON, ':', VALUE);
addNumbers();
for (const end of ENDS) {
  if (end !== AFTER) on(end, SPACE, AFTER);
  on(end, ',', NEXT);
  on(end, ']', CLOSE_ARRAY);
  on(end, '}', CLOSE_OBJECT);
}
addString([VALUE, FIRST_ITEM], AFTER);
addString([FIRST_NAME, NAME], COLON);
for (const word of LITERALS) addLiteral(word);

/** Reads one text, whole or in slices. Takes what `JSON.parse` takes of the same text, and no more than `levels` levels of arrays and objects. */
export class JsonScanner {
  readonly #levels: number;
  /** For each level whether it is an object. */
  readonly #isObject: Uint8Array;
  #depth = 0;
  #state = VALUE;

  constructor(levels: number) {
    this.#levels = levels;
    this.#isObject = new Uint8Array(levels + 1);
  }

  /** Reads the bytes from `from` up to `to`, which follow on those read before. After a fault it must not be used again. */
  read(bytes: Uint8Array, from: number, to: number): JsonFault | undefined {
    const isObject = this.#isObject;
    const levels = this.#levels;
    let now = this.#state;
    let depth = this.#depth;
    let at = from;
    // In one function, on numbers alone: this runs for every byte that strangers send.
    for (; at < to; at += 1) {
      const next = TABLE[(now << 8) | (bytes[at] as number)] as number;
      if (next < FIRST_STEP) {
        if (next === NOWHERE) break;
        now = next;
      } else if (next >= FIRST_OPENING) {
        if (depth === levels) return { at, expected: undefined };
        depth += 1;
        isObject[depth] = next & 1;
        now = next === OPEN_OBJECT ? FIRST_NAME : FIRST_ITEM;
      } else if (next === NEXT) {
        if (depth === 0) break;
        now = isObject[depth] === 1 ? NAME : VALUE;
      } else {
        if (depth === 0 || isObject[depth] !== (next & 1)) break;
        depth -= 1;
        now = AFTER;
      }
    }
    this.#state = now;
    this.#depth = depth;
    return at < to ? { at, expected: this.#expected } : undefined;
  }

  /** Judges the text of `length` bytes, now that all of it was read. */
  end(length: number): JsonFault | undefined {
    if (this.#depth === 0 && ENDS.has(this.#state)) return undefined;
    return { at: length, expected: this.#expected };
  }

  get #expected(): string {
    return this.#depth === 0 && ENDS.has(this.#state) ? 'the end' : (WORDS[this.#state] as string);
  }
}

/** Why `bytes` are not one JSON text of at most `levels` levels; undefined where they are. */
export const jsonFault = (bytes: Uint8Array, levels: number): JsonFault | undefined => {
  const scanner = new JsonScanner(levels);
  return scanner.read(bytes, 0, bytes.length) ?? scanner.end(bytes.length);
};
