// Runs a program that came with a folder, such as its TypeScript compiler, which a stranger may have written. The program sees only the files that it
// needs, no network and no other processes, and can write nothing; npm may have the network, and one folder to write. Runs on the author's machine;
// bubblewrap makes the box. Decision 0037.

import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { findPrograms } from '../../control/launch/programs.ts';
import { sharedLibraries } from '../../control/launch/shared-libraries.ts';
import { OWN_SESSION, ownChild } from '../../shared/lifetime/belongings.ts';

/** A program for Node, with its arguments and files. */
export interface BoxedProgram {
  /** The program's file and its arguments. */
  readonly words: readonly string[];
  /** Working directory; must be readable. */
  readonly cwd: string;
  /** Real paths of files and folders that it may read. */
  readonly readable: readonly string[];
  /** Real paths of folders that it may write. Default: none. */
  readonly writable?: readonly string[];
  /** True: it has the network. Default: false. */
  readonly isOnline?: boolean;
  /** Its whole environment. Default: empty. */
  readonly env?: Readonly<Record<string, string>>;
  /** How long it may take. Default: 60,000 ms. */
  readonly runMs?: number;
  /** Kills it. */
  readonly signal?: AbortSignal;
}

export interface BoxOptions {
  /** `PATH` to look for bubblewrap in. */
  readonly searchPath: string;
  /** True to run it without a box, with all rights of the user. */
  readonly isTrusted: boolean;
}

/** Standard output, the start of what it wrote as errors, and exit code; or why there is no box; or that the program was killed. */
export type BoxedRun =
  | { readonly state: 'done'; readonly output: string; readonly errors: string; readonly exitCode: number }
  | { readonly state: 'no box'; readonly why: string }
  | { readonly state: 'stopped' };

const RUN_MS = 60_000;
const OUTPUT_BYTES = 1_000_000;
const ERROR_CHARACTERS = 4_000;
const WHY_CHARACTERS = 200;

const NODE = '/toolcell/node';

/** What finding a host and trusting it takes. */
const NETWORK_FILES = ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf', '/etc/ssl', '/etc/pki'];

const networkFiles = (): readonly string[] =>
  NETWORK_FILES.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', realpathSync(path), path]);

/** Arguments that close everything that bubblewrap can close. Files keep their paths. */
const boxWords = (
  bwrap: string,
  { cwd, readable, writable = [], isOnline = false, env = {} }: Omit<BoxedProgram, 'words'>,
): readonly string[] => [
  bwrap,
  ...['--unshare-all', ...(isOnline ? ['--share-net'] : []), '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ...['--uid', '65534', '--gid', '65534', '--clearenv', '--hostname', 'toolcell'],
  ...['--ro-bind', realpathSync(process.execPath), NODE],
  ...sharedLibraries().flatMap((path) => ['--ro-bind', realpathSync(path), path]),
  ...(isOnline ? networkFiles() : []),
  ...readable.flatMap((path) => ['--ro-bind', path, path]),
  ...writable.flatMap((path) => ['--bind', path, path]),
  ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
  ...['--proc', '/proc', '--remount-ro', '/proc', '--dev', '/dev', '--remount-ro', '/dev', '--remount-ro', '/'],
  ...['--chdir', cwd, NODE],
];

interface Ended {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a command until it ends. Kills it if it runs too long or writes too much. */
const run = (
  [command = '', ...args]: readonly string[],
  { cwd, env = {}, runMs = RUN_MS, signal }: Pick<BoxedProgram, 'cwd' | 'env' | 'runMs' | 'signal'>,
): Promise<Ended> =>
  new Promise((resolve) => {
    const child = ownChild(
      spawn(command, args, {
        ...OWN_SESSION,
        cwd,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: runMs,
        ...(signal && { signal }),
        killSignal: 'SIGKILL',
      }),
    );
    const parts: Buffer[] = [];
    let bytes = 0;
    let errors = '';
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes <= OUTPUT_BYTES) parts.push(part);
      else child.kill('SIGKILL');
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      errors = (errors + part).slice(0, ERROR_CHARACTERS);
    });
    child.once('error', (error) => resolve({ exitCode: null, output: '', errors: error.message }));
    child.once('close', (exitCode) => resolve({ exitCode, output: Buffer.concat(parts).toString(), errors }));
  });

/** Why there is no box here; undefined if there is one. Tries a box around Node alone. */
const whyNoBox = async (bwrap: string | undefined): Promise<string | undefined> => {
  if (bwrap === undefined) return 'there is no bubblewrap here';
  const words = boxWords(bwrap, { cwd: '/', readable: [] });
  const { exitCode, errors } = await run([...words, '--version'], { cwd: '/' });
  return exitCode === 0 ? undefined : `bubblewrap cannot run here: ${errors.trim().slice(0, WHY_CHARACTERS)}`;
};

/** Runs a program in a box, or without one if it is trusted. Never rejects. At most a megabyte of output. */
export const runBoxed = async (program: BoxedProgram, { searchPath, isTrusted }: BoxOptions): Promise<BoxedRun> => {
  const { bwrap } = findPrograms(process.platform, searchPath) as { readonly bwrap?: string };
  const why = await whyNoBox(bwrap);
  if (why !== undefined && !isTrusted) return { state: 'no box', why };
  const around = bwrap === undefined || why !== undefined ? [process.execPath] : boxWords(bwrap, program);
  const { exitCode, output, errors } = await run([...around, ...program.words], program);
  return exitCode === null ? { state: 'stopped' } : { state: 'done', output, errors, exitCode };
};
