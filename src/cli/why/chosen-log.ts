// The log that a command reads: FILE, standard input, or log.file of the configuration. Any process.

import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../../settings/config.ts';
import { type CommandContext, misused } from '../common/command.ts';
import { type LogFiles, logFilesOf } from './log-files.ts';

/** How the log of a server without a file gets to a command. */
export const byPipe = (command: string): string => `journalctl -u toolcell -o cat | toolcell ${command} -`;

/** The log that `named` names, or the server's. Throws `CommandFailed` if there is none. */
export const chosenLog = async (
  { cwd, stdin }: Pick<CommandContext, 'cwd' | 'stdin'>,
  config: Config,
  named: string | undefined,
  command: string,
): Promise<LogFiles> => {
  if (named === '-')
    return { sources: [{ name: 'standard input', read: () => bytesOf(stdin) }], packed: [], close: async () => {} };
  if (named !== undefined) return logFilesOf(resolve(cwd, named));
  const { file } = config.log;
  if (file !== '') return logFilesOf(file);
  throw misused(
    'The server has no file for its log: log.file is not set. Give the log to this command:',
    `  ${byPipe(command)}`,
    `  docker logs NAME 2>&1 | toolcell ${command} -`,
  );
};

async function* bytesOf(stream: Readable): AsyncGenerator<Buffer, void, undefined> {
  for await (const part of stream) yield Buffer.from(part as string | Uint8Array);
}

export const placesOf = (read: readonly string[]): string =>
  read.length === 1 ? (read[0] as string) : `${read.length} files, ${read.at(-1)} to ${read[0]}`;
