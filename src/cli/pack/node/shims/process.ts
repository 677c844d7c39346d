// `process` of Node: what a program may ask about itself, with nothing of the machine in it. Runs inside the isolate, as part of the packed entry.

import * as program from 'toolcell:program';
import { notInTool } from './errors.ts';
import Emitter from './events.ts';

/** The version of Node whose modules these are like. */
const VERSION = '24.0.0';

type Task = (...values: unknown[]) => unknown;

const nowMs = (): number => performance.now();

const hrtime = Object.assign(
  (before?: readonly [number, number]): [number, number] => {
    const nanoseconds = Math.round(nowMs() * 1e6);
    const [seconds, rest] = [Math.floor(nanoseconds / 1e9), nanoseconds % 1e9];
    if (!before) return [seconds, rest];
    const difference = seconds * 1e9 + rest - (before[0] * 1e9 + before[1]);
    return [Math.floor(difference / 1e9), difference % 1e9];
  },
  { bigint: () => BigInt(Math.round(nowMs() * 1e6)) },
);

const NO_MEMORY = { rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 };

const missing = (name: string, instead: string) => (): never => {
  throw notInTool(`process.${name}`, instead);
};

const emitter = new Emitter();
emitter.setMaxListeners(0);

const shown = (warning: unknown): string =>
  warning instanceof Error ? `${warning.name}: ${warning.message}` : `Warning: ${String(warning)}`;

const own = Object.assign(emitter, {
  title: 'node',
  version: `v${VERSION}`,
  versions: { node: VERSION, v8: '13.6.0', modules: '137', uv: '1.50.0' },
  release: { name: 'node' },
  arch: 'x64',
  platform: 'linux',
  pid: 1,
  ppid: 0,
  execPath: '/usr/bin/node',
  execArgv: [] as string[],
  argv0: 'node',
  exitCode: undefined as number | undefined,
  features: { inspector: false, typescript: false },
  config: { target_defaults: {}, variables: {} },
  allowedNodeEnvironmentFlags: new Set<string>(),
  argv: program.argv,
  env: program.env,
  abort: missing('abort', 'throw an error'),
  binding: missing('binding', 'use the modules that docs/node-modules.md lists'),
  chdir: missing('chdir', 'a tool has no working directory'),
  constrainedMemory: () => 0,
  cpuUsage: () => ({ user: 0, system: 0 }),
  cwd: () => '/plugin',
  dlopen: missing('dlopen', 'a tool runs no native code'),
  emitWarning: (warning: unknown) => console.warn(shown(warning)),
  exit: (code?: number) => program.exit(Number(code ?? own.exitCode ?? 0)),
  getuid: () => 65_534,
  geteuid: () => 65_534,
  getgid: () => 65_534,
  getegid: () => 65_534,
  hrtime,
  kill: missing('kill', 'a tool sees no other process'),
  memoryUsage: Object.assign(() => ({ ...NO_MEMORY }), { rss: () => 0 }),
  nextTick(task: Task, ...values: unknown[]): void {
    queueMicrotask(() => task(...values));
  },
  reallyExit: (code?: number) => program.exit(Number(code ?? 0)),
  resourceUsage: () => ({ maxRSS: 0, userCPUTime: 0, systemCPUTime: 0 }),
  setUncaughtExceptionCaptureCallback() {},
  hasUncaughtExceptionCaptureCallback: () => false,
  umask: () => 0o022,
  uptime: () => nowMs() / 1000,
});

// Made when they are first read, because most tools write to neither.
Object.defineProperties(own, {
  stdin: { get: () => program.stdin, enumerable: true, configurable: true },
  stdout: { get: () => program.stdout, enumerable: true, configurable: true },
  stderr: { get: () => program.stderr, enumerable: true, configurable: true },
});

Object.defineProperty(own, Symbol.toStringTag, { value: 'process', configurable: true });

export default own as typeof own & { readonly stdin: object; readonly stdout: object; readonly stderr: object };
