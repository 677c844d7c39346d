// Changes the configuration file for a command: shows the difference, asks, and writes the whole file or nothing.

import { readFileSync } from 'node:fs';
import { shown } from '../../catalog/model/refusal.ts';
import { editText, type TextChange } from '../../settings/file/edit-text.ts';
import { NotReplaced, replaceFile } from '../../settings/file/replace-file.ts';
import { settingChanges } from '../../settings/live/setting-changes.ts';
import { loadConfig } from '../../settings/load/load.ts';
import { confirm } from '../common/ask.ts';
import { type CommandContext, CommandFailed, EXIT, type FlagUsage, type Style } from '../common/command.ts';
import { openAudit } from './audited.ts';
import type { ServedFolder } from './plugins-folder.ts';
import { diffLines } from './text-diff.ts';

export const CHANGE_FLAGS: Readonly<Record<'yes' | 'dry-run', FlagUsage>> = Object.freeze({
  yes: { meaning: 'do not ask' },
  'dry-run': { meaning: 'show what would change, and change nothing' },
});

export interface ConfigChange {
  readonly file: string;
  readonly isWritten: boolean;
}

/**
 * Shows `summary` and the difference on standard error, asks on a terminal, and makes the changes. `again` is the command that makes them without asking.
 * Throws `CommandFailed`: 2 if the command cannot ask and there is no `--yes`, or if the answer is no; 1 if the file was changed meanwhile or would be
 * invalid; 3 if it cannot be written.
 */
export const changeConfig = async (
  context: CommandContext,
  served: Pick<ServedFolder, 'configFile' | 'isConfigured'>,
  { summary, changes, again }: { summary: readonly string[]; changes: readonly TextChange[]; again: string },
): Promise<ConfigChange> => {
  const { args, cwd, env, style } = context;
  const { configFile: file } = served;
  const before = served.isConfigured ? readFileSync(file, 'utf8') : undefined;
  const after = editText(before ?? '', changes);
  const colours = { '+': style.stderr.good, '-': style.stderr.bad, ' ': style.stderr.faint, '…': style.stderr.faint };
  context.printError(
    ...summary.map((line) => shown(line, 2_000)),
    file,
    ...diffLines(before ?? '', after).map(({ mark, text }) => colours[mark](`  ${mark} ${shown(text, 500)}`)),
  );
  if (args.has('dry-run')) return { file, isWritten: false };
  const unasked = `Nothing was changed. To make this change: ${again}`;
  await confirm(context, 'Write this?', { refused: 'Nothing was changed.', unasked });
  const loadedBefore = loadConfig({ cwd, args: ['--config', file], env });
  const record = loadedBefore.ok ? await openAudit(context, loadedBefore.config) : undefined;
  const check = (path: string): readonly string[] => {
    const loaded = loadConfig({ cwd, args: ['--config', path], env });
    return loaded.ok ? [] : loaded.problems;
  };
  try {
    await replaceFile(file, { before, after, check });
  } catch (error) {
    if (error instanceof NotReplaced) throw new CommandFailed(EXIT.fault, ...error.message.split('\n'));
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new CommandFailed(EXIT.host, `${file} cannot be written (${code}).`);
  }
  const loadedAfter = loadConfig({ cwd, args: ['--config', file], env });
  if (loadedBefore.ok && loadedAfter.ok) {
    const differences = settingChanges(loadedBefore.config, loadedAfter.config);
    await record?.({ action: 'config.write', subject: file, ...differences });
  }
  return { file, isWritten: true };
};

/** The last line of a command that changes the configuration; `done` says what it has changed. */
export const outcomeLine = ({ isWritten }: ConfigChange, done: string, style: Style): string =>
  isWritten
    ? `${style.good('✓')} ${done} A running server that watches the file takes it up for new calls.`
    : 'Nothing was changed (--dry-run).';
