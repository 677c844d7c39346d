// Every command by name. A command's module is loaded only when it is run: `--help` must not wait for esbuild and the sandbox.

import type { Command } from './command.ts';

export interface CommandEntry {
  readonly name: string;
  /** Under which heading help lists it. */
  readonly group: string;
  /** The command's own, here once more so that listing them loads none. */
  readonly summary: string;
  load(): Promise<{ readonly command: Command }>;
}

const WRITE = 'Write plugins';
const OPERATE = 'Operate';
const SHELL = 'In your shell';

/** The commands in the order that help shows. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'new',
    group: WRITE,
    summary: 'Begin a plugin: a folder with a manifest, tools, examples and tests that pass.',
    load: () => import('./commands/new.ts'),
  },
  {
    name: 'dev',
    group: WRITE,
    summary: 'Work on a plugin: loaded anew at each change, called from a prompt, under the limits it will have.',
    load: () => import('./commands/dev.ts'),
  },
  {
    name: 'test',
    group: WRITE,
    summary: "Run a plugin's examples and its own tests in the sandbox, and show how far the limits are.",
    load: () => import('./commands/test.ts'),
  },
  {
    name: 'check',
    group: WRITE,
    summary: "Check a plugin as an operator's server does, and what agents will read of it.",
    load: () => import('./commands/check.ts'),
  },
  {
    name: 'call',
    group: WRITE,
    summary: 'Call one tool, of a plugin on disk or of a server.',
    load: () => import('./commands/call.ts'),
  },
  {
    name: 'pack',
    group: WRITE,
    summary: 'Make one file of a plugin, with its libraries in it: what an operator drops into place.',
    load: () => import('./commands/pack.ts'),
  },
  {
    name: 'keygen',
    group: WRITE,
    summary: 'Make a pair of keys to sign packed plugins with.',
    load: () => import('./commands/keygen.ts'),
  },
  {
    name: 'sign',
    group: WRITE,
    summary: 'Sign a packed plugin, so that an operator can tell whose it is.',
    load: () => import('./commands/sign.ts'),
  },
  {
    name: 'verify',
    group: WRITE,
    summary: 'Tell whether the signature of a packed plugin is good, and whose it is.',
    load: () => import('./commands/verify.ts'),
  },
  {
    name: 'init',
    group: OPERATE,
    summary: 'Make a folder ready to serve from: a configuration with comments, and a plugins folder.',
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'serve',
    group: OPERATE,
    summary: 'Serve the plugins of a folder to agents, as "npm start" does.',
    load: () => import('./commands/serve.ts'),
  },
  {
    name: 'config',
    group: OPERATE,
    summary: 'Print every setting in force, its value, and where the value comes from.',
    load: () => import('./commands/config.ts'),
  },
  {
    name: 'attack',
    group: OPERATE,
    summary: 'Run hostile plugins against your own configuration on this machine, and tell what held.',
    load: () => import('./commands/attack.ts'),
  },
  {
    name: 'add',
    group: OPERATE,
    summary: 'Put a packed plugin into the plugins folder, where a running server takes it up.',
    load: () => import('./commands/add.ts'),
  },
  {
    name: 'remove',
    group: OPERATE,
    summary: 'Take a plugin, or one version of it, out of the plugins folder.',
    load: () => import('./commands/remove.ts'),
  },
  {
    name: 'list',
    group: OPERATE,
    summary: 'List the plugins of a folder, version by version.',
    load: () => import('./commands/list.ts'),
  },
  {
    name: 'status',
    group: OPERATE,
    summary:
      'Tell which plugins of a folder serve, wait or fail, and why; what agents will read, and how many tokens that is.',
    load: () => import('./commands/status.ts'),
  },
  {
    name: 'doctor',
    group: OPERATE,
    summary:
      'Look at all that a server needs on this machine, start a runner for real, and say what to do about what is wrong.',
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'approve',
    group: OPERATE,
    summary: 'Show what a waiting version of a plugin changes, and let it serve.',
    load: () => import('./commands/approve.ts'),
  },
  {
    name: 'grant',
    group: OPERATE,
    summary: 'Let a plugin reach what its manifest asks for: writes it into the configuration.',
    load: () => import('./commands/grant.ts'),
  },
  {
    name: 'revoke',
    group: OPERATE,
    summary: 'Take back all that a plugin was granted: takes it out of the configuration.',
    load: () => import('./commands/revoke.ts'),
  },
  {
    name: 'rollback',
    group: OPERATE,
    summary: 'Go back to the version of a plugin before the one that serves, or to a named one.',
    load: () => import('./commands/rollback.ts'),
  },
  {
    name: 'completion',
    group: SHELL,
    summary: 'Print what makes bash, zsh or fish complete commands and flags.',
    load: () => import('./commands/completion.ts'),
  },
];
