// Runs the real compiler on files of a test, and reads its messages.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** One message of the compiler. `line` counts from 1. */
export interface Complaint {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** The messages of tsc about a project folder with a tsconfig.json, each on one line; and its whole output. */
export const compile = (
  folder: string,
  args: readonly string[] = [],
): { readonly complaints: readonly Complaint[]; readonly output: string } => {
  const tsc = join(PROJECT, 'node_modules/typescript/bin/tsc');
  const { stdout, error } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false', ...args], {
    encoding: 'utf8',
    cwd: folder,
  });
  if (error) throw error;
  const found = [...stdout.matchAll(/^(\S+)\((\d+),\d+\): error (.+(?:\n +.+)*)/gm)];
  const complaints = found.map(([, file = '', line, message = '']) => ({ file, line: Number(line), message }));
  return { complaints, output: stdout };
};
