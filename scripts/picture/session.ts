// Runs the commands of a document as they are written: in an empty folder, with the Toolcell of this checkout in the place of an installed one.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The address that documents name, of a server with TLS too. Commands reach the session's own server by it. */
const WRITTEN_URL = 'http://127.0.0.1:3000';
const WRITTEN_TLS_URL = 'https://127.0.0.1:3000';
const PROGRAM = fileURLToPath(new URL('../../src/toolcell.js', import.meta.url));
/** Lines that a command writes to standard error while it works, if it takes long. */
const PROGRESS = /^[A-Z][\w ]*…\n/gm;
const START_TIMEOUT_MS = 60_000;
/** The last title of the report at start-up: all before it has been printed. */
const REPORT_END = '\nIsolation layers:';

/** What a command printed: its answer, and after a failure also what it wrote to standard error. */
export interface Ran {
  readonly code: number;
  readonly output: string;
}

export class Session {
  readonly #root: string;
  readonly #env: Readonly<Record<string, string>>;
  #folder: string;
  #server: ChildProcess | undefined;
  #url = WRITTEN_URL;
  #writtenUrl = WRITTEN_URL;

  /** `env` is added to an environment that has a path and nothing else of this process. */
  constructor(env: Readonly<Record<string, string>> = {}) {
    // The path that a shell tells of itself, also if the temporary folder is a link.
    this.#root = realpathSync(mkdtempSync(join(tmpdir(), 'toolcell-session-')));
    this.#folder = join(this.#root, 'work');
    mkdirSync(this.#folder);
    // Where npx looks for a command. Beside it npx itself, since npm's takes long and needs a home folder.
    const programs = join(this.#root, 'node_modules/.bin');
    mkdirSync(programs, { recursive: true });
    for (const [name, shift] of Object.entries({ npx: 'shift; ', toolcell: '' }))
      writeFileSync(join(programs, name), `#!/bin/sh\n${shift}exec '${process.execPath}' '${PROGRAM}' "$@"\n`, {
        mode: 0o755,
      });
    const path = [programs, dirname(process.execPath), process.env.PATH ?? ''].join(delimiter);
    this.#env = { PATH: path, HOME: this.#root, NO_COLOR: '1', TOOLCELL_PORT: '0', ...env };
  }

  /** Writes a file into the folder that the commands have come to. */
  write(name: string, text: string): void {
    const path = join(this.#folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** Runs one command line. `npx toolcell serve` goes on until the session closes, and its report at start-up is what it printed. */
  async run(command: string): Promise<Ran> {
    if (/^npx toolcell serve( &)?$/.test(command)) return { code: 0, output: await this.#serve() };
    const folderFile = join(this.#root, 'folder');
    const script = `${command.replaceAll(this.#writtenUrl, this.#url)}\ncode=$?; pwd > '${folderFile}'; exit $code`;
    const child = spawn('/bin/sh', ['-c', script], {
      cwd: this.#folder,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors] = [collect(child.stdout), collect(child.stderr)];
    const [code] = (await once(child, 'close')) as [number];
    this.#folder = readFileSync(folderFile, 'utf8').trim();
    const text = `${output()}${code === 0 ? '' : errors().replaceAll(PROGRESS, '')}`;
    return { code, output: text.replaceAll(this.#url, this.#writtenUrl) };
  }

  /** Ends the server and removes the folder. */
  async close(): Promise<void> {
    if (this.#server !== undefined && this.#server.exitCode === null) {
      const exited = once(this.#server, 'exit');
      this.#server.kill('SIGTERM');
      await exited;
    }
    rmSync(this.#root, { recursive: true });
  }

  async #serve(): Promise<string> {
    const server = spawn(process.execPath, [PROGRAM, 'serve'], {
      cwd: this.#folder,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#server = server;
    const [report, log] = [collect(server.stdout), collect(server.stderr)];
    const signal = AbortSignal.timeout(START_TIMEOUT_MS);
    while (!report().includes(REPORT_END)) {
      const ended = await Promise.race([
        once(server.stdout, 'data', { signal }).then(() => false),
        once(server, 'exit', { signal }).then(() => true),
      ]);
      if (ended) throw new Error(`The server ended.\n${report()}${log()}`);
    }
    this.#url = /serves on (https?:\/\/\S+)/.exec(report())?.[1] ?? WRITTEN_URL;
    this.#writtenUrl = this.#url.startsWith('https') ? WRITTEN_TLS_URL : WRITTEN_URL;
    return report().replaceAll(this.#url, this.#writtenUrl);
  }
}

const collect = (stream: NodeJS.ReadableStream): (() => string) => {
  let text = '';
  stream.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return () => text;
};
