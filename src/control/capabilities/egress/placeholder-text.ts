// Finds placeholders of secrets in texts, plain and in base64, and puts values in their place. Control thread.

/** The braces may be percent-encoded, because `URLSearchParams` encodes them. */
const PLACEHOLDER = /(?:\{|%7b){2}secret\.([A-Za-z0-9_.-]{1,100})(?:\}|%7d){2}/gi;

export const hasPlaceholder = (text: string): boolean => /secret\./i.test(text) && text.search(PLACEHOLDER) !== -1;

/** `put` gives the text for the secret of that name. */
export const filled = (text: string, put: (name: string) => string): string =>
  text.replaceAll(PLACEHOLDER, (_all, name: string) => put(name));

const ALONE = new RegExp(`^${PLACEHOLDER.source}$`, 'i');

/** The name of the secret if `text` is its placeholder and nothing else. */
export const secretNameIn = (text: string): string | undefined => ALONE.exec(text)?.[1];

/** Plain, and as libraries percent-encode it; some encode the dot, too. */
const STARTS = ['{{secret.', '%7B%7Bsecret'];

/** The starts in base64 and base64url, which write them alike, for each place within a group of three bytes that they can begin at. */
const ENCODED_STARTS: readonly string[] = STARTS.flatMap((start) =>
  [0, 1, 2].map((offset) => {
    const encoded = Buffer.from('\0'.repeat(offset) + start, 'latin1').toString('base64');
    // Only what the start alone decides.
    return encoded.slice(Math.ceil((8 * offset) / 6), Math.floor((8 * (offset + start.length)) / 6));
  }),
);

/** True if `text` has a base64 text with the start of a placeholder. */
export const hasEncodedPlaceholder = (text: string): boolean => ENCODED_STARTS.some((start) => text.includes(start));

/** The text without the placeholders in it. */
export const withoutPlaceholders = (text: string): string => text.replaceAll(PLACEHOLDER, '');
