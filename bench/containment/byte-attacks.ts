// Attacks on what is shared by bytes: the listening thread, the thread that checks results, memory for responses, the thread that maps stacks.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Attack, callersOf } from './neighbour.ts';
import { tallyText } from './statistics.ts';

const BAD_BODIES = fileURLToPath(new URL('./bad-bodies-process.ts', import.meta.url));
const SLOW_UPSTREAM = fileURLToPath(new URL('./slow-upstream-process.ts', import.meta.url));

/** A result of very many values, which is dear to parse and cheap to make. */
export const bigResults: Attack = {
  name: 'big results',
  does: 'One caller after the other of a tool whose result is 3.6 MB of small arrays in each other.',
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

/** As many messages as a call may send through its runner's channel, which the listening thread reads. */
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

/** Bodies of the largest size that are no calls. */
export const badBodies: Attack = {
  name: 'bad bodies',
  does: 'Ten bodies a second of 1.09 MB each, by turns commas, words, 70,000 members of one name and arrays that are cut off.',
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

/** A server that sends nearly all of a response, and waits. */
export const responses = async (): Promise<Attack> => {
  const upstream: ChildProcess = fork(SLOW_UPSTREAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [origin] = (await once(upstream, 'message')) as [string];
  return {
    name: 'responses',
    does: 'A tool that was granted a server which sends 3.9 of 4 MB and waits, called by 120 callers.',
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

/** Text that looks like stacks, with places that are made up. */
export const stacks: Attack = {
  name: 'stacks',
  does: 'Three plugins of half a megabyte each that log 64 made-up places in a call, six calls a second together.',
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
