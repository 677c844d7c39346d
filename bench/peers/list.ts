// The list of the peers, with the command that starts each and the packages that it needs.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { V8_FLAGS } from '../../src/shared/lifetime/v8-flags.js';
import type { Workshop } from '../jobs/workshop.ts';
import { freshStates, writeToolcellConfig } from './toolcell-config.ts';
import { writeFreshConfig, writeWarmConfig } from './workerd-config.ts';

export interface Peer {
  readonly name: string;
  readonly title: string;
  /** True if it starts a process or a worker for every call. It gets fewer connections and less time. */
  readonly slow: boolean;
  /** Command and arguments for a port. Throws {@link PeerMissing} if a package that it needs is not installed. */
  command(workshop: Workshop, port: number): readonly [string, ...string[]];
}

/** A peer cannot be started here. The message says what to install. */
export class PeerMissing extends Error {
  override name = 'PeerMissing';
}

export const YARDSTICK = 'koa';
export const POOLED = 'koa-piscina';
export const WORKERD = 'workerd-warm';

const require = createRequire(import.meta.url);

const nodePeer = (name: string, title: string, { slow = false, ending = 'ts' } = {}): Peer => ({
  name,
  title,
  slow,
  command: ({ folder }, port) => [
    process.execPath,
    join(import.meta.dirname, `${name}.${ending}`),
    String(port),
    folder,
  ],
});

const denoPeer = (name: string, title: string, permissions: readonly string[]): Peer => ({
  name,
  title,
  slow: true,
  command: ({ folder }, port) => [
    binary(`@deno/linux-${process.arch}-glibc`, 'deno'),
    ...['run', '--quiet', '--no-prompt', '--no-config', '--no-lock', '--allow-net=127.0.0.1', '--allow-read'],
    ...permissions,
    join(import.meta.dirname, `${name}.js`),
    String(port),
    folder,
  ],
});

const workerdPeer = (name: string, title: string, writeConfig: typeof writeWarmConfig): Peer => ({
  name,
  title,
  slow: false,
  command: ({ folder }, port) => [
    binary(`@cloudflare/workerd-linux-${process.arch.replace('x64', '64')}`, 'bin/workerd'),
    'serve',
    '--experimental',
    writeConfig(folder, port),
  ],
});

/** The name of the peer that is Toolcell with a value of `freshState`. */
export const toolcellName = (freshState: string): string => `toolcell-${freshState}`;

const toolcellPeer = (freshState: string): Peer => ({
  name: toolcellName(freshState),
  title: `Toolcell, freshState "${freshState}"`,
  slow: false,
  command: (workshop, port) => {
    const { pluginsFolder } = workshop;
    const name = toolcellName(freshState);
    return toolcellCommand(writeToolcellConfig({ workshop, name, pluginsFolder, freshState }), port);
  },
});

/** The command that `npm start` becomes. `flags` override Node's flags there. */
export const toolcellCommand = (
  configFile: string,
  port: number,
  flags: readonly string[] = [],
): readonly [string, ...string[]] => [
  process.execPath,
  ...V8_FLAGS.server,
  ...flags,
  join('src', 'main.js'),
  '--config',
  configFile,
  '--port',
  String(port),
];

/** All peers, in the order of their visits. */
export const PEERS: readonly Peer[] = [
  nodePeer('node-http', 'node:http, in-process, no sandbox'),
  nodePeer('koa', 'Koa, in-process, no sandbox'),
  nodePeer('koa-piscina', 'Koa + Piscina, no sandbox'),
  // "auto" chooses one of the others.
  ...freshStates()
    .filter((freshState) => freshState !== 'auto')
    .map(toolcellPeer),
  workerdPeer('workerd-warm', 'workerd, warm worker', writeWarmConfig),
  workerdPeer('workerd-fresh', 'workerd, fresh dynamic worker per call', writeFreshConfig),
  nodePeer('context-per-call', 'isolated-vm, context per call, cached script'),
  nodePeer('isolate-per-call', 'isolated-vm, new isolate and compile per call'),
  nodePeer('quickjs', 'quickjs-emscripten, fresh context per call', { ending: 'js' }),
  denoPeer('deno-worker', 'Deno, worker per call', ['--unstable-worker-options']),
  denoPeer('deno-process', 'Deno, process per call', ['--allow-run']),
  nodePeer('node-process', 'Node, process per call', { slow: true }),
];

/** Path of the program itself inside an npm package: the package's launcher would be one more process. */
const binary = (platformPackage: string, path: string): string => {
  try {
    const file = join(dirname(require.resolve(`${platformPackage}/package.json`)), path);
    if (existsSync(file)) return file;
  } catch {
    // Thrown below.
  }
  throw new PeerMissing(`${platformPackage} is not installed: npm ci --prefix bench`);
};
