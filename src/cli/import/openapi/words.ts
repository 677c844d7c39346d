// Descriptions for agents: the document's own words without markup, cut to a budget of tokens at the end of a sentence.

import { textTokens } from '../../../catalog/search/token-count.ts';

/** Tokens of a description: of a tool, of an argument, and of a member further in. */
export const BUDGETS = Object.freeze({ tool: 110, argument: 40, member: 16 });

/** A sentence with such a word decides whether a call is right, so it is kept before others. */
const DECIDES =
  /\b(must|only|never|cannot|can't|not|required?|requires|deprecated|at most|at least|maximum|minimum|limit(ed)?|default|permanent(ly)?|irreversibl[ey]|delet|destroy|permission|scope|admin|instead)\b/i;

/** Characters by which a text could hide something from a person who reads it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const HIDING = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Longer texts are cut before they are looked at. */
const MOST_CHARACTERS = 20_000;

/** One line of plain words: no HTML, no images, links by their text. */
export const plainText = (text: string): string =>
  text
    .slice(0, MOST_CHARACTERS)
    .toWellFormed()
    .replaceAll(/<!--.{0,2000}?-->|<\/?[a-z][^<>]{0,500}>/gis, ' ')
    .replaceAll(/!\[[^[\]]{0,300}\]\([^()]{0,500}\)/g, ' ')
    .replaceAll(/\[([^[\]]{1,300})\]\([^()]{0,500}\)/g, '$1')
    .replaceAll(/```[a-z]*|[*_]{2,}|^#{1,6}\s+/gim, '')
    .replaceAll(/^\s*[-*+]\s+/gm, '')
    .replaceAll(HIDING, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const sentencesOf = (text: string): readonly string[] =>
  text.match(/[^.!?]+(?:[.!?]+(?=\s|$)|[.!?]+[^\s.!?]*|$)+\s*/g) ?? [];

const withEnd = (text: string): string => (/[.!?:;]$/.test(text) ? text : `${text}.`);

/** `texts` as one, without repetitions, within `budget` tokens. The first sentence always stays, cut if need be. */
export const description = (texts: readonly (string | undefined)[], budget: number): string => {
  const parts: string[] = [];
  for (const text of texts.map((one) => plainText(one ?? '')))
    if (text !== '' && !parts.some((other) => same(other, text))) parts.push(text);
  const whole = parts.map((text, index) => (index < parts.length - 1 ? withEnd(text) : text)).join(' ');
  if (textTokens(whole) <= budget) return whole;
  return shortened(sentencesOf(whole), budget);
};

const same = (one: string, other: string): boolean => {
  const [left, right] = [one, other].map((text) => text.toLowerCase().replaceAll(/\W+/g, ''));
  return left !== undefined && right !== undefined && left.startsWith(right);
};

/** Sentences in their order: the first, then those that decide, then others as far as the budget goes. */
const shortened = (sentences: readonly string[], budget: number): string => {
  const [first = ''] = sentences;
  let left = budget - textTokens(first);
  if (left < 0) return cutWords(first, budget);
  const kept = new Set([0]);
  const rest = sentences.map((text, index) => ({ text, index })).slice(1);
  for (const { text, index } of [...rest.filter(({ text }) => DECIDES.test(text)), ...rest]) {
    const cost = textTokens(text);
    if (kept.has(index) || cost > left) continue;
    kept.add(index);
    left -= cost;
  }
  return sentences
    .filter((_, index) => kept.has(index))
    .join('')
    .trim();
};

const cutWords = (text: string, budget: number): string => {
  const words = text.split(' ');
  // Most words are one token or two.
  let count = Math.min(words.length, budget);
  while (count > 1 && textTokens(words.slice(0, count).join(' ')) >= budget) count = Math.floor(count * 0.9);
  return `${words
    .slice(0, count)
    .join(' ')
    .slice(0, budget * 8)}…`;
};
