// A thread of a side pool in tests. Each task says what becomes of it.

import { setTimeout } from 'node:timers/promises';

let done = 0;

export default async (what: string): Promise<string | undefined> => {
  if (what === 'exit') process.exit(3);
  if (what === 'late throw') {
    queueMicrotask(() => {
      throw new Error('late');
    });
    return new Promise(() => {});
  }
  if (what === 'memory') for (const all: string[][] = []; ; ) all.push(Array(100_000).fill('x'));
  if (what === 'throw') throw new RangeError('no');
  if (what === 'wait') await setTimeout(100);
  if (what === 'spin') for (;;);
  if (what === 'nothing') return undefined;
  if (what === 'environment') return JSON.stringify(process.env);
  done += 1;
  return `${what} ${done}`;
};
