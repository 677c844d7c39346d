// Names and patterns with `*` in access rules. `*` stands for any characters, also none, and a `!` at the beginning for "all but"; every other character for
// itself. Any process.

/** Tells whether a name matches. The name is never read as a pattern. */
export type Matcher = (name: string) => boolean;

/** True if the text is a pattern, not a name. */
export const isPattern = (text: string): boolean => text.includes('*');

/** True if the text says what does not match. */
export const isExcluding = (text: string): boolean => text.startsWith('!');

/** The name or pattern in a text, without its `!`. */
export const withoutMark = (text: string): string => (isExcluding(text) ? text.slice(1) : text);

/**
 * A matcher for a list of names and patterns, of which one has to match, and none of those that begin with `!`. A list of these alone matches all others.
 * Takes time in proportion to the name and the list: the parts of a pattern are searched from left to right, and never again.
 */
export const matcherOf = (texts: readonly string[]): Matcher => {
  const excluded = texts.filter(isExcluding).map(withoutMark);
  const included = texts.filter((text) => !isExcluding(text));
  if (excluded.length === 0) return anyOf(included);
  const [isExcluded, isIncluded] = [anyOf(excluded), anyOf(included.length === 0 ? ['*'] : included)];
  return (name) => isIncluded(name) && !isExcluded(name);
};

const anyOf = (texts: readonly string[]): Matcher => {
  const names = new Set(texts.filter((text) => !isPattern(text)));
  const patterns = texts.filter(isPattern).map((text) => text.split('*'));
  return (name) => names.has(name) || patterns.some((parts) => fits(parts, name));
};

const fits = (parts: readonly string[], name: string): boolean => {
  const [first = '', ...rest] = parts;
  const last = rest.pop() ?? '';
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  let from = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const found = name.indexOf(part, from);
    if (found === -1 || found + part.length > end) return false;
    from = found + part.length;
  }
  return true;
};
