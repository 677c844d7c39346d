// Escapes characters that are unsafe in a line for a person and that JSON does not escape. Any process.

/** DEL and the control characters after it, marks of direction and of no width, separators of lines and paragraphs. */
const UNPRINTABLE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** The character as `\u0007`, or as `\u{e0001}` if it is beyond U+FFFF. */
export const escaped = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
};

/**
 * The text with each of them as `\uXXXX`. A JSON text keeps its value, because it has them only in strings. Control characters below U+0020
 * stay: newlines, and the escapes that colour a line.
 */
export const printable = (text: string): string => text.replace(UNPRINTABLE, escaped);
