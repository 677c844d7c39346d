// Tests that a host has processes for the plugins that were active before, and is ready only then.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Host, startHost } from '../../src/server/host.ts';
import { SHARED_CACHE } from '../support/cache.ts';
import { storeFileOf } from '../support/config.ts';
import { callTool, testConfig, writePlugins } from '../support/host.ts';

const NAMES = ['one', 'two', 'three', 'four', 'five', 'six'];
const PLUGINS = Object.fromEntries(
  NAMES.map((name) => [name, { source: `export const ${name} = () => '${name}';`, tools: { [name]: {} } }]),
);

describe('the start of a host whose plugins were active before', () => {
  const folder = writePlugins(PLUGINS);
  const own = mkdtempSync(join(tmpdir(), 'toolcell-warm-'));
  const { cacheFolder = own }: { readonly cacheFolder?: string } = SHARED_CACHE;
  let host: Host;

  after(() => {
    for (const made of [folder, own]) rmSync(made, { recursive: true });
    for (const ending of ['', '-wal', '-shm']) rmSync(storeFileOf(folder) + ending, { force: true });
  });

  const start = async (): Promise<void> => {
    host = await startHost({
      config: testConfig(folder, { pool: { runners: 5 }, limits: { queueMs: 2_000, wallMs: 5_000 } }),
      searchPath: process.env.PATH ?? '',
      cacheFolder,
      keepsActive: true,
      onCall: () => {},
      onGuestLog: () => {},
    });
  };
  const cordonsReady = async (): Promise<readonly string[]> =>
    (await host.status()).brokers
      .flatMap(({ runners }) => runners.flatMap(({ cordon, state }) => (state === 'ready' ? (cordon ?? []) : [])))
      .map((cordon) => cordon.replace(/^plugin:| .*$/g, ''))
      .toSorted();
  const isReady = async (): Promise<number> => (await fetch(`${host.url}/readyz`)).status;

  it('is ready when those called most have a process, no more than have a place, and refuses no first call', async () => {
    await start();
    try {
      expect(await isReady()).to.equal(200);
      expect(await cordonsReady(), 'nothing was active yet').to.deep.equal([]);
      for (const [rank, name] of NAMES.entries())
        for (let call = 0; call < 2 ** (NAMES.length - rank); call += 1) await callTool(host.url, name);
    } finally {
      await host.close();
    }
    await start();
    try {
      expect(await isReady()).to.equal(200);
      expect(await cordonsReady()).to.deep.equal(['five', 'four', 'one', 'three', 'two']);
      const answers = await Promise.all(NAMES.map((name) => callTool(host.url, name)));
      expect(answers.map(({ status }) => status)).to.deep.equal(NAMES.map(() => 200));
    } finally {
      await host.close();
    }
  }).timeout(120_000);
});
