// A peer's process while the benchmark runs: started once, stopped while others are measured, ended for certain.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT_FOLDER } from '../jobs/workshop.ts';
import { freeze, killTree, thaw } from './process-tree.ts';
import { type Answer, post } from './request.ts';

const POLL_MS = 5;
/** Longer than a call that was given up takes to be stopped and put away. */
const SETTLE_MS = 600;
const TERM_GRACE_MS = 3_000;

/** Gives the command for a port. */
export type CommandFor = (port: number) => readonly [string, ...string[]];

export interface StartOptions {
  /** A request body that must be answered with `readyStatus`, 200 by default, before the peer counts as started. */
  readonly readyBody: string;
  readonly readyStatus?: number;
  readonly startTimeoutMs?: number;
  /** Environment variables beyond this process's own. */
  readonly env?: Readonly<Record<string, string>>;
}

const running = new Set<PeerProcess>();
// However the harness ends, no peer outlives it.
process.on('exit', () => {
  for (const peer of running) peer.kill();
});

export class PeerProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  /** From the start of the process to its first answer, in milliseconds. */
  readonly startMs: number;

  private constructor(child: ChildProcess, url: string, startMs: number) {
    this.#child = child;
    this.url = url;
    this.startMs = startMs;
  }

  /** Starts a peer and waits for its first answer. Rejects, with what it printed, where none comes in time. */
  static async start(commandFor: CommandFor, options: StartOptions): Promise<PeerProcess> {
    const port = await freePort();
    const [command, ...args] = commandFor(port);
    const url = `http://127.0.0.1:${port}/mcp/callTool`;
    const atMs = performance.now();
    const env = { ...process.env, ...options.env };
    const child = spawn(command, args, { cwd: PROJECT_FOLDER, stdio: 'ignore', env });
    const starting = new PeerProcess(child, url, 0);
    running.add(starting);
    child.once('exit', () => running.delete(starting));
    child.once('error', () => running.delete(starting));
    try {
      await starting.#firstAnswer(options);
    } catch (error) {
      starting.kill();
      throw new Error(`${(error as Error).message}\n${explain(command, args)}`);
    }
    const peer = new PeerProcess(child, url, performance.now() - atMs);
    running.delete(starting);
    running.add(peer);
    child.once('exit', () => running.delete(peer));
    return peer;
  }

  async #firstAnswer({ readyBody, readyStatus = 200, startTimeoutMs = 30_000 }: StartOptions): Promise<void> {
    const untilMs = performance.now() + startTimeoutMs;
    let last = 'nothing listened';
    while (performance.now() < untilMs) {
      if (!this.isAlive) throw new Error('It ended before it answered.');
      const answer = await this.post(readyBody, Math.max(1, untilMs - performance.now()));
      if (answer.status === readyStatus) return;
      if (answer.status !== undefined) last = `it answered ${answer.status} ${answer.text.slice(0, 300)}`;
      await sleep(POLL_MS);
    }
    throw new Error(`It was not ready within ${startTimeoutMs / 1000} s: ${last}.`);
  }

  get processId(): number {
    return this.#child.pid ?? 0;
  }

  get isAlive(): boolean {
    return this.#child.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** One call over a connection of its own. Never rejects: no answer is an answer without a status. */
  post(body: string, timeoutMs = 10_000): Promise<Answer> {
    return post(this.url, body, timeoutMs);
  }

  /**
   * Stops it until {@link thaw}. Calls that the generator gave up when its time was over may end first: a process stopped in the
   * middle of one would find its limits long passed when it goes on.
   */
  async freeze(): Promise<void> {
    await sleep(SETTLE_MS);
    freeze(this.processId);
  }

  thaw(): void {
    thaw(this.processId);
  }

  /** Asks it to end, and makes it end where it does not. */
  async stop(): Promise<void> {
    if (!this.isAlive) return;
    const ended = once(this.#child, 'exit');
    this.thaw();
    this.#child.kill('SIGTERM');
    await Promise.race([ended, sleep(TERM_GRACE_MS, undefined, { ref: false })]);
    this.kill();
  }

  kill(): void {
    if (this.isAlive) killTree(this.processId);
    running.delete(this);
  }
}

/** Runs a command that failed once more, briefly, to show what it prints. */
const explain = (command: string, args: readonly string[]): string => {
  const again = spawnSync(command, args, {
    cwd: PROJECT_FOLDER,
    timeout: 3_000,
    encoding: 'utf8',
    killSignal: 'SIGTERM',
  });
  return `${again.stdout ?? ''}${again.stderr ?? ''}`.trim().slice(0, 2_000);
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};
