// Manages a peer's process: starts it once, stops it while others are measured, and always ends it.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT_FOLDER } from '../jobs/workshop.ts';
import { freeze, killTree, thaw } from './process-tree.ts';
import { type Answer, post } from './request.ts';

const POLL_MS = 5;
/** Longer than a peer takes to end a call whose caller gave up. */
const SETTLE_MS = 600;
const TERM_GRACE_MS = 3_000;

/** The command that starts a peer on a port. */
export type CommandFor = (port: number) => readonly [string, ...string[]];

export interface StartOptions {
  /** The peer counts as started when it answers this request body with `readyStatus` (default: 200). */
  readonly readyBody: string;
  readonly readyStatus?: number;
  readonly startTimeoutMs?: number;
  /** A free one if absent. */
  readonly port?: number;
  /** Environment variables in addition to this process's own. */
  readonly env?: Readonly<Record<string, string>>;
}

const running = new Set<PeerProcess>();
// No peer outlives the harness.
process.on('exit', () => {
  for (const peer of running) peer.kill();
});

/** A peer's process. `stop` or `kill` must be called; the exit of this process kills it too. */
export class PeerProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  /** Time from the start of the process to its first answer, in milliseconds. */
  readonly startMs: number;

  private constructor(child: ChildProcess, url: string, startMs: number) {
    this.#child = child;
    this.url = url;
    this.startMs = startMs;
  }

  /** Starts a peer and waits for its first answer. If none comes in time, rejects with what the peer printed. */
  static async start(commandFor: CommandFor, options: StartOptions): Promise<PeerProcess> {
    const port = options.port ?? (await freePort());
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

  /** Makes one call over a connection of its own. Never rejects: without an answer, `status` is undefined. */
  post(body: string, timeoutMs = 10_000): Promise<Answer> {
    return post(this.url, body, timeoutMs);
  }

  /**
   * Stops the process until {@link thaw}. First waits for the end of calls that the generator gave up when its time was over: a process
   * that is stopped during one would find its limits exceeded when it continues.
   */
  async freeze(): Promise<void> {
    await sleep(SETTLE_MS);
    freeze(this.processId);
  }

  thaw(): void {
    thaw(this.processId);
  }

  /** Asks it to end, and kills it if it does not. */
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

/** Runs a failed command again, for at most 3 s, and returns what it prints. */
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
