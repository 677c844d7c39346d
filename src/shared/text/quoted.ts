// Quotes a caller's text in a reply: short, and in printable ASCII. Front process and command line.

import { escaped } from './printable.ts';

const SHOWN_CHARACTERS = 64;

/** At most 64 characters of the text, in quotes, with everything but printable ASCII escaped. */
export const quoted = (text: string): string => {
  const inQuotes = JSON.stringify(text.slice(0, SHOWN_CHARACTERS)).replace(/[^ -~]/g, escaped);
  return text.length > SHOWN_CHARACTERS ? `${inQuotes}…` : inQuotes;
};
