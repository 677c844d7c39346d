// Stamps of files: what has changed has another one, and nothing that lies in a folder makes them fail.

import { chmodSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { BUNDLE_FILES } from '../../../src/catalog/bundle/bundle-caps.ts';
import { bundleStamps, fileStamps, MOST_FILES } from '../../../src/catalog/bundle/stamps.ts';

describe('stamps', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-stamps-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are the same for what has not changed, in folders of any depth', async () => {
    mkdirSync(join(folder, 'a', 'b', 'c'), { recursive: true });
    writeFileSync(join(folder, 'a', 'b', 'c', 'file'), 'x');
    symlinkSync('/nowhere', join(folder, 'a', 'link'));
    const stamps = await fileStamps(folder);
    expect([...stamps.keys()].toSorted()).to.deep.equal(['a', 'a/b', 'a/b/c', 'a/b/c/file', 'a/link']);
    expect(await fileStamps(folder)).to.deep.equal(stamps);
  });

  it('of a bundle differ after each kind of change', async () => {
    const seen = new Set<string | undefined>();
    const steps: readonly (() => void)[] = [
      () => mkdirSync(join(folder, 'one')),
      () => writeFileSync(join(folder, 'one', 'file'), 'x'),
      () => writeFileSync(join(folder, 'one', 'file'), 'xy'),
      () => linkSync(join(folder, 'one', 'file'), join(folder, 'one', 'other')),
      () => mkdirSync(join(folder, 'one', 'empty')),
      () => chmodSync(join(folder, 'one', 'file'), 0o600),
      () => rmSync(join(folder, 'one', 'other')),
      () => rmSync(join(folder, 'one'), { recursive: true }),
      () => writeFileSync(join(folder, 'one'), 'a file of the same name'),
    ];
    for (const step of steps) {
      step();
      seen.add((await bundleStamps(folder))?.get('one'));
    }
    expect(seen.size).to.equal(steps.length);
  });

  it('leave out signatures by themselves, hidden files and what is gone', async () => {
    for (const name of ['x.tgz', 'x.tgz.minisig', '.hidden']) writeFileSync(join(folder, name), 'x');
    expect([...((await bundleStamps(folder)) ?? new Map()).keys()]).to.deep.equal(['x.tgz']);
    expect([...((await bundleStamps(folder, ['x.tgz', 'gone'])) ?? new Map()).keys()]).to.deep.equal(['x.tgz']);
    expect((await bundleStamps(join(folder, 'absent')))?.size).to.equal(0);
  });

  it('are taken of what is no folder, of what has gone and of what cannot be read, without an error', async () => {
    writeFileSync(join(folder, 'file'), 'x');
    expect([...(await fileStamps(join(folder, 'file')))]).to.deep.equal([['', 'ENOTDIR']]);
    expect([...(await fileStamps(join(folder, 'absent')))]).to.deep.equal([['', 'ENOENT']]);
    expect((await bundleStamps(join(folder, 'file')))?.size).to.equal(0);
    const tooLong = 'x'.repeat(300);
    expect((await bundleStamps(folder, [tooLong]))?.get(tooLong)).to.equal('ENAMETOOLONG');
  });

  it('cover more files than a bundle may have', () => {
    expect(MOST_FILES).to.be.above(BUNDLE_FILES);
  });
});
