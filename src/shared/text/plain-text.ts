// Makes text of callers, plugins and servers safe for a terminal: it cannot move the cursor, or hide or reorder a line. Any process.

import { escaped } from './printable.ts';

/**
 * Control and format characters (which include every bidirectional mark), separators of lines and paragraphs, lone surrogates, and
 * unassigned and private characters.
 */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** The text with every unprintable character escaped, also newlines; at most `maxLength` UTF-16 units of it, with `…` for the rest. */
export const plainText = (text: string, maxLength = 2_000): string => {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return cut.replace(UNPRINTABLE, escaped);
};

/** The same for each line of a text, at most `maxLines` of them, with `…` for the rest. */
export const plainLines = (text: string, maxLines = 200): readonly string[] => {
  const lines = text.split(/\r?\n/, maxLines + 1);
  const kept = lines.slice(0, maxLines).map((line) => plainText(line));
  return lines.length > maxLines ? [...kept, '…'] : kept;
};
