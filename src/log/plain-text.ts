// Text that a caller, a plugin or a server wrote, made safe for a terminal: it can neither move the cursor, nor hide, nor reorder a line.

/**
 * Control and format characters (which include every bidirectional mark), separators of lines and paragraphs, halves of surrogate pairs,
 * and characters that have no meaning yet or only a private one.
 */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

const escaped = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
};

/** The text with every unprintable character escaped, newlines included; at most `maxLength` UTF-16 units of it, with `…` for the rest. */
export const plainText = (text: string, maxLength = 2_000): string => {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return cut.replace(UNPRINTABLE, escaped);
};

/** The same for text of several lines: each by itself, at most `maxLines` of them. */
export const plainLines = (text: string, maxLines = 200): readonly string[] => {
  const lines = text.split(/\r?\n/, maxLines + 1);
  const told = lines.slice(0, maxLines).map((line) => plainText(line));
  return lines.length > maxLines ? [...told, '…'] : told;
};
