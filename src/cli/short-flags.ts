// Flags of one letter. A letter means the same flag in every command that has it, so they are listed here and not at the commands.

/** Letter → flag. `-p` is the port, as in other servers; the plugins folder is `-d`, a directory. */
export const SHORT_FLAGS: Readonly<Record<string, string>> = Object.freeze({
  c: 'config',
  d: 'plugins',
  h: 'help',
  j: 'json',
  k: 'key',
  o: 'out',
  p: 'port',
  t: 'template',
  u: 'url',
  y: 'yes',
});

const LETTERS = new Map(Object.entries(SHORT_FLAGS).map(([letter, flag]) => [flag, letter]));

/** The letter of a flag, if it has one. */
export const letterOf = (flag: string): string | undefined => LETTERS.get(flag);

/** `-o` → `out`, `--out` → `out`; undefined for a word that is no flag by itself. */
export const flagNamed = (word: string): string | undefined => {
  if (word.startsWith('--')) return word.slice(2);
  const letter = /^-([a-z])$/.exec(word)?.[1];
  return letter !== undefined && Object.hasOwn(SHORT_FLAGS, letter) ? SHORT_FLAGS[letter] : undefined;
};
