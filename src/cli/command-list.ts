// The list of all commands. A command's module is loaded only when the command runs, so that `--help` does not wait for esbuild and the sandbox.

import type { CommandEntry } from './common/command.ts';

const inGroup = (group: string, entries: readonly Omit<CommandEntry, 'group'>[]): readonly CommandEntry[] =>
  entries.map((entry) => ({ group, ...entry }));

/** The commands in the order that help shows. */
export const COMMANDS: readonly CommandEntry[] = [
  ...inGroup('Write plugins', [
    {
      name: 'new',
      summary: 'Begin a plugin: a folder with a manifest, tools, examples and tests that pass.',
      load: () => import('./commands/new.ts'),
    },
    {
      name: 'import',
      summary: 'Make a plugin of something that exists already, such as an API that has an OpenAPI document.',
      load: () => import('./commands/import.ts'),
    },
    {
      name: 'dev',
      summary: 'Work on a plugin: call it from a prompt, under the limits it will have. It is reloaded at each change.',
      load: () => import('./commands/dev.ts'),
    },
    {
      name: 'test',
      summary: "Run a plugin's examples and tests in the sandbox, and show how close its calls come to the limits.",
      load: () => import('./commands/test.ts'),
    },
    {
      name: 'check',
      summary: "Check a plugin as an operator's server does, and check the texts that agents will read.",
      load: () => import('./commands/check.ts'),
    },
    {
      name: 'call',
      summary: 'Call one tool, of a plugin on disk or of a server.',
      load: () => import('./commands/call.ts'),
    },
    {
      name: 'pack',
      summary: 'Pack a plugin and its libraries into one file, for an operator to put into a plugins folder.',
      load: () => import('./commands/pack.ts'),
    },
    {
      name: 'keygen',
      summary: 'Make a pair of keys to sign packed plugins with.',
      load: () => import('./commands/keygen.ts'),
    },
    {
      name: 'sign',
      summary: 'Sign a packed plugin, so that an operator can tell whose it is.',
      load: () => import('./commands/sign.ts'),
    },
    {
      name: 'verify',
      summary: 'Tell whether the signature of a packed plugin is good, and whose it is.',
      load: () => import('./commands/verify.ts'),
    },
  ]),
  ...inGroup('Call tools', [
    {
      name: 'mcp',
      summary: 'Speak MCP over standard streams, for a client that starts its servers as programs.',
      load: () => import('./commands/mcp.ts'),
    },
    {
      name: 'connect',
      summary: 'Print what Claude, VS Code, Cursor and other clients of MCP need to know of a server, or write it.',
      load: () => import('./commands/connect.ts'),
    },
    {
      name: 'run',
      summary: 'Run a script on a server, which calls tools there and answers with the part that matters.',
      load: () => import('./commands/run.ts'),
    },
    {
      name: 'types',
      summary: "Write TypeScript types of a server's tools, so that the compiler checks the calls of a program.",
      load: () => import('./commands/types.ts'),
    },
  ]),
  ...inGroup('Operate', [
    {
      name: 'init',
      summary: 'Set up a folder to serve from: a configuration with comments, and a plugins folder.',
      load: () => import('./commands/init.ts'),
    },
    {
      name: 'serve',
      summary: 'Serve the plugins of a folder to agents, as "npm start" does.',
      load: () => import('./commands/serve.ts'),
    },
    {
      name: 'config',
      summary: 'Print every setting in force, its value, and where the value comes from.',
      load: () => import('./commands/config.ts'),
    },
    {
      name: 'attack',
      summary: 'Run hostile plugins against your own configuration on this machine, and tell which attacks were held.',
      load: () => import('./commands/attack.ts'),
    },
    {
      name: 'add',
      summary: 'Put a packed plugin into the plugins folder, where a running server takes it up.',
      load: () => import('./commands/add.ts'),
    },
    {
      name: 'remove',
      summary: 'Take a plugin, or one version of it, out of the plugins folder.',
      load: () => import('./commands/remove.ts'),
    },
    {
      name: 'list',
      summary: 'List the plugins of a folder, version by version.',
      load: () => import('./commands/list.ts'),
    },
    {
      name: 'status',
      summary:
        'Tell which plugins of a folder serve, wait or fail, and why; what agents will read, and how many tokens that is.',
      load: () => import('./commands/status.ts'),
    },
    {
      name: 'doctor',
      summary:
        'Check everything that a server needs on this machine, start a real runner, and say what to do about each fault.',
      load: () => import('./commands/doctor.ts'),
    },
    {
      name: 'calls',
      summary: 'List calls from the log: by tool, client, key, outcome, time or duration.',
      load: () => import('./commands/calls.ts'),
    },
    {
      name: 'why',
      summary: 'Tell the story of a call from the log: who called what, how it ended and why, and what to do.',
      load: () => import('./commands/why.ts'),
    },
    {
      name: 'approve',
      summary: 'Show what a waiting version of a plugin changes, and let it serve.',
      load: () => import('./commands/approve.ts'),
    },
    {
      name: 'grant',
      summary: 'Grant a plugin what its manifest asks for, by writing it into the configuration.',
      load: () => import('./commands/grant.ts'),
    },
    {
      name: 'key',
      summary: 'Create, list, rotate and revoke the API keys with which callers come in.',
      load: () => import('./commands/key.ts'),
    },
    {
      name: 'admin',
      summary: 'Create, list and revoke the keys with which operators and programs use the admin API.',
      load: () => import('./commands/admin.ts'),
    },
    {
      name: 'access',
      summary: 'Explain what a caller may call, and which rule of the configuration says so.',
      load: () => import('./commands/access.ts'),
    },
    {
      name: 'audit',
      summary: 'Check that no entry of the audit log was changed or removed, or show its entries.',
      load: () => import('./commands/audit.ts'),
    },
    {
      name: 'revoke',
      summary: 'Take back everything that a plugin was granted, by removing it from the configuration.',
      load: () => import('./commands/revoke.ts'),
    },
    {
      name: 'rollback',
      summary: 'Go back to the version of a plugin before the one that serves, or to a named one.',
      load: () => import('./commands/rollback.ts'),
    },
  ]),
  ...inGroup('In your shell', [
    {
      name: 'completion',
      summary: 'Print a script that makes bash, zsh or fish complete commands and flags.',
      load: () => import('./commands/completion.ts'),
    },
  ]),
];
