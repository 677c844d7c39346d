// The last look at a result before it leaves for a caller: a runner is not believed when it says that a text is JSON.

/** Why a result's text is refused, or undefined where it is JSON of at most `depth` levels. */
export const resultFault = (text: string, depth: number): string | undefined => {
  const used = depthOf(text, depth);
  if (used > depth) return `The result is nested deeper than ${depth} levels.`;
  try {
    // V8's parser is iterative: the depth was checked for those who read the result after us.
    JSON.parse(text);
    return undefined;
  } catch {
    return 'The result is not JSON.';
  }
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Levels of arrays and objects in a JSON text; stops counting one past `most`. */
const depthOf = (text: string, most: number): number => {
  // A level takes two characters, so a short text cannot be deep.
  if (text.length <= 2 * most) return 0;
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i);
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
      if (deepest > most) return deepest;
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
    }
  }
  return deepest;
};

/** Index of the quote that closes the string opened at `start`. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
};
