// Writes commands for hints, with the same configuration and plugins folder as the command that prints the hint.

/** Flags that the next command needs too, with their values as the user gave them. */
export interface HintFlags {
  readonly config?: string | undefined;
  readonly plugins?: string | undefined;
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** A command line, such as `toolcell approve weather --config ./c.json`. */
export const commandHint = (words: readonly string[], { config, plugins }: HintFlags = {}): string =>
  [
    'toolcell',
    ...words,
    ...(config === undefined ? [] : ['--config', quoted(config)]),
    ...(plugins === undefined ? [] : ['--plugins', quoted(plugins)]),
  ].join(' ');
