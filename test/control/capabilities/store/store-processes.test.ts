// Several processes that use one store at once: what one read is not overwritten unseen by another.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { Store } from '../../../../src/control/capabilities/store.ts';
import { skipWithout } from '../../../support/skip.ts';
import { asker, KINDS, missingFor, PLACES } from '../stores.ts';

const run = promisify(execFile);
const COUNTING = join(import.meta.dirname, 'store-counting.ts');
const TIMES = 150;
/** Has each thread of a process begin 3 s late, as on a very busy machine: later than a host request may take. */
const LATE_THREADS = `data:text/javascript,${encodeURIComponent(
  "import { isMainThread } from 'node:worker_threads'; if (!isMainThread) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);",
)}`;

for (const kind of KINDS)
  describe(`the store on ${kind}, used by several processes`, function () {
    this.timeout(60_000);

    it('loses no count if three processes count at once from the first request on', async function () {
      skipWithout(this, `the store on ${kind}`, missingFor(kind));
      const place = await PLACES[kind]();
      try {
        const words = [COUNTING, JSON.stringify(place.settings), String(TIMES)];
        await Promise.all([1, 2, 3].map(() => run(process.execPath, words)));
        const store = new Store(place.settings);
        const { given } = await asker(store, { pluginName: 'counting' })({ op: 'get', key: 'count' });
        await store.close();
        expect(given?.value).to.equal(String(3 * TIMES));
      } finally {
        await place.end();
      }
    });
  });

describe('the store on sqlite, whose thread takes long to start', function () {
  this.timeout(60_000);

  it('counts the start against no host request', async () => {
    const place = await PLACES.sqlite();
    try {
      await run(process.execPath, ['--import', LATE_THREADS, COUNTING, JSON.stringify(place.settings), '2']);
      const store = new Store(place.settings);
      const { given } = await asker(store, { pluginName: 'counting' })({ op: 'get', key: 'count' });
      await store.close();
      expect(given?.value).to.equal('2');
    } finally {
      await place.end();
    }
  });
});
