// Shortens what somebody wrote, for use inside a message. Any process.

import { escaped } from './printable.ts';

const MOST_CHARACTERS = 60;

/** `text` on one line of at most 60 characters, with control characters escaped. */
export function excerpt(text: string): string {
  const oneLine = text
    .slice(0, MOST_CHARACTERS * 4)
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, escaped);
  const characters = [...oneLine];
  return characters.length <= MOST_CHARACTERS && text.length <= MOST_CHARACTERS * 4
    ? oneLine
    : `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`;
}
