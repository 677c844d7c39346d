// The texts of docs/deploying.md that tests run, and how they are given the addresses, ports and paths of a test.

import { page } from './pages.ts';

const { blocks } = page('docs/deploying.md');
/** The block with this word. */
export const blockWith = (word: string): string => {
  const found = blocks.filter((block) => block.text.includes(word));
  if (found.length !== 1) throw new Error(`${found.length} blocks have ${word}`);
  return found[0]?.text ?? '';
};

/** What each text is given in place of the page's: addresses, ports and paths. Each must be in it, once. */
export const substituted = (from: string, words: Readonly<Record<string, string>>): string => {
  let result = from;
  for (const [word, other] of Object.entries(words)) {
    if (result.split(word).length !== 2) throw new Error(`the text has not one ${word}`);
    result = result.replace(word, () => other);
  }
  return result;
};
