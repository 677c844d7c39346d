// `--inspect` of the author's commands: breakpoints in a plugin, by Chrome DevTools or VS Code. Runs in the command's process. Decision 0063.
//
// Why the runner has no box here: its isolates have to talk to a debugger, and a box lets nothing out. The code is the author's own, on the author's own
// machine, and still runs in an isolate without Node. The runner is otherwise that of a server: the same image, the same way of a call. What makes its
// isolates debuggable is a file of this folder that Node loads first, so that neither the image nor the messages of runners know of debuggers.

import { realpathSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { snapshotOf } from '../../catalog/model/snapshot.ts';
import { nodeWords, snapshotFlags } from '../../control/launch/node-words.ts';
import type { LaunchPlan } from '../../server/sandbox.ts';
import { mappedLines } from '../../server/sources/source-lines.ts';
import type { Config } from '../../settings/config.ts';
import { ownFolder } from '../../shared/lifetime/belongings.ts';
import { tryFlags, V8_FLAGS } from '../../shared/lifetime/v8-flags.js';
import type { FreshState } from '../../shared/protocol/fresh-state.ts';
import { misused, type ParsedArgs } from '../common/command.ts';
import { useLines } from '../plugin/stack-lines.ts';
import { type LoadedPlugin, withRoutes } from '../plugin/workbench.ts';
import { debugCode } from './debug-code.ts';
import { openDebugServer } from './debug-server.ts';
import { DebugTarget } from './debug-target.ts';
import { type FromRunner, readLines, sendLine, type ToRunner } from './inspector-lines.ts';

const RUNNER_FILE = fileURLToPath(new URL('./inspected-runner.ts', import.meta.url));
/** Where Chrome and VS Code look unless they are told otherwise. */
const DEFAULT_PORT = 9229;
/** No clock ends a call that waits at a breakpoint: a day. */
const FAR_MS = 24 * 3_600_000;
const FAR = { cpuMs: FAR_MS, wallMs: FAR_MS };

/** The mode of every call: a debugger follows an isolate, and in it the main thread of the runner stays free. */
export const DEBUGGED: readonly FreshState[] = ['isolate'];

export const INSPECT_FLAG = {
  inspect: {
    argument: 'PORT',
    isOptional: true,
    meaning: `let Chrome DevTools or VS Code set breakpoints; they attach to 127.0.0.1:${DEFAULT_PORT}, or PORT`,
  },
} as const;

/** The port of `--inspect`; undefined without the flag. Throws `CommandFailed` for what is no port. */
export const inspectPortIn = (args: ParsedArgs): number | undefined => {
  if (!args.has('inspect')) return undefined;
  const text = args.value('inspect') ?? String(DEFAULT_PORT);
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw misused(`--inspect: ${text} is not a whole number from 0 to 65535`);
  return port;
};

export interface Inspection extends AsyncDisposable {
  /** What a person has to know, as lines. */
  readonly notes: readonly string[];
  /** Resolves when a debugger has attached. */
  readonly attached: Promise<void>;
  /** How runners start that can be debugged. */
  readonly launchOf: (imageFolder: string) => LaunchPlan;
  /** The plugin as calls run it under a debugger, and shows it to the debugger. `folder`: the author's; absolute. */
  debuggable(
    plugin: LoadedPlugin,
    options: { readonly folder: string; readonly config: Config },
  ): Promise<LoadedPlugin>;
}

/** The command of a server's runner without a box, under Node's own permissions: it may also read this folder, and connect. */
const launchOf = (socketPath: string, imageFolder: string): LaunchPlan => ({
  command: process.execPath,
  args: [
    ...nodeWords(process.execPath, realpathSync(imageFolder), [
      ...snapshotFlags(process.execPath),
      ...tryFlags(process.execPath, V8_FLAGS.runner).taken,
      `--allow-fs-read=${dirname(RUNNER_FILE)}`,
      '--allow-net',
      `--import=${pathToFileURL(RUNNER_FILE).href}`,
    ]).slice(1),
    socketPath,
  ],
  seccomp: undefined,
  place: 'itself',
  inheritedFile: undefined,
  userId: undefined,
  layers: [],
  refusedFlags: [],
  broken: undefined,
});

/** Listens for debuggers until it is disposed of. Throws `CommandFailed` if the port is taken. */
export const openInspection = async (port: number, title: string): Promise<Inspection> => {
  const own = ownFolder('toolcell-inspect-');
  const socketPath =
    process.platform === 'win32' ? `\\\\.\\pipe\\${own.path.replace(/.*[\\/]/, '')}` : join(own.path, 'socket');
  let preview: (ToRunner & { t: 'preview' }) | undefined;
  const target = new DebugTarget();
  const server = await openDebugServer({ port, title }, target).catch((error: unknown) => {
    own.remove();
    throw error;
  });
  const sockets = new Set<Socket>();
  const runners = createServer((socket) => {
    const runner = target.connect((isolate, text) => sendLine(socket, { t: 'say', isolate, text }));
    readLines<FromRunner>(socket, runner.take);
    socket.on('error', () => {});
    socket.on('close', runner.close);
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    if (preview) sendLine(socket, preview);
  });
  await new Promise<void>((resolve, reject) => {
    runners.once('error', reject);
    runners.listen(socketPath, resolve);
  });
  const at = `127.0.0.1:${server.port}`;
  return {
    notes: [
      `A debugger can attach at ${at}: chrome://inspect in Chrome, or "attach" in VS Code.`,
      'No clock ends a call here, every call runs in isolate mode, and the runner has no box: use this for your own plugins.',
    ],
    attached: target.ready,
    launchOf: (imageFolder) => launchOf(socketPath, imageFolder),
    debuggable: async (plugin, { folder, config }) => {
      const { bundle, manifest } = plugin;
      const { factoryCode, mapText } = await debugCode(bundle, folder);
      useLines(bundle, mappedLines(mapText));
      const digest = `${bundle.digest}-inspected`;
      const program = { ...plugin.program, digest, factoryCode };
      const snapshot = snapshotOf(
        { loaded: [{ bundle: manifest.name, manifest, digest, program }], refused: [] },
        config,
      );
      preview = { t: 'preview', fileName: program.entryName, code: factoryCode };
      for (const socket of sockets) sendLine(socket, preview);
      return { ...plugin, program, snapshot: withRoutes(snapshot, 'isolate', FAR) };
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      for (const socket of sockets) socket.destroy();
      runners.close();
      own.remove();
    },
  };
};
