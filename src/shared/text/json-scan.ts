// Checks whether bytes are JSON, without building values: a table, one bit for each level, and one step for each byte. So the cost of a text
// depends on its length alone, and a long text can be read in slices. It also marks the members of the outermost object. Any process.
//
// `JSON.parse` costs by what a text holds: 3.6 MB of nested arrays took 0.7 s, one text of that length takes 4 ms. So one caller or plugin could
// hold up the thread that all share. A parser that tolerates errors, to find the place of a fault, took half a second for a megabyte of commas.
// The scanner takes what `JSON.parse` takes, apart from its cap on levels, and stops at the first fault with its place. A property test compares
// the two.
//
// Rejected: a cap on the number of values, which refuses honest tables; a streaming parser, because all build values or call back for each.
// Costs: a body that is one long text takes 1.2 times as long as with `JSON.parse`, one of small values half as long.

/** Why bytes are refused, and at which byte. */
export interface JsonFault {
  /** Index of the byte; the length if the text ends too soon. */
  readonly at: number;
  /** The expected text, in words; undefined if the text is too deep. */
  readonly expected: string | undefined;
}

const NO_MARKS = new Uint32Array(0);
const WORDS: string[] = [];
const END_OF_VALUE = '"," or what closes the array or object';

/** Makes a new state, with the words for what is expected in it. */
const state = (expected: string): number => WORDS.push(expected) - 1;

const NOWHERE = state('');
const END_OF_STRING = 'the end of a string, and control characters only as escapes';
/** Within a string. These states come first, so that one comparison finds them. */
const VALUE_TEXT = state(END_OF_STRING);
const NAME_TEXT = state(END_OF_STRING);
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
/** States in which a text may end, outside of all arrays and objects. */
const ENDS = new Set([AFTER, ZERO, WHOLE, FRACTION, EXPONENT]);

/** Steps, which are numbered above the states: they change the depth or depend on it. The last bit tells objects from arrays. */
const CLOSE_ARRAY = 64;
const CLOSE_OBJECT = 65;
const NEXT = 66;
/** Between a name and its value. */
const PAIR = 67;
const OPEN_ARRAY = 68;
const OPEN_OBJECT = 69;
const FIRST_STEP = CLOSE_ARRAY;
const FIRST_OPENING = OPEN_ARRAY;

/** State and byte → the next state or step; NOWHERE if the byte is not allowed there. */
const TABLE = new Uint8Array(FIRST_STEP << 8);

const on = (from: number, characters: string, to: number): void => {
  for (const character of characters) TABLE[(from << 8) | character.charCodeAt(0)] = to;
};

const QUOTE = 0x22;
const SPACE = ' \t\n\r';
const DIGITS = '0123456789';
const LITERALS = ['true', 'false', 'null'] as const;

/** Adds strings that begin in one of the states `from`. `text` is the state within the string, `after` the one behind it. */
const addString = (from: readonly number[], text: number, after: number): void => {
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
on(COLON, ':', PAIR);
addNumbers();
for (const end of ENDS) {
  if (end !== AFTER) on(end, SPACE, AFTER);
  on(end, ',', NEXT);
  on(end, ']', CLOSE_ARRAY);
  on(end, '}', CLOSE_OBJECT);
}
addString([VALUE, FIRST_ITEM], VALUE_TEXT, AFTER);
addString([FIRST_NAME, NAME], NAME_TEXT, COLON);
for (const word of LITERALS) addLiteral(word);

/** Bytes that stand for themselves within a string. */
const PLAIN = new Uint8Array(256).fill(1, 0x20);
for (const special of '"\\') PLAIN[special.charCodeAt(0)] = 0;

/**
 * Reads one text at a time, whole or in slices. Accepts the texts that `JSON.parse` accepts, with at most `levels` levels of arrays and objects.
 * Marks up to `members` members of the outermost object.
 */
export class JsonScanner {
  readonly #levels: number;
  /** For each level, 1 if it is an object. */
  readonly #isObject: Uint8Array;
  /** See {@link marks}. */
  readonly #marks: Uint32Array;
  #marked = 0;
  #depth = 0;
  #state = VALUE;

  constructor(levels: number, members = 0) {
    this.#levels = levels;
    this.#isObject = new Uint8Array(levels + 1);
    this.#marks = members === 0 ? NO_MARKS : new Uint32Array(2 * members + 1);
  }

  /** Reads a whole text and forgets the one before, so that one scanner serves many texts. */
  fault(bytes: Uint8Array): JsonFault | undefined {
    this.#marked = 0;
    this.#depth = 0;
    this.#state = VALUE;
    return this.read(bytes, 0, bytes.length) ?? this.end(bytes.length);
  }

  /**
   * Index of the bracket that opens the outermost object, then for each member the index of its colon and of the comma or bracket that ends it.
   * Valid only for a text without fault that is an object. The next text overwrites it.
   */
  get marks(): Uint32Array {
    return this.#marks.subarray(0, this.#marked);
  }

  /** Reads the bytes from `from` up to `to`, which continue those read before. After a fault, only {@link fault} may be called. */
  read(bytes: Uint8Array, from: number, to: number): JsonFault | undefined {
    const isObject = this.#isObject;
    const levels = this.#levels;
    const marks = this.#marks;
    let marked = this.#marked;
    let now = this.#state;
    let depth = this.#depth;
    let at = from;
    // One function with numbers only, because this runs for every byte that callers send.
    for (; at < to; at += 1) {
      const next = TABLE[(now << 8) | (bytes[at] as number)] as number;
      if (next < FIRST_STEP) {
        if (next === NOWHERE) break;
        now = next;
        if (next > NAME_TEXT) continue;
        // Most bytes of most texts. No step of this loop depends on the one before it.
        let end = at + 1;
        while (end < to && PLAIN[bytes[end] as number] === 1) end += 1;
        at = end - 1;
        if (end === to || bytes[end] !== QUOTE) continue;
        at = end;
        now = next === NAME_TEXT ? COLON : AFTER;
      } else if (next >= FIRST_OPENING) {
        if (depth === levels) return { at, expected: undefined };
        if (depth === 0 && marked < marks.length) marks[marked++] = at;
        depth += 1;
        isObject[depth] = next & 1;
        now = next === OPEN_OBJECT ? FIRST_NAME : FIRST_ITEM;
      } else if (next === PAIR) {
        if (depth === 1 && marked < marks.length) marks[marked++] = at;
        now = VALUE;
      } else if (next === NEXT) {
        if (depth === 0) break;
        if (depth === 1 && marked < marks.length) marks[marked++] = at;
        now = isObject[depth] === 1 ? NAME : VALUE;
      } else {
        if (depth === 0 || isObject[depth] !== (next & 1)) break;
        if (depth === 1 && marked < marks.length) marks[marked++] = at;
        depth -= 1;
        now = AFTER;
      }
    }
    this.#marked = marked;
    this.#state = now;
    this.#depth = depth;
    return at < to ? { at, expected: this.#expected } : undefined;
  }

  /** Checks that a text of `length` bytes may end, after all of it was read. */
  end(length: number): JsonFault | undefined {
    if (this.#depth === 0 && ENDS.has(this.#state)) return undefined;
    return { at: length, expected: this.#expected };
  }

  get #expected(): string {
    return this.#depth === 0 && ENDS.has(this.#state) ? 'the end' : (WORDS[this.#state] as string);
  }
}

/** Why `bytes` are not one JSON text of at most `levels` levels; undefined if they are. */
export const jsonFault = (bytes: Uint8Array, levels: number): JsonFault | undefined =>
  new JsonScanner(levels).fault(bytes);
