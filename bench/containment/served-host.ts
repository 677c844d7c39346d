// Starts a host in a process of its own for a measurement, with the defaults and with plugins in a folder made for it.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };
import type { HostStatus } from '../../src/server/host.ts';
import type { HostOptions } from '../../src/server/host-options.ts';
import type { Config } from '../../src/settings/config.ts';
import { loadConfig } from '../../src/settings/load/load.ts';
import type { Limits } from '../../src/shared/protocol/limits.ts';
import type { RunnerStatus } from '../../src/shared/protocol/task.ts';
import { type TestPlugin, writePlugins } from '../../test/support/host.ts';
import type { HostAnswer, HostQuestion, LoggedCall } from './host-process.ts';

/** Node's flags in `npm start`. */
const START_FLAGS = packageJson.scripts.start.split(' ').filter((word) => word.startsWith('--'));
const HOST_PROCESS = fileURLToPath(new URL('./host-process.ts', import.meta.url));
const SHIPPED_PLUGINS = fileURLToPath(new URL('../../plugins/', import.meta.url));

/** The defaults that a measurement changes. */
export interface ConfigChanges {
  readonly limits?: Partial<Limits>;
  readonly pool?: Partial<Config['pool']>;
  readonly bounds?: HostOptions['bounds'];
  readonly grants?: Config['grants'];
  readonly freshState?: Config['freshState'];
}

export interface ServedHostOptions {
  readonly plugins: Readonly<Record<string, TestPlugin>>;
  /** Names of shipped plugins that the host serves as well. */
  readonly shipped?: readonly string[];
  readonly changes?: ConfigChanges;
  /** Keeps every call's id and code for {@link ServedHost.callLog}. */
  readonly keepsCallLog?: boolean;
}

export interface ServedHost {
  readonly url: string;
  readonly processId: number;
  readonly config: Config;
  /** Names of the isolation layers that are active. */
  readonly layers: readonly string[];
  status(): Promise<HostStatus>;
  callLog(): Promise<readonly LoggedCall[]>;
  collectGarbage(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the host. Throws if it refuses a plugin. `close` ends it and removes its plugins. */
export const serveHost = async (options: ServedHostOptions): Promise<ServedHost> => {
  const folder = writePlugins(options.plugins);
  for (const name of options.shipped ?? [])
    cpSync(join(SHIPPED_PLUGINS, name), join(folder, name), { recursive: true });
  const config = changedConfig(folder, options.changes ?? {});
  const child = fork(HOST_PROCESS, {
    execArgv: [...START_FLAGS, '--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ask = asker(child);
  const bounds = options.changes?.bounds;
  const keepsCallLog = options.keepsCallLog ?? false;
  const started = await ask(
    { ask: 'start', config, searchPath: process.env.PATH ?? '', keepsCallLog, bounds },
    'started',
  );
  const close = async (): Promise<void> => {
    const ended = once(child, 'exit');
    await ask({ ask: 'close' }, 'done');
    await ended;
    rmSync(folder, { recursive: true });
  };
  if ((started.refused as unknown[]).length > 0) {
    await close();
    throw new Error(`refused: ${JSON.stringify(started.refused)}`);
  }
  return {
    url: started.url,
    processId: child.pid as number,
    config,
    layers: started.layers,
    status: async () => (await ask({ ask: 'status' }, 'status')).status,
    callLog: async () => (await ask({ ask: 'callLog' }, 'callLog')).callLog,
    collectGarbage: async () => void (await ask({ ask: 'collectGarbage' }, 'done')),
    close,
  };
};

/** The defaults with a free port and the changes of a measurement. */
const changedConfig = (folder: string, changes: ConfigChanges): Config => {
  const loaded = loadConfig({ cwd: folder, args: ['--port', '0', '--plugins', folder], env: {} });
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
  const { config } = loaded;
  return {
    ...config,
    limits: { ...config.limits, ...changes.limits },
    pool: { ...config.pool, ...changes.pool },
    grants: { ...config.grants, ...changes.grants },
    freshState: changes.freshState ?? config.freshState,
  };
};

type AnswerOf<Kind extends HostAnswer['answer']> = HostAnswer & { readonly answer: Kind };

/** Asks one question at a time. Rejects if the host's process ends before it answers. */
const asker = (child: ChildProcess) => {
  let turn: Promise<unknown> = Promise.resolve();
  return <Kind extends HostAnswer['answer']>(question: HostQuestion, kind: Kind): Promise<AnswerOf<Kind>> => {
    const answer = turn.then(async () => {
      const ended = new AbortController();
      const onExit = (): void => ended.abort(new Error('the host ended by itself'));
      child.once('exit', onExit);
      try {
        const answered = once(child, 'message', { signal: ended.signal });
        child.send(question);
        const [message] = (await answered) as [HostAnswer];
        if (message.answer !== kind) throw new Error(`the host answered ${message.answer} instead of ${kind}`);
        return message as AnswerOf<Kind>;
      } finally {
        child.off('exit', onExit);
      }
    });
    turn = answer.catch(() => {});
    return answer;
  };
};

/** The runners that serve a plugin, in any mode. */
export const runnersOf = ({ brokers }: HostStatus, pluginName: string): RunnerStatus[] =>
  brokers.flatMap(({ runners }) => runners).filter(({ cordon }) => cordon?.split(' ')[0] === `plugin:${pluginName}`);
