// What doctor says about disks that cannot be had in a test, and about a log in a folder that is not there.

import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { logFile, networkDisks } from '../../../src/cli/doctor/disk.ts';
import { testConfig } from '../../support/config.ts';
import { notLinux, skipWithout } from '../../support/skip.ts';

const NFS = 0x6969;
const EXT4 = 0xef53;

describe('what doctor says about a disk', () => {
  let home: string;
  const at = (...names: readonly string[]): string => join(home, ...names);
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'toolcell-disk-'));
    for (const name of ['plugins', 'store', 'log']) mkdirSync(at(name));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const configWith = () => {
    const config = testConfig(at('plugins'));
    return {
      ...config,
      store: { ...config.store, file: at('store', 'store.sqlite') },
      log: { ...config.log, file: at('log', 'toolcell.log') },
      access: { ...config.access, keysFile: at('log', 'keys.json') },
      audit: { ...config.audit, file: '' },
    };
  };

  it('of another machine is what is kept there, and what was not checked; for SQLite it is a warning', async function () {
    skipWithout(this, 'disks of other machines', notLinux());
    const all = await networkDisks(configWith(), at('plugins'), async () => NFS);
    expect(all.map(({ level }) => level)).to.deep.equal(['good', 'warning', 'good']);
    expect(all[1]?.found).to.equal(
      `${at('store')} is on a network disk (NFS), for the store: that it can be written to was checked, not what happens while it is away`,
    );
    expect(all[1]?.advice).to.match(/store\.file .* or store\.redisUrl/);
    const some = await networkDisks(configWith(), at('plugins'), async (folder) => (folder === at('log') ? NFS : EXT4));
    expect(some.map(({ found }) => found.slice(0, at('log').length))).to.deep.equal([at('log')]);
    expect(await networkDisks(configWith(), at('plugins'))).to.deep.equal([]);
  });

  it('is that the folder of the log is missing, with its parents, and doctor makes none', async () => {
    const { log } = configWith();
    const file = at('no', 'such', 'folder', 'toolcell.log');
    const [finding] = await logFile({ ...configWith(), log: { ...log, file } });
    expect(finding).to.deep.include({ level: 'bad', found: `the folder ${at('no', 'such', 'folder')} does not exist` });
    expect(finding?.advice).to.equal(`make it: mkdir -p ${at('no', 'such', 'folder')}`);
    expect(statSync(at('no'), { throwIfNoEntry: false })).to.equal(undefined);
  });
});
