// A process that fills the disk under its store, makes room beside it, and waits until the store has noticed. Started by a test: the file. Prints what
// came of each step, as JSON.

import { rmSync, writeFileSync } from 'node:fs';
import { Store } from '../../../../src/control/capabilities/store.ts';
import { asker, wait } from '../stores.ts';

const [, , file = ''] = process.argv;
const store = new Store({ kind: 'sqlite', file, redisUrl: '' });
const ask = asker(store, { limits: { storeBytes: 100_000_000, storeValueBytes: 1_000_000 } });
const value = JSON.stringify('x'.repeat(100_000));

const other = `${file}.other`;
writeFileSync(other, Buffer.alloc(1_000_000));
let written = 0;
let full = await ask({ op: 'set', key: 'k0', value });
while (!full.error && written < 1_000) {
  written += 1;
  full = await ask({ op: 'set', key: `k${written}`, value });
}
const kept = await ask({ op: 'get', key: 'k0' });
await wait(600);
const stillFull = (await store.trouble()) !== undefined;
rmSync(other);
for (let tries = 0; tries < 100 && (await store.trouble()) !== undefined; tries += 1) await wait(100);
const noticed = (await store.trouble()) === undefined;
const again = await ask({ op: 'set', key: 'again', value: '1' });
await store.close();
process.stdout.write(
  JSON.stringify({
    written,
    full: full.error,
    kept: kept.given?.value === value,
    stillFull,
    again: noticed ? (again.error ?? 'written') : 'not noticed',
  }),
);
