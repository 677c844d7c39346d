// A process that counts one key up by compare-and-set, beside others that do the same. Started by a test: settings as JSON, then how often.

import { Store, type StoreSettings } from '../../../../src/control/capabilities/store.ts';
import { asker } from '../stores.ts';

const [, , settingsText = '', times = '0'] = process.argv;
const store = new Store(JSON.parse(settingsText) as StoreSettings);
const ask = asker(store, { pluginName: 'counting' });

const countUp = async (): Promise<void> => {
  for (;;) {
    const { given, error } = await ask({ op: 'get', key: 'count' });
    if (error) throw new Error(error.message);
    const value = String(Number(given?.value ?? '0') + 1);
    const written = await ask({ op: 'set', key: 'count', value, ifVersion: given?.version ?? null });
    if (!written.error) return;
    if (written.error.name !== 'ConflictError') throw new Error(written.error.message);
  }
};

for (let i = 0; i < Number(times); i += 1) await countUp();
await store.close();
