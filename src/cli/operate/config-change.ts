// Changes the configuration file for a command: shows the difference, asks, writes the whole file or nothing, and finds out whether the running servers
// have taken it up. A change that a server refuses, and that was the reason, is undone: else the file would keep every later change out, too.

import { readFileSync, rmSync } from 'node:fs';
import { shown } from '../../catalog/model/refusal.ts';
import type { ServerAnswer } from '../../server/ask-servers.ts';
import { editText, type TextChange } from '../../settings/file/edit-text.ts';
import { NotReplaced, replaceFile } from '../../settings/file/replace-file.ts';
import { settingChanges } from '../../settings/live/setting-changes.ts';
import { type Loaded, loadConfig } from '../../settings/load/load.ts';
import { confirm } from '../common/ask.ts';
import { type CommandContext, CommandFailed, EXIT, type ExitCode, type FlagUsage } from '../common/command.ts';
import { openAudit } from './audited.ts';
import type { ServedFolder } from './plugins-folder.ts';
import { hasNotTakenUp, isSilent, refuses, serversOf, standingLines } from './running-servers.ts';
import { diffLines } from './text-diff.ts';

export const CHANGE_FLAGS: Readonly<Record<'yes' | 'dry-run', FlagUsage>> = Object.freeze({
  yes: { meaning: 'do not ask' },
  'dry-run': { meaning: 'show what would change, and change nothing' },
});

export interface ConfigChange {
  readonly file: string;
  readonly isWritten: boolean;
  /** What the running servers that follow the file have made of it. */
  readonly servers: readonly ServerAnswer[];
}

/**
 * Shows `summary` and the difference on standard error, asks on a terminal, and makes the changes. `again` is the command that makes them without asking.
 * Throws `CommandFailed`: 2 if the command cannot ask and there is no `--yes`, or if the answer is no; 1 if the file was changed meanwhile, would be
 * invalid, or is refused by a running server that has accepted the one before; 3 if it cannot be written.
 */
export const changeConfig = async (
  context: CommandContext,
  served: Pick<ServedFolder, 'folder' | 'configFile' | 'isConfigured'>,
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
  if (args.has('dry-run')) return { file, isWritten: false, servers: [] };
  const unasked = `Nothing was changed. To make this change: ${again}`;
  await confirm(context, 'Write this?', { refused: 'Nothing was changed.', unasked });
  const load = (path: string): Loaded => loadConfig({ cwd, args: ['--config', path], env, opensPort: false });
  const loadedBefore = load(file);
  const record = loadedBefore.ok ? await openAudit(loadedBefore.config) : undefined;
  const check = (path: string): readonly string[] => {
    const loaded = load(path);
    return loaded.ok ? [] : loaded.problems;
  };
  const refusedBefore = new Set((await serversOf(served)).filter(refuses).map(({ processId }) => processId));
  await written(file, () => replaceFile(file, { before, after, check }));
  const loadedAfter = load(file);
  const noteChange = async (from: Loaded, to: Loaded): Promise<void> => {
    if (from.ok && to.ok)
      await record?.({ action: 'config.write', subject: file, ...settingChanges(from.config, to.config) });
  };
  await noteChange(loadedBefore, loadedAfter);
  const servers = await serversOf(served);
  const refusing = servers.filter((server) => refuses(server) && !refusedBefore.has(server.processId));
  if (refusing.length === 0) return { file, isWritten: true, servers };
  await written(file, async () => {
    if (before === undefined) rmSync(file);
    else await replaceFile(file, { before: after, after: before, check: () => [] });
  });
  await noteChange(loadedAfter, loadedBefore);
  await serversOf(served);
  throw new CommandFailed(EXIT.fault, ...standingLines(refusing, style.stderr), 'So the change was undone.');
};

const written = async (file: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof NotReplaced) throw new CommandFailed(EXIT.fault, ...error.message.split('\n'));
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new CommandFailed(EXIT.host, `${file} cannot be written (${code}).`);
  }
};

/** For a command that finds nothing to change: the file may say so already, and a server that has refused it may not. */
export const unchanged = async (served: Pick<ServedFolder, 'folder' | 'configFile'>): Promise<ConfigChange> => ({
  ...{ file: served.configFile, isWritten: false },
  servers: await serversOf(served),
});

/** Exit code of a command that changes the configuration: 3 if a running server refuses the file as it refused the one before, so that it goes on with an older one, or does not answer. */
export const exitCodeOf = ({ servers }: ConfigChange): ExitCode =>
  servers.some(hasNotTakenUp) ? EXIT.host : EXIT.done;

/** Ends such a command; `done` says what it has changed or found. */
export const answerChange = (
  { args, answer, style: { stdout: style } }: CommandContext,
  change: ConfigChange,
  { report, done }: { readonly report: object; readonly done: string },
): ExitCode => {
  const { file, isWritten, servers } = change;
  const exitCode = exitCodeOf(change);
  const mark = exitCode === EXIT.done ? style.good('✓') : style.bad('✗');
  const lines = args.has('dry-run')
    ? ['Nothing was changed (--dry-run).']
    : [`${mark} ${done} ${isWritten || exitCode !== EXIT.done ? takenUpWords(servers) : ''}`.trimEnd()];
  answer(
    { ok: exitCode === EXIT.done, ...report, file, isWritten, servers },
    ...lines,
    ...standingLines(servers, style),
  );
  return exitCode;
};

/** Whether running servers use a file that was written. */
const takenUpWords = (servers: readonly ServerAnswer[]): string => {
  if (servers.some(refuses)) return 'But this is not in force, because the file was refused before, too.';
  if (servers.some(isSilent)) return 'But whether this is in force is not known.';
  const waiting = servers.filter(({ isFollowing }) => !isFollowing).map(({ processId }) => processId);
  if (waiting.length > 0) return `The running server takes it up after a signal: kill -HUP ${waiting.join(' ')}`;
  if (servers.some(({ state }) => state === 'starting')) return 'The server that starts takes it up before it serves.';
  if (servers.length > 0) return 'The running server has taken it up for new calls.';
  return 'No running server answered: one that watches the file takes it up for new calls, another at its start.';
};
