// Writes commands for hints, with the same configuration and plugins folder as the command that prints the hint.

/** Flags that the next command needs too, with their values as the user gave them. */
export interface HintFlags {
  readonly config?: string | undefined;
  readonly plugins?: string | undefined;
}

/** The word as a shell takes it for one: it may be text of a caller, which somebody will paste. */
export const quotedWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** A command line, such as `toolcell approve weather --config ./c.json`. */
export const commandHint = (words: readonly string[], { config, plugins }: HintFlags = {}): string =>
  [
    'toolcell',
    ...words,
    ...(config === undefined ? [] : ['--config', quotedWord(config)]),
    ...(plugins === undefined ? [] : ['--plugins', quotedWord(plugins)]),
  ].join(' ');
