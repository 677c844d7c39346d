// The server of `toolcell dev --serve` and `--mcp`: a real host on this machine alone, which serves each version that loads, without approval. It has the
// operator's limits, grants and secrets, and none of the settings about who may call. Runs in the command's process.

import { join } from 'node:path';
import { type Host, startHost } from '../../server/host.ts';
import type { Config } from '../../settings/config.ts';
import { loadConfig } from '../../settings/load/load.ts';
import type { ExternalValues } from '../../settings/load/secrets.ts';
import { type OwnPath, ownFolder } from '../../shared/lifetime/belongings.ts';
import { writeWhole } from '../../shared/lifetime/whole-file.ts';
import type { GuestLogLine } from '../../shared/protocol/task.ts';
import type { Surroundings } from '../common/command.ts';
import { sandboxParts } from '../plugin/workbench.ts';

/** A call that has ended, as the author sees it. */
export interface ServedCall {
  readonly toolName: string;
  readonly code: string;
  readonly detail: string | undefined;
  readonly runMs: number;
  readonly cpuMs: number;
}

export interface LiveServerOptions {
  readonly config: Config;
  readonly externalValues: ExternalValues;
  /** 0 for any free port. */
  readonly port: number;
  readonly surroundings: Pick<Surroundings, 'env' | 'cacheFolder'>;
  readonly onCall: (call: ServedCall) => void;
  /** Called with lines that a tool wrote, before the call's end is told. */
  readonly onLines: (lines: readonly GuestLogLine[]) => void;
}

/** The operator's limits and grants, on this machine alone: nobody signs in, nothing is approved, and no file of the operator's is written to. */
const servedConfig = (config: Config, folder: string, port: number): Config => {
  const defaults = loadConfig({ cwd: folder, args: [], env: {} });
  if (!defaults.ok) throw new Error(defaults.problems.join('\n'));
  const { access, audit, log, metrics, server, throttling } = defaults.config;
  return {
    ...config,
    ...{ access, audit, log, metrics, throttling },
    server: { ...server, host: '127.0.0.1', port },
    plugins: { ...config.plugins, folder, watch: false, approve: 'never', requireSignature: false },
  };
};

/** Dispose of it, or its processes and its folder stay. */
export class LiveServer {
  readonly #host: Host;
  readonly #folder: OwnPath;

  private constructor(host: Host, folder: OwnPath) {
    this.#host = host;
    this.#folder = folder;
  }

  /** Starts with no tool. Throws StartRefused if the port is taken, or this machine lacks what the configuration requires. */
  static async open({
    config,
    externalValues,
    port,
    surroundings,
    onCall,
    onLines,
  }: LiveServerOptions): Promise<LiveServer> {
    const folder = ownFolder('toolcell-dev-');
    try {
      const host = await startHost({
        config: servedConfig(config, folder.path, port),
        externalValues,
        ...sandboxParts(surroundings),
        onCall: ({ toolName = '', code, detail, runMs, cpuMs }) => {
          if (toolName !== '') onCall({ toolName, code, detail, runMs, cpuMs });
        },
        onGuestLog: (_origin, lines) => onLines(lines),
      });
      return new LiveServer(host, folder);
    } catch (error) {
      folder.remove();
      throw error;
    }
  }

  get url(): string {
    return this.#host.url;
  }

  /** Serves this version from now on, and tells clients that the list of tools may have changed. Calls under way end on the version before. */
  async publish(archive: Uint8Array): Promise<void> {
    await writeWhole(join(this.#folder.path, 'plugin.tgz'), archive, { isFlushed: false });
    await this.#host.reload();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#host.close();
    this.#folder.remove();
  }
}
