// Finds placeholders of secrets that a plugin, or a library that it uses, has written in base64. Control thread.

const START = '{{secret.';

/** {@link START} in base64 and base64url, which write it alike, for each place within a group of three bytes that it can begin at. */
const ENCODED_STARTS: readonly string[] = [0, 1, 2].map((offset) => {
  const encoded = Buffer.from('\0'.repeat(offset) + START, 'latin1').toString('base64');
  // Only what the start alone decides.
  return encoded.slice(Math.ceil((8 * offset) / 6), Math.floor((8 * (offset + START.length)) / 6));
});

/** True if `text` has a base64 text with the start of a placeholder. */
export const hasEncodedPlaceholder = (text: string): boolean => ENCODED_STARTS.some((start) => text.includes(start));
