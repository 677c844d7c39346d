// Finds its way in JSON text without building values: the raw text of an object's own members. Nothing recurses, and the text is read once.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

const isEscaped = (text: string, quote: number): boolean => {
  let first = quote;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (quote - first) % 2 === 1;
};

/** Index just after the string whose opening quote is at `open`; the text's length where nothing closes it. */
const endOfString = (text: string, open: number): number => {
  let quote = text.indexOf('"', open + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote + 1;
};

const afterSpace = (text: string, from: number): number => {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
};

/** Index just after the array or object that opens at `open`. */
const endOfNesting = (text: string, open: number): number => {
  let depth = 0;
  let at = open;
  do {
    const code = text.charCodeAt(at);
    at = code === QUOTE ? endOfString(text, at) : at + 1;
    if (code === OPEN_ARRAY || code === OPEN_OBJECT) depth += 1;
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1;
  } while (depth > 0 && at < text.length);
  return at;
};

const endOfValue = (text: string, start: number): number => {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return endOfString(text, start);
  if (first === OPEN_ARRAY || first === OPEN_OBJECT) return endOfNesting(text, start);
  let at = start;
  for (let code = first; !isSpace(code) && code !== COMMA && code !== CLOSE_OBJECT; code = text.charCodeAt(at)) at += 1;
  return at;
};

/** A member of an object: its name as it means, its value as it is written. */
export interface Member {
  readonly name: string;
  readonly valueText: string;
}

/** What a JSON string means. Without escapes it is what stands between the quotes. */
export const stringOf = (jsonText: string): string =>
  jsonText.includes('\\') ? JSON.parse(jsonText) : jsonText.slice(1, -1);

/** The first members of the object that the text holds, `most` of them, in order, with every repetition. The text must be valid JSON. */
export const topLevelMembers = (text: string, most: number): Member[] => {
  const members: Member[] = [];
  let at = afterSpace(text, text.indexOf('{') + 1);
  while (text.charCodeAt(at) === QUOTE && members.length < most) {
    const nameEnd = endOfString(text, at);
    const start = afterSpace(text, text.indexOf(':', nameEnd) + 1);
    const end = endOfValue(text, start);
    members.push({ name: stringOf(text.slice(at, nameEnd)), valueText: text.slice(start, end) });
    const next = afterSpace(text, end);
    if (text.charCodeAt(next) !== COMMA) break;
    at = afterSpace(text, next + 1);
  }
  return members;
};
