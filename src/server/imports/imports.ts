// Imports for the admin API: `toolcell import` and `toolcell pack` as processes of the server, one import at a time; the archive goes the way of an upload.
// Decision 0072. Front process, main thread.

import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pluginRefused } from '../../catalog/operate/admin-failures.ts';
import type { Config } from '../../settings/config.ts';
import { ownFolder } from '../../shared/lifetime/belongings.ts';
import { npmVariables } from '../../shared/machine/npm-variables.ts';
import type { AdminActions, ImportOrder, ImportResult } from '../../shared/protocol/admin.ts';
import { CallError, RETRY_AFTER_MS } from '../../shared/protocol/errors.ts';
import { printable } from '../../shared/text/printable.ts';
import { type CommandEnd, runCommand } from './command-process.ts';
import { refuseSource } from './sources.ts';

export interface ImportParts {
  readonly put: AdminActions['put'];
  readonly configNow: () => Config;
  /** Bytes of the archive of a bundle. */
  readonly archiveBytes: number;
  /** The server's environment, of which the command gets the path and what leads npm to its registry. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A server of npm with a hundred tools takes two minutes on a slow machine. */
const IMPORT_MS = 900_000;
const PACK_MS = 300_000;
const ARCHIVE = 'packed.tgz';
const MOST_NOTES = 100;
const SHOWN_CHARACTERS = 1_000;
const PROGRESS_CHARACTERS = 200;
/** Exit codes of the command line; see docs/cli.md. */
const EXIT = { fault: 1, usage: 2 };

const LIMITS: Readonly<Record<Extract<CommandEnd, { state: 'stopped' }>['why'], string>> = {
  time: `it took longer than ${IMPORT_MS / 60_000} minutes`,
  memory: 'it took too much memory',
  output: 'it wrote too much',
  caller: 'its caller hung up',
  lost: 'its process was ended',
};

type Run = (words: readonly string[], runMs: number) => Promise<Readonly<Record<string, unknown>>>;

/** The import of the admin API. Rejects with CallError. */
export const importsOver = (parts: ImportParts): AdminActions['import'] => {
  let isBusy = false;
  return async (name, order) => {
    const { plugins } = parts.configNow();
    refuseSource(order.what, plugins.imports);
    if (plugins.requireSignature)
      throw new CallError(
        'conflict',
        'plugins.requireSignature demands a signature, which an import has not. Import it elsewhere, sign the archive, and upload both.',
        { more: { setting: 'plugins.requireSignature' } },
      );
    if (isBusy)
      throw new CallError('overloaded', 'Another import runs. Send it again when that one has ended.', {
        more: { retryAfterMs: 10 * RETRY_AFTER_MS },
      });
    isBusy = true;
    try {
      return await imported(name, order, parts);
    } finally {
      isBusy = false;
    }
  };
};

const imported = async (name: string, order: ImportOrder, parts: ImportParts): Promise<ImportResult> => {
  const folder = ownFolder('toolcell-admin-import-');
  try {
    const run = runnerIn(folder.path, order, parts);
    const flags = [...order.flags].map(([flag, value]) => `--${flag}=${value}`);
    const report = await run(['import', order.what, '--as', name, '--json', ...flags], IMPORT_MS);
    await run(['pack', name, '--out', ARCHIVE, '--json'], PACK_MS);
    const result = await parts.put(name, { bytes: archiveAt(join(folder.path, ARCHIVE), parts.archiveBytes) });
    return { ...result, imported: importedOf(report) };
  } finally {
    folder.remove();
  }
};

/** The settings of the server that decide what an import is tried out with. It has no grants, no secrets and no keys. */
const settingsOf = ({ requireOsSandbox, plugins: { bundleBytes } }: Config): object => ({
  requireOsSandbox,
  plugins: { bundleBytes },
  pool: { runners: 1 },
});

/** Runs commands in a folder of the import's own, and reads their reports. */
const runnerIn = (folder: string, order: ImportOrder, { configNow, env }: ImportParts): Run => {
  const home = join(folder, '.home');
  mkdirSync(home);
  writeFileSync(join(folder, 'sandbox.config.json'), JSON.stringify(settingsOf(configNow())));
  const own = { PATH: env.PATH ?? '', HOME: home, TMPDIR: home, NO_COLOR: '1' };
  const cleaned = (text: string): string => printable(text.replaceAll(`${folder}/`, '').replaceAll(folder, '.'));
  return async (words, runMs) => {
    const ended = await runCommand({
      words,
      cwd: folder,
      env: { ...npmVariables(env), ...own },
      runMs,
      signal: order.signal,
      onLine: (line) => order.onProgress(cleaned(line).slice(0, PROGRESS_CHARACTERS)),
    });
    if (ended.state === 'stopped') throw stopped(ended.why);
    if (ended.exitCode === 0) return JSON.parse(ended.output);
    throw failed(ended, cleaned);
  };
};

const stopped = (why: Extract<CommandEnd, { state: 'stopped' }>['why']): CallError => {
  if (why === 'caller') return new CallError('cancelled', 'The caller hung up before the import was done.');
  if (why === 'lost') return new CallError('runner_not_started', `The import was not done: ${LIMITS.lost}.`);
  return pluginRefused([{ where: 'the import', reason: LIMITS[why], hint: 'import a part of it, with "only"' }]);
};

/** The command's own words. It tells who is at fault by its exit code. */
const failed = (
  { exitCode, output, errors }: Extract<CommandEnd, { state: 'ended' }>,
  cleaned: (text: string) => string,
): CallError => {
  const words = problemsIn(output) ?? errors.split('\n').filter((line) => line.trim() !== '');
  const lines = words.map((line) => cleaned(line).trim().slice(0, SHOWN_CHARACTERS)).slice(0, MOST_NOTES);
  const [reason = 'it failed', ...rest] = lines.map((line) => line.replace(/^(?:✗|→) /, ''));
  const hint = rest.join(' ') || 'import something else';
  if (exitCode === EXIT.fault) return pluginRefused([{ where: 'the import', reason, hint }]);
  if (exitCode === EXIT.usage) return new CallError('invalid_request', `The import cannot be read: ${lines.join(' ')}`);
  return new CallError('runner_not_started', `The server could not import: ${lines.join(' ')}`);
};

/** The problems of a failed command's report; undefined if it has none. */
const problemsIn = (output: string): readonly string[] | undefined => {
  try {
    const { problems, refused } = JSON.parse(output) as { problems?: unknown; refused?: unknown };
    if (Array.isArray(problems)) return problems.map(String);
    if (Array.isArray(refused)) return refused.map(({ where, reason, hint }) => `${where}: ${reason} → ${hint}`);
    return undefined;
  } catch {
    return undefined;
  }
};

const importedOf = ({ importedFrom, notes }: Readonly<Record<string, unknown>>): ImportResult['imported'] => ({
  from: typeof importedFrom === 'object' && importedFrom !== null ? importedFrom : {},
  notes: Array.isArray(notes) ? notes.slice(0, MOST_NOTES).map((note) => String(note).slice(0, SHOWN_CHARACTERS)) : [],
});

const archiveAt = (path: string, mostBytes: number): Uint8Array => {
  const stats = lstatSync(path);
  if (stats.isFile() && stats.size <= mostBytes) return readFileSync(path);
  throw pluginRefused([
    { where: 'the import', reason: 'its archive is too large', hint: 'raise plugins.bundleBytes, or import a part' },
  ]);
};
