// A command that is named in a hint: complete, with the configuration and the folder that the command at hand was given.

/** What a later command has to be given too; as a person would write it. */
export interface HintFlags {
  readonly config?: string | undefined;
  readonly plugins?: string | undefined;
}

/** A word as a shell takes it. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** `toolcell approve weather --config ./c.json` */
export const commandHint = (words: readonly string[], { config, plugins }: HintFlags = {}): string =>
  [
    'toolcell',
    ...words,
    ...(config === undefined ? [] : ['--config', quoted(config)]),
    ...(plugins === undefined ? [] : ['--plugins', quoted(plugins)]),
  ].join(' ');
