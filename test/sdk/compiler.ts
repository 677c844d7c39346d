// The real compiler over files of a test: what it says, line by line.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** One thing the compiler says. `line` counts from 1. */
export interface Complaint {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** What tsc says of a project folder with a tsconfig.json, long messages joined; and the files it read. */
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
