// Runs a host in a process of its own, as `npm start` does, and answers questions about it over IPC. served-host.ts starts it. It ends
// with the process that started it.

import { join } from 'node:path';
import { capsOf } from '../../src/catalog/bundle/bundle-caps.ts';
import { type Host, type HostStatus, startHost } from '../../src/server/host.ts';
import type { HostOptions } from '../../src/server/host-options.ts';
import { MapLink } from '../../src/server/sources/map-link.ts';
import { MappedLog } from '../../src/server/sources/mapped-log.ts';
import type { Config } from '../../src/settings/config.ts';
import { SidePool } from '../../src/shared/lifetime/side-pool.ts';

export type HostQuestion =
  | {
      readonly ask: 'start';
      readonly config: Config;
      readonly searchPath: string;
      readonly keepsCallLog: boolean;
      readonly bounds: HostOptions['bounds'];
    }
  | { readonly ask: 'status' }
  | { readonly ask: 'callLog' }
  | { readonly ask: 'collectGarbage' }
  | { readonly ask: 'close' };

/** A call in the host's log. */
export interface LoggedCall {
  readonly callId: string;
  readonly code: string;
}

export type HostAnswer =
  | { readonly answer: 'started'; readonly url: string; readonly layers: readonly string[]; readonly refused: unknown }
  | { readonly answer: 'status'; readonly status: HostStatus }
  | { readonly answer: 'callLog'; readonly callLog: readonly LoggedCall[] }
  | { readonly answer: 'done' };

const callLog: LoggedCall[] = [];

const start = async ({ config, searchPath, keepsCallLog, bounds }: HostQuestion & { ask: 'start' }) => {
  // The log is set up as in serve.ts, so that it costs the same. Its output is dropped.
  let serving: Host | undefined;
  const { folder } = config.plugins;
  const side = new SidePool();
  const guestLog = new MappedLog({
    pathOf: (digest) => {
      const bundle = serving?.catalog.bundles.find((each) => each.digest === digest);
      return bundle && join(folder, bundle.bundle);
    },
    link: new MapLink({ side, caps: capsOf(config.plugins) }),
    write: () => {},
  });
  const host = await startHost({
    config,
    searchPath,
    side,
    ...(bounds && { bounds }),
    onCall: ({ callId, code }) => {
      if (keepsCallLog) callLog.push({ callId, code });
    },
    onGuestLog: guestLog.write,
  });
  serving = host;
  const layers = host.launch.layers.filter(({ active }) => active).map(({ name }) => name);
  reply({ answer: 'started', url: host.url, layers, refused: host.catalog.refused });
  return host;
};

const reply = (answer: HostAnswer): void => void process.send?.(answer);

let starting: ReturnType<typeof start> | undefined;

const respond = async (question: HostQuestion): Promise<void> => {
  if (question.ask === 'start') {
    starting = start(question);
    await starting;
    return;
  }
  const host = await starting;
  if (!host) throw new Error('asked before the start');
  switch (question.ask) {
    case 'status':
      return reply({ answer: 'status', status: await host.status() });
    case 'callLog':
      return reply({ answer: 'callLog', callLog });
    case 'collectGarbage':
      globalThis.gc?.();
      return reply({ answer: 'done' });
    case 'close':
      await host.close();
      reply({ answer: 'done' });
      process.disconnect?.();
  }
};

process.on('message', (question) => void respond(question as HostQuestion));
process.on('disconnect', () => process.exit(0));
