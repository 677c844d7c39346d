// Reads and writes files that a command line names. An error becomes a message for the user.

import { accessSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SIGNATURE_ENDING } from '../../catalog/bundle/bundle.ts';
import { type CommandContext, type FlagUsage, misused } from './command.ts';

const why = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown error';

/** The bytes of a file. Throws `CommandFailed` if it cannot be read, for exit code 2. */
export const readNamed = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    throw misused(`${path} cannot be read (${why(error)})`);
  }
};

/** The text of the signature next to an archive; undefined if there is none. Throws as `readNamed` does. */
export const signatureTextAt = (archivePath: string): string | undefined => {
  const path = `${archivePath}${SIGNATURE_ENDING}`;
  return existsSync(path) ? readNamed(path).toString() : undefined;
};

/** True if this user may use the path so; `mode` as for `fs.access`. */
export const mayAccess = (path: string, mode: number): boolean => {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
};

/** Writes a new file; replaces an existing one only if `mayReplace`. Throws `CommandFailed` if it cannot, for exit code 2. */
export const writeNamed = (
  path: string,
  content: string | Uint8Array,
  { mode = 0o644, mayReplace = false }: { readonly mode?: number; readonly mayReplace?: boolean } = {},
): void => {
  try {
    writeFileSync(path, content, { mode, flag: mayReplace ? 'w' : 'wx' });
  } catch (error) {
    if (why(error) === 'EEXIST') throw misused(`${path} exists already, and is not replaced.`);
    throw misused(`${path} cannot be written (${why(error)})`);
  }
};

/** `--password-file FILE`, for commands without a terminal. */
export const PASSWORD_FLAG: Readonly<Record<'password-file', FlagUsage>> = Object.freeze({
  'password-file': { argument: 'FILE', meaning: 'file whose first line is the password of the secret key' },
});

/** The password in the file that was named, or undefined if none was. Throws `CommandFailed` if it cannot be read or its first line is empty. */
export const passwordInFile = ({ args, cwd }: CommandContext): string | undefined => {
  const name = args.value('password-file');
  if (name === undefined) return undefined;
  const [password = ''] = readNamed(resolve(cwd, name)).toString().split(/\r?\n/);
  if (password === '') throw misused(`--password-file: the first line of ${name} is empty`);
  return password;
};
