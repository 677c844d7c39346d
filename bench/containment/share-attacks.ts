// Attacks on things of which each plugin has a share: the store, the places to wait, the runners, the heap of a realm.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Attack, callersOf } from './neighbour.ts';

const WAITING_UPSTREAM = fileURLToPath(new URL('./waiting-upstream-process.ts', import.meta.url));

/** Asks the store as many questions as a call may, all at once, and of the most expensive kind. */
export const store: Attack = {
  name: 'store',
  does: 'Two callers of a tool that asks for 900 lists of 1,000 keys at once, next to a tool that reads and writes one key.',
  host: {
    plugins: {
      'store-flood': {
        source: `export const flood = async (_, { store }) => {
  for (let i = 0; i < 50; i += 1) await store.set('key-' + Math.floor(Math.random() * 1_000), i);
  const lists = Array.from({ length: 900 }, () => store.list({ limit: 1_000 }).then(() => 1, () => 0));
  return (await Promise.all(lists)).reduce((sum, one) => sum + one, 0);
};`,
        tools: { flood: {} },
        manifest: { capabilities: { store: {} } },
      },
      'store-calm': {
        source: `export const count = async (_, { store }) => {
  const before = (await store.get('n')) ?? 0;
  await store.set('n', before + 1);
  return before;
};`,
        tools: { count: {} },
        manifest: { capabilities: { store: {} } },
      },
    },
    changes: { grants: { 'store-flood': { store: true }, 'store-calm': { store: true } }, freshState: 'realm' },
  },
  neighbour: { toolName: 'count', args: {} },
  begin: callersOf([{ toolName: 'flood', callers: 2 }]),
};

const SLEEPER = (toolName: string) => ({
  source: `export const ${toolName} = ({ ms }) => new Promise((resolve) => setTimeout(() => resolve(ms), ms));`,
  tools: { [toolName]: {} },
});

/** Very many callers of a tool that waits and uses nothing else. */
export const queue: Attack = {
  name: 'queue',
  does: '300 callers of a tool that waits 1.5 s.',
  host: { plugins: { sleeper: SLEEPER('sleep') }, changes: { freshState: 'realm' } },
  begin: callersOf([{ toolName: 'sleep', callers: 300, args: { ms: 1_500 } }]),
};

const SLEEPERS = Array.from({ length: 4 }, (_, n) => `sleep${n}`);

/** Plugins that could each keep several runners busy, on a host with few. */
export const runners: Attack = {
  name: 'runners',
  does: 'Four plugins with 20 callers each, whose tools wait 300 ms, on a host with six runners.',
  host: {
    plugins: Object.fromEntries(SLEEPERS.map((toolName) => [`plugin-${toolName}`, SLEEPER(toolName)])),
    changes: { pool: { runners: 6 }, freshState: 'realm' },
  },
  begin: callersOf(SLEEPERS.map((toolName) => ({ toolName, callers: 20, args: { ms: 300 } }))),
};

/** Calls that hold memory while they wait for a server. */
export const realmHeap = async (): Promise<Attack> => {
  const upstream: ChildProcess = fork(WAITING_UPSTREAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [origin] = (await once(upstream, 'message')) as [string];
  return {
    name: 'realm heap',
    does: '48 callers of a tool whose calls hold 2 MB while they wait 300 ms for a server, next to another plugin.',
    host: {
      plugins: {
        holder: {
          source: `export const hold = async () => {
  const held = Array.from({ length: 2_000 }, (_, i) => new Array(128).fill(i));
  const text = await (await fetch('${origin}/')).text();
  return text.length + held.length;
};`,
          tools: { hold: {} },
          manifest: { capabilities: { fetch: [{ origin }] } },
        },
      },
      changes: { grants: { holder: { privateFetch: [origin] } }, freshState: 'realm' },
    },
    begin: callersOf([{ toolName: 'hold', callers: 48 }]),
    close: () => void upstream.kill('SIGKILL'),
  };
};
