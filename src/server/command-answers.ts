// Lets commands ask what became of a change, from the moment a server starts. Without it, the server still takes changes up. Front process, main thread.

import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_FILE, type LoadedConfig } from '../settings/load/load.ts';
import type { ServerAnswer } from './ask-servers.ts';
import { type CommandSocket, openCommandSocket } from './command-socket.ts';
import type { Following, Reading } from './follow-configuration.ts';
import type { Log } from './log/log.ts';

/** How long a command that came too early is kept waiting for the server to start. */
const START_MS = 5_000;

export class CommandAnswers {
  readonly #loaded: LoadedConfig;
  readonly #reading: Reading;
  readonly #started = Promise.withResolvers<Following>();
  readonly #socket: Promise<CommandSocket | undefined>;

  constructor(loaded: LoadedConfig, reading: Reading, log: Pick<Log, 'write'>) {
    this.#loaded = loaded;
    this.#reading = reading;
    const { folder } = loaded.config.plugins;
    this.#socket = openCommandSocket(folder, () => this.#answer()).catch((error: NodeJS.ErrnoException) => {
      const detail = `${folder}: no socket can be made there (${error.code}), so "toolcell grant", "revoke" and "status" cannot ask this server about its configuration`;
      log.write('info', { detail }, 'configuration');
      return undefined;
    });
  }

  /** Answers from now on with what the server follows. Resolves when commands can ask. */
  async serve(following: Following): Promise<void> {
    this.#started.resolve(following);
    await this.#socket;
  }

  close(): void {
    void this.#socket.then((socket) => socket?.close());
  }

  async #answer(): Promise<ServerAnswer> {
    const { file = resolve(DEFAULT_FILE), config } = this.#loaded;
    const own = { processId: process.pid, file };
    const following = await Promise.race([this.#started.promise, wait(START_MS, undefined, { ref: false })]);
    if (following === undefined)
      return { ...own, isFollowing: config.plugins.watch, state: 'starting', ...this.#reading.state };
    if (following.isFollowing) await following.reconfigure('command');
    return { ...own, isFollowing: following.isFollowing, state: 'serving', ...this.#reading.state };
  }
}
