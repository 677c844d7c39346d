// Attacks that send many bytes to something shared: the listening thread, the thread that checks results, the memory for responses, the
// thread that maps stacks.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Attack, callersOf } from './neighbour.ts';
import { tallyText } from './statistics.ts';

const BAD_BODIES = fileURLToPath(new URL('./bad-bodies-process.ts', import.meta.url));
const SLOW_UPSTREAM = fileURLToPath(new URL('./slow-upstream-process.ts', import.meta.url));

/** A result of very many values: cheap to make and expensive to parse. */
export const bigResults: Attack = {
  name: 'big results',
  does: 'One caller of a tool whose result is 3.6 MB of small nested arrays.',
  host: {
    plugins: {
      big: {
        source:
          'const text = JSON.stringify([[[[[]]]], {}, [[], [{}]]]); export const make = () => Array(150_000).fill(JSON.parse(text));',
        tools: { make: {} },
      },
    },
  },
  begin: callersOf([{ toolName: 'make', callers: 1 }]),
};

/** Sends as many messages as a call may through its runner's channel, which the listening thread reads. */
export const messages: Attack = {
  name: 'messages',
  does: 'Two callers of a tool that writes a thousand lines and starts 900 timers in each call.',
  host: {
    plugins: {
      chatter: {
        source: `export const chat = async () => {
  for (let line = 0; line < 1_000; line += 1) console.log('line ' + line);
  const timers = Array.from({ length: 900 }, (_, n) => new Promise((done) => setTimeout(done, n % 50)));
  return (await Promise.all(timers)).length;
};`,
        tools: { chat: {} },
      },
    },
    changes: { freshState: 'realm' },
  },
  begin: callersOf([{ toolName: 'chat', callers: 2 }]),
};

/** Request bodies of the largest allowed size that are not valid calls. */
export const badBodies: Attack = {
  name: 'bad bodies',
  does: 'Up to ten bodies a second of 1.09 MB each, in turn commas, words, 70,000 members with the same name, and arrays that are cut off.',
  host: { plugins: {} },
  begin: ({ url }) => {
    const child = fork(BAD_BODIES, [url], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    return {
      end: async () => {
        child.send('end');
        const [codes] = (await once(child, 'message')) as [Record<string, number>];
        child.kill('SIGKILL');
        return tallyText(codes);
      },
    };
  },
};

/** Waits for responses of a server that sends nearly all of each and then stops. */
export const responses = async (): Promise<Attack> => {
  const upstream: ChildProcess = fork(SLOW_UPSTREAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [origin] = (await once(upstream, 'message')) as [string];
  return {
    name: 'responses',
    does: '120 callers of a tool that fetches from a server which sends 3.9 of 4 MB and then stops.',
    host: {
      plugins: {
        reader: {
          source: `export const read = async () => (await (await fetch('${origin}/')).text()).length;`,
          tools: { read: {} },
          manifest: { capabilities: { fetch: [{ origin }] } },
        },
      },
      changes: { grants: { reader: { privateFetch: [origin] } } },
    },
    begin: callersOf([{ toolName: 'read', callers: 120 }]),
    close: () => void upstream.kill('SIGKILL'),
  };
};

const LARGE_SOURCE = Array.from(
  { length: 8_000 },
  (_, n) => `export const part${n} = ({ value }) => ({ value, n: ${n} });`,
);
const STACKS = ['one', 'two', 'three'];

/** Logs text that looks like stacks, with made-up places. */
export const stacks: Attack = {
  name: 'stacks',
  does: 'Three plugins of half a megabyte each that log 64 made-up places per call, at six calls a second together.',
  host: {
    plugins: Object.fromEntries(
      STACKS.map((name) => [
        `stacks-${name}`,
        {
          source: `${LARGE_SOURCE.join('\n').replaceAll('export const part', 'const part')}
export const ${name} = () => {
  const place = () => '    at f (index.js:' + Math.ceil(Math.random() * 8_000) + ':' + Math.ceil(Math.random() * 60) + ')';
  console.error(['Error: ${name}', ...Array.from({ length: 64 }, place)].join('\\n'));
  return part0({ value: 1 }).n;
};`,
          tools: { [name]: {} },
        },
      ]),
    ),
  },
  begin: callersOf(STACKS.map((toolName) => ({ toolName, callers: 1, pauseMs: 500 }))),
};
