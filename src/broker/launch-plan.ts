// How a runner process is started on this machine: which layers lock it down, found out once at start, and the command
// line that applies them. Plain data, so that it can be handed to every broker.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seccompFilter } from './seccomp.ts';

/** One layer around a runner, as start-up and `status` show it. */
export interface IsolationLayer {
  readonly name: string;
  readonly active: boolean;
  /** What it stops; where it is not active, why not and the command that adds it. */
  readonly note: string;
}

export interface LaunchPlan {
  readonly command: string;
  readonly args: readonly string[];
  /** Given to bwrap on descriptor 5. */
  readonly seccomp: Uint8Array | undefined;
  /** True where the runner stands behind bwrap, which reports its process id on descriptor 4. */
  readonly boxed: boolean;
  readonly layers: readonly IsolationLayer[];
}

export interface LaunchOptions {
  readonly platform: NodeJS.Platform;
  readonly architecture: string;
  readonly nodePath: string;
  /** `PATH` to look for bwrap and prlimit in. */
  readonly searchPath: string;
  /** Isolates one runner may hold at a time, standing by included: the data rlimit has room for these and no more. */
  readonly isolatesPerRunner: number;
  /** Folder of the runner's code made ready, for the box; without it the sources are run as they are. */
  readonly imageFolder?: string;
}

const require = createRequire(import.meta.url);
const SOURCE_FOLDER = fileURLToPath(new URL('..', import.meta.url));
const PROJECT_FOLDER = dirname(SOURCE_FOLDER.replace(/[\\/]$/, ''));

/** What a runner may import, and what its validators are compiled with. */
const MODULES = [
  'isolated-vm',
  'node-gyp-build',
  'ajv',
  'ajv-formats',
  'fast-deep-equal',
  'fast-uri',
  'json-schema-traverse',
  'require-from-string',
];

const NODE_FLAGS = [
  '--no-node-snapshot',
  '--no-warnings',
  '--max-old-space-size=96',
  // A runner's heaps are small and many: collected early, they hold less of what calls have left. One helper thread serves them all.
  '--optimize-for-size',
  '--v8-pool-size=1',
  '--wasm-max-mem-pages=256',
  '--enable-sharedarraybuffer-per-context',
  '--permission',
  '--allow-addons',
];

/** Node itself, and the address space that V8 reserves for one isolate: counted as data, though hardly any of it is ever used. */
const NODE_DATA_MB = 1_536;
const ISOLATE_DATA_MB = 640;
const BOX = '/toolcell';

/** Finds out which layers this machine offers. Tries bwrap once for real, since a kernel may forbid what it needs. */
export const planLaunch = (options: LaunchOptions): LaunchPlan => {
  const linux = options.platform === 'linux';
  const bwrap = linux ? findProgram('bwrap', options.searchPath) : undefined;
  const prlimit = linux ? findProgram('prlimit', options.searchPath) : undefined;
  const setpriv = linux ? findProgram('setpriv', options.searchPath) : undefined;
  const seccomp = seccompFilter(options.architecture);
  const trial = bwrap ? tryBox(bwrap, options) : undefined;
  const boxed = bwrap !== undefined && trial === undefined;
  const inner = boxed ? boxCommand(bwrap, options, seccomp !== undefined) : bareCommand(setpriv, options.nodePath);
  const [command = options.nodePath, ...args] = prlimit
    ? [prlimit, ...rlimits(options.isolatesPerRunner), ...inner]
    : inner;
  const layers = describeLayers({ linux, bwrap, trial, boxed, prlimit, seccomp: boxed && seccomp !== undefined });
  return { command, args, seccomp: boxed ? seccomp : undefined, boxed, layers };
};

const rlimits = (isolates: number): string[] => [
  `--data=${(NODE_DATA_MB + ISOLATE_DATA_MB * isolates) * 2 ** 20}`,
  '--nofile=64',
  '--fsize=0',
  '--core=0',
];

const describeLayers = (found: {
  linux: boolean;
  bwrap: string | undefined;
  trial: string | undefined;
  boxed: boolean;
  prlimit: string | undefined;
  seccomp: boolean;
}): IsolationLayer[] => {
  const install = found.linux ? 'add it with: apt-get install bubblewrap' : 'only Linux has it';
  const noBox = found.bwrap ? `bwrap is here but cannot run: ${found.trial}` : install;
  return [
    { name: 'process', active: true, note: 'each plugin has a process of its own, with an empty environment' },
    { name: 'node permissions', active: true, note: 'no files, network or child processes through Node' },
    {
      name: 'bubblewrap',
      active: found.boxed,
      note: found.boxed ? 'no network, no files but the runner, no other process, user nobody' : noBox,
    },
    {
      name: 'seccomp',
      active: found.seccomp,
      note: found.seccomp
        ? 'sockets, ptrace, mounts and kernel doors denied'
        : found.boxed
          ? 'not written for this processor'
          : 'comes with bubblewrap',
    },
    {
      name: 'rlimits',
      active: found.prlimit !== undefined,
      note: found.prlimit
        ? 'data, descriptors, file size and core capped'
        : found.linux
          ? 'add it with: apt-get install util-linux'
          : 'only Linux has it',
    },
    {
      name: 'memory watch',
      active: found.linux,
      note: found.linux
        ? 'resident memory polled, SIGKILL above runnerRssMb'
        : 'only Linux has it; the heap cap still holds',
    },
  ];
};

