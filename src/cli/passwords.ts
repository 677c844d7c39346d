// Passwords of secret keys, from a file that is named; where none is, commands ask.

import { resolve } from 'node:path';
import { type CommandContext, type FlagUsage, misused } from './command.ts';
import { readNamed } from './named-file.ts';

/** `--password-file FILE`, for those whom nobody can ask. */
export const PASSWORD_FLAG: Readonly<Record<'password-file', FlagUsage>> = Object.freeze({
  'password-file': { argument: 'FILE', meaning: 'file whose first line is the password of the secret key' },
});

/** The password in the file that was named, or undefined where none was. */
export const passwordInFile = ({ given, cwd }: CommandContext): string | undefined => {
  const name = given.value('password-file');
  if (name === undefined) return undefined;
  const [password = ''] = readNamed(resolve(cwd, name)).toString().split(/\r?\n/);
  if (password === '') throw misused(`--password-file: the first line of ${name} is empty`);
  return password;
};
