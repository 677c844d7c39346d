// Finds the values of secrets in what comes back, in every way of writing that a server may have put them, and puts their
// placeholder there instead. Broker thread.

/** A secret's name, and its value: visible ASCII, at least six characters. */
export type Named = readonly [name: string, value: string];

/** Text in, text out; the very same text where nothing was found. Texts are Latin-1: each character is a byte. */
export type Scrub = (text: string) => string;

/** Patterns are made once for a value. Forgotten all at once when there are so many, as callers come and go with theirs. */
const MAX_PATTERNS = 500;
const patterns = new Map<string, RegExp>();

/** What puts the placeholder of each secret where its value stands; undefined where there are no secrets. */
export const scrubber = (secrets: readonly Named[]): Scrub | undefined => {
  if (secrets.length === 0) return undefined;
  // The longest first: a shorter value may be part of a longer one.
  const longestFirst = [...secrets].sort(([, one], [, other]) => other.length - one.length);
  return (text) => {
    let clean = text;
    for (const [name, value] of longestFirst) {
      clean = clean.replace(patternOf(value), `{{secret.${name}}}`);
    }
    return clean;
  };
};

/** The same for bytes. */
export const scrubBytes = (bytes: Buffer, scrub: Scrub): Buffer => {
  const text = bytes.toString('latin1');
  const clean = scrub(text);
  return clean === text ? bytes : Buffer.from(clean, 'latin1');
};

const patternOf = (value: string): RegExp => {
  let pattern = patterns.get(value);
  if (!pattern) {
    if (patterns.size >= MAX_PATTERNS) patterns.clear();
    pattern = new RegExp([escapedForms(value), ...base64Forms(value)].join('|'), 'g');
    patterns.set(value, pattern);
  }
  return pattern;
};

const hex = (code: number): string =>
  [...code.toString(16).padStart(2, '0')]
    .map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit))
    .join('');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** One character as it is, or as URLs, JSON, JavaScript or HTML escape it. */
const formsOf = (character: string): string => {
  const code = character.charCodeAt(0);
  const own = RegExp.escape(character);
  const forms = [
    own,
    `%(?:25)?${hex(code)}`,
    `\\\\u00${hex(code)}`,
    `\\\\x${hex(code)}`,
    `&#(?:0{0,5}${code}|[xX]0{0,5}${hex(code)});`,
  ];
  if (/[^A-Za-z0-9]/.test(character)) forms.push(`\\\\${own}`);
  const entity = ENTITIES[character];
  if (entity !== undefined) forms.push(`&${entity};`);
  if (character === ' ') forms.push('\\+');
  return `(?:${forms.join('|')})`;
};

/** Any mixture of escaped and plain characters. */
const escapedForms = (value: string): string => [...value].map(formsOf).join('');

const IN_BASE64 = '[A-Za-z0-9+/_-]';

/** base64 and base64url, for a value that begins at each of the three places within a group. */
const base64Forms = (value: string): readonly string[] =>
  [0, 1, 2].map((before) => {
    const bits = 8 * (before + value.length);
    const all = Buffer.from('\0'.repeat(before) + value, 'latin1').toString('base64');
    // Only what the value alone decides; a character at either end is shared with what stands beside it.
    const sure = all.slice(Math.ceil((8 * before) / 6), Math.floor(bits / 6));
    const body = [...sure].map((character) => (/[+/]/.test(character) ? base64Sign(character) : character)).join('');
    return `${before > 0 ? IN_BASE64 : ''}${body}${bits % 6 > 0 ? IN_BASE64 : ''}`;
  });

const base64Sign = (sign: string): string => `(?:${formsOf(sign)}|${sign === '+' ? '-' : '_'})`;
