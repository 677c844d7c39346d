// Runs a program of a document or an example as a user does.

import { spawn } from 'node:child_process';

/** Runs the file with Node, or with another program. Resolves with its standard output; rejects with all of its output if its exit code is not 0. */
export const runProgram = (
  file: string,
  env: Readonly<Record<string, string>> = {},
  program = process.execPath,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, [file], { env: { PATH: process.env.PATH, ...env } });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (part: string) => (out += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (err += part));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(out) : reject(new Error(`it ended with ${code}: ${out}${err}`)),
    );
  });
