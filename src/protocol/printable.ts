// What no line for a person may hold as it is, beside the control characters that JSON escapes anyhow. Everywhere a line is written.

/** DEL and the control characters after it, marks of direction and of no width, separators of lines and paragraphs. */
const UNPRINTABLE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * The text with each of them as `\uXXXX`. A JSON text keeps its value, since it has none of them outside of strings; a terminal neither obeys nor reorders
 * it. Control characters below U+0020 stay: newlines, and the escapes that paint a line.
 */
export const printable = (text: string): string => text.replace(UNPRINTABLE, escaped);
