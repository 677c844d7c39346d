// Changes the configuration file for a command: shows the difference, asks, and writes the whole file or nothing.

import { readFileSync } from 'node:fs';
import { diff } from 'node:util';
import { shown } from '../../catalog/model/refusal.ts';
import { editText, type TextChange } from '../../settings/file/edit-text.ts';
import { NotReplaced, replaceFile } from '../../settings/file/replace-file.ts';
import { settingChanges } from '../../settings/live/setting-changes.ts';
import { type Loaded, loadConfig } from '../../settings/load/load.ts';
import { confirm } from '../common/ask.ts';
import { type CommandContext, CommandFailed, EXIT, type FlagUsage, type Style } from '../common/command.ts';
import { openAudit } from './audited.ts';
import type { ServedFolder } from './plugins-folder.ts';

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
  const load = (path: string): Loaded => loadConfig({ cwd, args: ['--config', path], env, opensPort: false });
  const loadedBefore = load(file);
  const record = loadedBefore.ok ? await openAudit(loadedBefore.config) : undefined;
  const check = (path: string): readonly string[] => {
    const loaded = load(path);
    return loaded.ok ? [] : loaded.problems;
  };
  try {
    await replaceFile(file, { before, after, check });
  } catch (error) {
    if (error instanceof NotReplaced) throw new CommandFailed(EXIT.fault, ...error.message.split('\n'));
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new CommandFailed(EXIT.host, `${file} cannot be written (${code}).`);
  }
  const loadedAfter = load(file);
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

/** A line of a difference: `-` removed, `+` added, ` ` in both texts, `…` for lines that are left out. */
interface DiffLine {
  readonly mark: '-' | '+' | ' ' | '…';
  readonly text: string;
}

const CONTEXT_LINES = 2;
/** Most pairs of lines that are compared: enough for 1,000 changed lines, in 0.2 s. Larger differences show all lines as replaced. */
const MOST_PAIRS = 1_000_000;

/** The lines that differ between `before` and `after`, with two lines of context. */
export const diffLines = (before: string, after: string): readonly DiffLine[] => {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < fresh.length - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  const same = (lines: readonly string[]): readonly DiffLine[] => lines.map((text) => ({ mark: ' ', text }));
  const middle = changed(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail));
  return shortened([...same(old.slice(0, head)), ...middle, ...same(old.slice(old.length - tail))]);
};

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));

const MARKS = { '-1': '+', '0': ' ', '1': '-' } as const;

const changed = (old: readonly string[], fresh: readonly string[]): readonly DiffLine[] => {
  const pairs = old.length * fresh.length;
  // Node's `diff` throws for two empty lists.
  if (pairs > 0 && pairs <= MOST_PAIRS)
    return diff(old, fresh).map(([operation, text]) => ({ mark: MARKS[operation], text }));
  return [
    ...old.map((text): DiffLine => ({ mark: '-', text })),
    ...fresh.map((text): DiffLine => ({ mark: '+', text })),
  ];
};

const shortened = (lines: readonly DiffLine[]): readonly DiffLine[] => {
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1).some(({ mark }) => mark !== ' ');
  return lines.flatMap((line, at): readonly DiffLine[] => {
    if (isNear(at)) return [line];
    return at > 0 && isNear(at - 1) ? [{ mark: '…', text: '' }] : [];
  });
};
