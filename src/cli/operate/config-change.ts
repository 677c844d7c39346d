// A change of the configuration file that a command makes: shown as a difference, asked about, and written whole or not at all.

import { readFileSync } from 'node:fs';
import { shown } from '../../catalog/model/refusal.ts';
import { editText, type TextChange } from '../../config/edit-text.ts';
import { loadConfig } from '../../config/load.ts';
import { NotReplaced, replaceFile } from '../../config/replace-file.ts';
import { ask } from '../ask.ts';
import { type CommandContext, CommandFailed, EXIT, type FlagUsage, misused } from '../command.ts';
import type { ServedFolder } from './plugins-folder.ts';
import { diffLines } from './text-diff.ts';

/** Flags of commands that change the configuration. */
export const CHANGE_FLAGS: Readonly<Record<'yes' | 'dry-run', FlagUsage>> = Object.freeze({
  yes: { meaning: 'without a question' },
  'dry-run': { meaning: 'show what would change, and change nothing' },
});

/** What became of a change. */
export interface ConfigChange {
  readonly file: string;
  readonly isWritten: boolean;
}

/**
 * Makes the changes: shows `words` and the difference on standard error, and asks on a terminal. Throws `CommandFailed`: 2 if nobody can be asked and
 * there is no `--yes`, or if the changed file would not be one; 1 if it was changed meanwhile; 3 if it cannot be written.
 */
export const changeConfig = async (
  context: CommandContext,
  at: ServedFolder,
  { words, changes, again }: { words: readonly string[]; changes: readonly TextChange[]; again: string },
): Promise<ConfigChange> => {
  const { given, cwd, env, isInteractive, paint } = context;
  const { configFile: file } = at;
  const before = at.isConfigured ? readFileSync(file, 'utf8') : undefined;
  const after = editText(before ?? '', changes);
  const colours = { '+': paint.stderr.good, '-': paint.stderr.bad, ' ': paint.stderr.faint, '…': paint.stderr.faint };
  context.complain(
    ...words.map((word) => shown(word, 2_000)),
    file,
    ...diffLines(before ?? '', after).map(({ mark, text }) => colours[mark](`  ${mark} ${shown(text, 500)}`)),
  );
  if (given.has('dry-run')) return { file, isWritten: false };
  if (!given.has('yes')) {
    if (!isInteractive) throw misused(`Nothing was changed. To make this change: ${again}`);
    if (!/^y(es)?$/i.test(await ask(context, 'Write this? [y/N] '))) throw misused('Nothing was changed.');
  }
  const check = (path: string): readonly string[] => {
    const loaded = loadConfig({ cwd, args: ['--config', path], env });
    return loaded.ok ? [] : loaded.problems;
  };
  try {
    replaceFile(file, { before, after, check });
  } catch (error) {
    if (error instanceof NotReplaced) throw new CommandFailed(EXIT.fault, ...error.message.split('\n'));
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new CommandFailed(EXIT.host, `${file} cannot be written (${code}).`);
  }
  return { file, isWritten: true };
};

/** The last line of such a command. */
export const changeTold = ({ isWritten }: ConfigChange): string =>
  isWritten ? 'A running server that watches the file takes it up for new calls.' : 'Nothing was changed (--dry-run).';