/** The runner without a box: the file permissions name the folders where they lie. */
const bareCommand = (setpriv: string | undefined, nodePath: string): string[] => {
  const readable = [
    ...['runner', 'protocol', 'guest'].map((name) => join(SOURCE_FOLDER, name)),
    ...MODULES.map(moduleFolder),
    join(PROJECT_FOLDER, 'package.json'),
  ];
  const node = [
    nodePath,
    ...NODE_FLAGS,
    ...readable.map((path) => `--allow-fs-read=${path}`),
    '--allow-fs-read=/etc/alpine-release',
    join(SOURCE_FOLDER, 'runner', entryName()),
  ];
  return setpriv ? [setpriv, '--no-new-privs', '--pdeathsig', 'KILL', ...node] : node;
};

const boxCommand = (bwrap: string, options: LaunchOptions, withSeccomp: boolean): string[] => [
  ...boxArguments(bwrap, options),
  '--info-fd',
  '4',
  ...(withSeccomp ? ['--seccomp', '5'] : []),
  `${BOX}/node`,
  ...NODE_FLAGS,
  `--allow-fs-read=${BOX}`,
  '--allow-fs-read=/etc/alpine-release',
  `${BOX}/src/runner/${options.imageFolder === undefined ? entryName() : 'process-entry.js'}`,
];

const boxArguments = (bwrap: string, { nodePath, imageFolder }: LaunchOptions): string[] => {
  const binds: [from: string, to: string][] = [
    [realpathSync(nodePath), `${BOX}/node`],
    ...runnerCode(imageFolder),
    ...MODULES.map((name): [string, string] => [moduleFolder(name), `${BOX}/node_modules/${name}`]),
    // Says that the sources are ES modules.
    [join(PROJECT_FOLDER, 'package.json'), `${BOX}/package.json`],
    ...sharedLibraries().map((path): [string, string] => [realpathSync(path), path]),
  ];
  return [
    bwrap,
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    '--uid',
    '65534',
    '--gid',
    '65534',
    '--clearenv',
    '--hostname',
    'toolcell',
    ...binds.flatMap(([from, to]) => ['--ro-bind', from, to]),
    '--proc',
    '/proc',
    // Its switches belong to the owner of the files, which the box's user is where the host runs as root.
    '--remount-ro',
    '/proc',
    '--dev',
    '/dev',
    '--remount-ro',
    '/dev',
    '--remount-ro',
    '/',
    '--chdir',
    BOX,
  ];
};

const runnerCode = (imageFolder: string | undefined): [from: string, to: string][] =>
  imageFolder === undefined
    ? ['runner', 'protocol', 'guest'].map((name) => [join(SOURCE_FOLDER, name), `${BOX}/src/${name}`])
    : [[imageFolder, `${BOX}/src`]];

/** The files Node itself is linked against, so that no library folder has to be shown whole. */
const sharedLibraries = (): string[] => {
  // Without this the report would look up the names of open connections.
  Object.assign(process.report ?? {}, { excludeNetwork: true });
  const report = process.report?.getReport() as { sharedObjects?: string[] } | undefined;
  return (report?.sharedObjects ?? []).filter(
    (path) => path.startsWith('/') && !path.endsWith('.node') && existsSync(path),
  );
};

/** Undefined where bwrap can box Node on this machine, else the first line of what it said. */
const tryBox = (bwrap: string, options: LaunchOptions): string | undefined => {
  const [command = bwrap, ...args] = boxArguments(bwrap, options);
  const trial = spawnSync(command, [...args, `${BOX}/node`, '--version'], {
    env: {},
    timeout: 10_000,
    encoding: 'utf8',
  });
  if (trial.status === 0) return undefined;
  return (trial.stderr || trial.error?.message || `it ended with ${trial.status ?? trial.signal}`)
    .trim()
    .split('\n')[0]
    ?.slice(0, 200);
};

/** Sources run as they are; the published package carries JavaScript. */
const entryName = (): string => `process-entry${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`;

const moduleFolder = (name: string): string => {
  const parts = require.resolve(name).split(/[\\/]/);
  const at = parts.lastIndexOf('node_modules');
  return parts.slice(0, at + 2).join('/');
};

const findProgram = (name: string, searchPath: string): string | undefined =>
  searchPath
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
