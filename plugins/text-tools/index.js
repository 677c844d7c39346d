// Tools for plain text. Runs inside the isolate as it stands: one file, no imports.
// A "character" is what a person sees as one: a grapheme cluster of Unicode, such as 👩‍👩‍👧 or 🇩🇪 or é.

const SUMMARY_CHARACTERS = 100;
/** UTF-16 units looked at to find 100 characters; only piles of combining marks need more. */
const SUMMARY_WINDOW = 8192;
const COUNT_UNITS = 200_000;
const NAME_UNITS = 10_000;

/** True for a text whose every UTF-16 unit is a character of its own: ASCII without CR, since CR LF is one character. */
const isPlain = (/** @type {string} */ text) => !/[\r\P{ASCII}]/u.test(text);

/**
 * The text itself, or its first 100 characters followed by `...`. Never cuts inside a character.
 *
 * @param {{ input: string }} args
 * @returns {string}
 */
export function summarizeText({ input }) {
  const text = textIn('input', input);
  // Each character has at least one unit.
  if (text.length <= SUMMARY_CHARACTERS) return text;
  if (isPlain(text.slice(0, SUMMARY_CHARACTERS + 1))) return `${text.slice(0, SUMMARY_CHARACTERS)}...`;
  const end = endOfSummary(text);
  return end < text.length ? `${text.slice(0, end)}...` : text;
}

/** Where the first 100 characters end. Segments a window only: over a huge text the segmenter could not be stopped. */
function endOfSummary(/** @type {string} */ text) {
  let window = text.slice(0, SUMMARY_WINDOW);
  // Half of a surrogate pair at the window's end would look like a character of its own.
  if (window.length < text.length) window = window.replace(/[\ud800-\udbff]$/, '');
  let characters = 0;
  let lastStart = 0;
  for (const { index } of segmenter('grapheme').segment(window)) {
    if (characters === SUMMARY_CHARACTERS) return index;
    characters += 1;
    lastStart = index;
  }
  if (window.length === text.length) return text.length;
  // Fewer than 100 characters fill the window: the last one may go on outside, so the cut is before it.
  return lastStart > 0 ? lastStart : window.length;
}

/**
 * How many characters, words, sentences and lines a text has.
 *
 * @param {{ input: string, locale?: string }} args
 */
export function countText({ input, locale = 'en' }) {
  const text = textIn('input', input, COUNT_UNITS);
  let words = 0;
  for (const { isWordLike } of segmenter('word', locale).segment(text)) if (isWordLike) words += 1;
  let sentences = 0;
  for (const { segment } of segmenter('sentence', locale).segment(text))
    if (/[\p{L}\p{N}]/u.test(segment)) sentences += 1;
  const lineBreaks = text.match(/\r\n|[\n\r]/g)?.length ?? 0;
  // A break at the very end ends a line; it does not begin another.
  const lines = text === '' ? 0 : lineBreaks + (/[\n\r]$/.test(text) ? 0 : 1);
  return { characters: countCharacters(text), codePoints: countCodePoints(text), words, sentences, lines };
}

function countCharacters(/** @type {string} */ text) {
  if (isPlain(text)) return text.length;
  let characters = 0;
  for (const _ of segmenter('grapheme').segment(text)) characters += 1;
  return characters;
}

function countCodePoints(/** @type {string} */ text) {
  let codePoints = 0;
  for (const _ of text) codePoints += 1;
  return codePoints;
}

/**
 * A text as one part of a URL: small letters and digits with a separator between words.
 *
 * @param {{ input: string, separator?: string, maxLength?: number }} args
 */
export function slugify({ input, separator = '-', maxLength = 80 }) {
  const text = textIn('input', input, NAME_UNITS);
  if (!['-', '_', '.'].includes(separator)) throw new Error('"separator" must be "-", "_" or ".".');
  if (!Number.isInteger(maxLength) || maxLength < 1)
    throw new Error('"maxLength" must be a whole number of at least 1.');
  const words = wordsOf(fold(text).toLowerCase().replace(/['’]/g, ''));
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word : slug + separator + word;
    if (countCodePoints(longer) > maxLength) break;
    slug = longer;
  }
  // A first word that alone is too long is cut; the others are left out whole.
  return slug === '' && words[0] !== undefined ? [...words[0]].slice(0, maxLength).join('') : slug;
}

/** Latin letters without their marks; other scripts keep theirs, since there they spell. */
function fold(/** @type {string} */ text) {
  const bare = text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFC');
  return bare.replace(/[ßẞæÆœŒøØłŁđĐðÐþÞı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

/** @type {Record<string, string>} */
const PLAIN_LETTERS = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L' },
  ...{ đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'TH', ı: 'i' },
};

/** @type {Record<string, (words: string[]) => string>} */
const CASES = {
  camel: (words) => words.map((word, at) => (at === 0 ? word.toLowerCase() : capital(word))).join(''),
  pascal: (words) => words.map(capital).join(''),
  snake: (words) => words.join('_').toLowerCase(),
  constant: (words) => words.join('_').toUpperCase(),
  kebab: (words) => words.join('-').toLowerCase(),
  title: (words) => words.map(capital).join(' '),
  sentence: (words) => words.map((word, at) => (at === 0 ? capital(word) : word.toLowerCase())).join(' '),
};

/**
 * A name written another way, such as `parseHtmlText` for `parse HTML text`.
 *
 * @param {{ input: string, to: string }} args
 */
export function changeCase({ input, to }) {
  const text = textIn('input', input, NAME_UNITS);
  const write = Object.hasOwn(CASES, to) ? CASES[to] : undefined;
  if (write === undefined) throw new Error(`"to" must be one of ${Object.keys(CASES).join(', ')}.`);
  return write(wordsOf(text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')));
}

/** Runs of letters, marks and digits. */
const wordsOf = (/** @type {string} */ text) => text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];

function capital(/** @type {string} */ word) {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
  return first.toUpperCase() + word.slice(first.length).toLowerCase();
}

/** Made when first needed: a segmenter costs more than most calls. */
function segmenter(/** @type {'grapheme' | 'word' | 'sentence'} */ granularity, locale = 'en') {
  try {
    return new Intl.Segmenter(locale, { granularity });
  } catch {
    throw new Error(`"locale" must be a language tag such as "en" or "ja".`);
  }
}

/** @returns {string} */
function textIn(/** @type {string} */ name, /** @type {unknown} */ value, maxUnits = Number.POSITIVE_INFINITY) {
  if (typeof value !== 'string') throw new Error(`"${name}" must be a string.`);
  if (value.length <= maxUnits) return value;
  throw new Error(`"${name}" has ${value.length} UTF-16 units; at most ${maxUnits} are taken. Send it in parts.`);
}
