// Writes untrusted texts into TypeScript: as names, literals and comments that cannot end before their end.

import { printable } from '../../shared/text/printable.ts';

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const MOST_LITERAL_CHARACTERS = 200;
const MOST_COMMENT_CHARACTERS = 1_000;
const COMMENT_COLUMNS = 110;

/** The name of a member: as it is if it is an identifier of ASCII, else in quotes. */
export const memberName = (name: string): string => (IDENTIFIER.test(name) ? name : quotedText(name));

const quotedText = (text: string): string => printable(JSON.stringify(text));

/** The type of one JSON value. A text that is too long to be a literal, an array and an object become wider types. */
export const literalType = (value: unknown): string => {
  switch (typeof value) {
    case 'string':
      return value.length <= MOST_LITERAL_CHARACTERS ? quotedText(value) : 'string';
    case 'number':
      // JSON can hold numbers that are infinite here.
      return Number.isFinite(value) ? String(value) : 'number';
    case 'boolean':
      return String(value);
    default:
      if (value === null) return 'null';
      return Array.isArray(value) ? 'readonly unknown[]' : '{ [name: string]: unknown }';
  }
};

/** The part of a type's name that a text gives: its letters and digits of ASCII, the first of each word in upper case. */
export const pascalWord = (text: string): string =>
  text
    .slice(0, 100)
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/** A documentation comment with the text, as lines; none if there is no text. Nothing in the text ends the comment, or is a tag or a directive. */
export const commentLines = (text: unknown, indent: string): readonly string[] => {
  if (typeof text !== 'string') return [];
  const isCut = text.length > MOST_COMMENT_CHARACTERS;
  const words = harmless(isCut ? `${text.slice(0, MOST_COMMENT_CHARACTERS)}…` : text).split(' ');
  const lines = wrapped(words.filter(Boolean), COMMENT_COLUMNS - indent.length);
  if (lines.length === 0) return [];
  if (lines.length === 1) return [`${indent}/** ${lines[0]} */`];
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`];
};

/** The beginning of a text as part of one line of a comment, of at most so many characters; empty if there is no text. */
export const beginningOf = (text: unknown, most: number): string => {
  if (typeof text !== 'string') return '';
  const line = harmless(text.slice(0, MOST_COMMENT_CHARACTERS)).trim();
  if (line.length <= most) return line;
  const sentences = /^.*[.!?](?= )/s.exec(line.slice(0, most + 1))?.[0] ?? '';
  if (sentences.length > most / 3) return sentences;
  const cut = line.slice(0, most - 1).toWellFormed();
  return `${cut.slice(0, cut.includes(' ') ? cut.lastIndexOf(' ') : cut.length)}…`;
};

const harmless = (text: string): string =>
  printable(text.replace(/\p{Cc}+|\s+/gu, ' '))
    .replaceAll('*/', '*\\/')
    .replace(/(^|[^\w.])@/g, '$1\\@')
    .toWellFormed();

const wrapped = (words: readonly string[], columns: number): readonly string[] => {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};
