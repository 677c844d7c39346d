// A process that fills the disk under its store, makes room, and goes on. Started by a test: the file. Prints what came of each step, as JSON.

import { Store } from '../../../../src/control/capabilities/store.ts';
import { asker } from '../stores.ts';

const [, , file = ''] = process.argv;
const store = new Store({ kind: 'sqlite', file, redisUrl: '' });
const ask = asker(store, { limits: { storeBytes: 100_000_000, storeValueBytes: 1_000_000 } });
const value = JSON.stringify('x'.repeat(100_000));

let written = 0;
let full = await ask({ op: 'set', key: 'k0', value });
while (!full.error && written < 1_000) {
  written += 1;
  full = await ask({ op: 'set', key: `k${written}`, value });
}
const kept = await ask({ op: 'get', key: 'k0' });
for (let i = 0; i < written; i += 1) await ask({ op: 'delete', key: `k${i}` });
const again = await ask({ op: 'set', key: 'again', value: '1' });
await store.close();
process.stdout.write(
  JSON.stringify({ written, full: full.error, kept: kept.given?.value === value, again: again.error ?? 'written' }),
);
