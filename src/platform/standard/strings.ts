// Texts as the Web IDL standard converts what an interface is given. Runs inside the isolate.

/** A text whose characters are bytes. Throws TypeError for a character above U+00FF. */
export const byteStringOf = (value: unknown, what: string): string => {
  const text = `${value as string}`;
  for (let index = 0; index < text.length; index += 1)
    if (text.charCodeAt(index) > 0xff)
      throw new TypeError(`${what} has a character above U+00FF: ${JSON.stringify(text.slice(0, 40))}.`);
  return text;
};

/** A text of whole characters: half of a pair becomes U+FFFD. */
export const wellFormed = (value: unknown): string => `${value as string}`.toWellFormed();

/** Capital letters of ASCII made small, and no others. */
export const lowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** One of these words, or `otherwise` for undefined. Throws TypeError for any other. */
export const wordOf = <Word extends string>(
  value: unknown,
  words: readonly Word[],
  otherwise: Word,
  what: string,
): Word => {
  if (value === undefined) return otherwise;
  const text = `${value as string}`;
  if (!words.includes(text as Word)) throw new TypeError(`${what} must be one of ${words.join(', ')}, not ${text}.`);
  return text as Word;
};
