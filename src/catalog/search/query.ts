// Reads a query: the concepts that it asks for, each with its synonyms. Front process; pure.

import vocabulary from './vocabulary.json' with { type: 'json' };
import { termOf, type Word, wordsOf } from './words.ts';

const DIGITS = /^\p{N}+$/u;

/** UTF-16 units of a query that are read. */
export const MOST_QUERY_UNITS = 1_000;
/** Concepts of a query that are looked for. */
const MOST_CONCEPTS = 64;

/** How much a synonym counts, compared with the word itself. */
const SYNONYM_WEIGHT = 0.7;
/** How much two words count that stand for one, such as "to do" for `todo`. */
const PAIR_WEIGHT = 0.8;
/** How much a word counts that is common in any request, such as "new": it tells little of the tool. */
const COMMON_WEIGHT = 0.6;
/** Letters that two words have at least if they are tried as one. */
const LEAST_PAIR_UNITS = 4;

/** A term that stands for a concept. */
export interface ConceptTerm {
  readonly term: string;
  /** The word as it was asked, or as the list of synonyms has it. */
  readonly text: string;
  readonly weight: number;
}

/** What one word of a query asks for. */
export interface Concept {
  readonly asked: string;
  /** The word itself first. */
  readonly terms: readonly ConceptTerm[];
  /** True if no tool has to have it: two words that were only tried as one. */
  readonly isOptional: boolean;
}

const wordSet = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

/** Words of a request that say nothing about a tool. */
const STOP_WORDS = wordSet(vocabulary.stopWords);

/** Names of days and months, and words of any request: they are what a call is about rather than what the tool does. */
const COMMON_WORDS = wordSet(vocabulary.commonWords);

/** What stands in a request for a kind of value, and the words that stand for the kind. */
const VALUES: readonly (readonly [RegExp, string])[] = [
  [/\bhttps?:\/\/\S+/gi, ' url '],
  [/[^\s@]{1,64}@[^\s@]{1,255}/g, ' email '],
];

const wordsIn = (side: string): readonly Word[] =>
  side
    .trim()
    .split(/\s+/)
    .map((text) => ({ term: termOf(text), text }));

/**
 * Term → words that stand for it in requests and in descriptions of tools. Words of a group without `>` stand for one another. With `>`, the words
 * before it, which agents say, also ask for the words after it, which tools have. Two words that belong together are written as one: `signup`.
 */
const readGroups = (): ReadonlyMap<string, readonly Word[]> => {
  const found = new Map<string, Map<string, Word>>();
  for (const group of vocabulary.synonyms) {
    const [asked = '', had = asked] = group.split('>');
    for (const { term } of wordsIn(asked)) {
      const synonyms = found.get(term) ?? new Map<string, Word>();
      for (const synonym of wordsIn(had)) if (synonym.term !== term) synonyms.set(synonym.term, synonym);
      found.set(term, synonyms);
    }
  }
  return new Map([...found].map(([term, synonyms]) => [term, [...synonyms.values()]]));
};

const SYNONYMS = readGroups();

/** The concepts of a query, each once. Words that say nothing, such as "the", ask for none. */
export const conceptsOf = (query: string): readonly Concept[] => {
  const words = wordsOf(plainQuery(query)).filter(({ text }) => !DIGITS.test(text));
  const concepts = new Map<string, Concept>();
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    const pair = next && pairOf(word, next);
    if (pair && !concepts.has(pair.term)) concepts.set(pair.term, conceptOf(pair, PAIR_WEIGHT, true));
    if (!STOP_WORDS.has(word.text) && concepts.get(word.term)?.isOptional !== false)
      concepts.set(word.term, conceptOf(word, COMMON_WORDS.has(word.text) ? COMMON_WEIGHT : 1, false));
  }
  return [...concepts.values()].slice(0, MOST_CONCEPTS);
};

/** Addresses are values of a call: only their kind is looked for. */
const plainQuery = (query: string): string =>
  VALUES.reduce((text, [value, kind]) => text.replace(value, kind), query.slice(0, MOST_QUERY_UNITS));

const pairOf = (one: Word, next: Word): Word | undefined => {
  const text = `${one.text}${next.text}`;
  return text.length < LEAST_PAIR_UNITS ? undefined : { text, term: termOf(text) };
};

const conceptOf = ({ text, term }: Word, weight: number, isOptional: boolean): Concept => ({
  asked: text,
  terms: [
    { term, text, weight },
    ...(SYNONYMS.get(term) ?? []).map((synonym) => ({ ...synonym, weight: weight * SYNONYM_WEIGHT })),
  ],
  isOptional,
});
