// A hundred upgrades of a plugin under load. The host tier has ten of them, and all other tests of folders that change.

import { rmSync } from 'node:fs';
import { expect } from 'chai';
import { type Host, startHost } from '../../src/server/host.ts';
import { SHARED_CACHE } from '../support/cache.ts';
import { testConfig, writePlugins } from '../support/host.ts';
import { NAME, putBundle, swapUnderCalls } from './counter-versions.ts';

describe('a plugins folder that changes a hundred times', function () {
  this.timeout(600_000);
  let folder: string;
  let host: Host;

  before(async () => {
    folder = writePlugins({});
    putBundle(folder, NAME, { version: '1.0.0' });
    const config = testConfig(folder, { limits: { queueMs: 5_000 } });
    host = await startHost({
      config: { ...config, plugins: { ...config.plugins, watch: false } },
      searchPath: process.env.PATH ?? '',
      ...SHARED_CACHE,
      onCall: () => {},
      onGuestLog: () => {},
    });
  });
  after(async () => {
    await host?.close();
    rmSync(folder, { recursive: true });
  });

  it('loses none of 20,000 calls during 100 swaps, and mixes none up', async () => {
    const { wrong, seen } = await swapUnderCalls({ folder, host }, { swaps: 100, calls: 20_000 });
    expect(wrong).to.deep.equal([]);
    expect(seen.size).to.be.greaterThan(80);
  });
});
