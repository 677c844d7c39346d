// Splits names, descriptions and queries into the terms that are compared. Front process; pure.

/** Units of one word; longer ones are cut, so that a wall of letters is one term. */
const MOST_WORD_UNITS = 40;

/** Runs of letters or digits: `v2Users` is `v`, `2`, `Users`. Scripts without spaces between words follow as whole runs. */
const RUNS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}|\p{N}+|[\p{Lo}\p{Lm}\p{M}]+/gu;
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const MARKS = /\p{M}/gu;
const PLAIN = /^[a-z]+$/;

/** A word as it was written, in small letters, and the term that it is compared by. */
export interface Word {
  readonly text: string;
  readonly term: string;
}

/** Letters and digits without anything between them. */
const CHUNKS = /[\p{L}\p{M}\p{N}]+/gu;
/** Such as `s3`, `k8s` and `mp3`: short, and a word of its own beside its parts. */
const MIXED = /^(?=.{2,8}$)(?=.*\p{L})(?=.*\p{N})/u;

/**
 * The words of a text in their order. `createPullRequests` and `create_pull_requests` both have three, and `s3` is `s`, `3` and `s3`. Accents are
 * dropped; runs of scripts without spaces are cut into pairs of characters. Takes time in proportion to the text, which the caller bounds.
 */
export const wordsOf = (text: string): readonly Word[] =>
  [...text.normalize('NFKD').replace(MARKS, '').matchAll(CHUNKS)].flatMap(([chunk]) => [
    ...[...chunk.matchAll(RUNS)].flatMap(([run]) => (UNSPACED.test(run) ? pairsOf(run) : [wordOf(run)])),
    ...(MIXED.test(chunk) ? [wordOf(chunk)] : []),
  ]);

const wordOf = (run: string): Word => {
  const text = run.slice(0, MOST_WORD_UNITS).toLowerCase();
  return { text, term: termOf(text) };
};

const pairsOf = (run: string): Word[] => {
  const characters = [...run];
  if (characters.length === 1) return [{ text: run, term: run }];
  return characters.slice(1).map((character, at) => {
    const pair = `${characters[at]}${character}`;
    return { text: pair, term: pair };
  });
};

/** Ending → what takes its place. The first that fits is taken once, and leaves at least three letters. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<=.{2})ies$/, 'y'],
  [/(?<=.{2})sses$/, 'ss'],
  [/(?<=.{2}(?:x|ch|sh|z))es$/, ''],
  [/(?<=.{2}[^su])s$/, ''],
];
const SUFFIXES: readonly (readonly [RegExp, string])[] = [
  [/(?<=.{3})ations?$/, 'at'],
  [/(?<=.{3}[st])ions?$/, ''],
  [/(?<=.{3})ied$/, 'y'],
  [/(?<=[aeiouy].*)ing$/, ''],
  [/(?<=[aeiouy].*)ed$/, ''],
  [/(?<=.{3}[^p])ly$/, ''],
];
/** What stays of `stopping` is `stopp`. */
const DOUBLED = /(?<=.{2})([bdgmnprt])\1$/;

/** A light stem: plurals, and the forms of a verb, have the same. */
export const termOf = (word: string): string => {
  if (word.length < 4 || !PLAIN.test(word)) return word;
  const single = replaced(word, ENDINGS);
  if (single.length < 4) return single;
  const stem = replaced(single, SUFFIXES);
  const bare = stem.length >= 3 ? stem : single;
  const undoubled = bare === single ? bare : bare.replace(DOUBLED, '$1');
  return undoubled.length > 3 ? undoubled.replace(/e$/, '').replace(/y$/, 'i') : undoubled;
};

const replaced = (word: string, rules: readonly (readonly [RegExp, string])[]): string => {
  for (const [ending, by] of rules) if (ending.test(word)) return word.replace(ending, by);
  return word;
};
