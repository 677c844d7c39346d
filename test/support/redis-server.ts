// Runs a real Redis for tests, or Valkey if the machine has that, on a free port and in a temporary folder.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { redisFlavour } from './skip.ts';

const run = promisify(execFile);
const START_MS = 10_000;

const flavour = (): string => {
  const found = redisFlavour();
  if (!found)
    throw new Error('There is no Redis here: a test that starts one first calls skipWithout(this, …, noRedis()).');
  return found;
};

/** A Redis server of a test. `end` must be called. */
export class RedisServer {
  readonly port: number;
  readonly folder: string = mkdtempSync(join(tmpdir(), 'toolcell-redis-'));
  readonly #password: string;
  #process: ChildProcess | undefined;

  private constructor(port: number, password: string) {
    this.port = port;
    this.#password = password;
  }

  /** Starts a server and waits until it listens. It requires a password if one is given. */
  static async start(password = ''): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), password);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://${this.#password && `:${this.#password}@`}127.0.0.1:${this.port}`;
  }

  /** Starts it again, on the same port and with the saved data. Throws if it does not answer within 10 s. */
  async start(): Promise<void> {
    const options = {
      port: this.port,
      bind: '127.0.0.1',
      dir: this.folder,
      appendonly: 'yes',
      appendfsync: 'no',
      requirepass: this.#password,
    };
    const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.#process = spawn(`${flavour()}-server`, words, { stdio: 'ignore' });
    const giveUp = Date.now() + START_MS;
    while ((await this.command('PING').catch(() => '')) !== 'PONG') {
      if (Date.now() > giveUp) throw new Error('The Redis of this test did not start.');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Runs a command. Resolves with its answer as text. */
  async command(...words: readonly string[]): Promise<string> {
    const access = this.#password ? ['-a', this.#password, '--no-auth-warning'] : [];
    const { stdout } = await run(`${flavour()}-cli`, ['-p', String(this.port), ...access, ...words]);
    return stdout.trimEnd();
  }

  signal(name: NodeJS.Signals): void {
    this.#process?.kill(name);
  }

  /** Ends it. Its data stay for {@link start}. */
  async stop(): Promise<void> {
    const ended = this.#process && once(this.#process, 'exit');
    this.signal('SIGTERM');
    this.signal('SIGCONT');
    await ended;
    this.#process = undefined;
  }

  /** Ends it, and removes its data. */
  async end(): Promise<void> {
    if (this.#process) await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
