// A file that is written whole or not at all.

import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { writeWhole } from '../../../src/shared/lifetime/whole-file.ts';
import { skipWithout } from '../../support/skip.ts';

describe('a file that is written whole', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-whole-'));
    path = join(folder, 'file');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('has the mode that is asked for if it is new, and keeps its own if it replaces one', async () => {
    await writeWhole(path, 'before', { mode: 0o600 });
    expect(statSync(path).mode & 0o777).to.equal(0o600);
    chmodSync(path, 0o640);
    await writeWhole(path, 'after', { mode: 0o600 });
    expect(readFileSync(path, 'utf8')).to.equal('after');
    expect(statSync(path).mode & 0o777).to.equal(0o640);
    expect(readdirSync(folder)).to.deep.equal(['file']);
  });

  it('keeps its owner if root writes it, and belongs to the owner of its folder if it is new', async function () {
    skipWithout(this, 'files that root writes for others', process.getuid?.() === 0 ? undefined : 'not root');
    const rightsOf = (): readonly number[] => {
      const { uid, gid, mode } = statSync(path);
      return [uid, gid, mode & 0o777];
    };
    chownSync(folder, 65_534, 65_533);
    await writeWhole(path, 'new', { mode: 0o600 });
    expect(rightsOf()).to.deep.equal([65_534, 65_533, 0o600]);
    chownSync(path, 65_531, 65_532);
    chmodSync(path, 0o640);
    await writeWhole(path, 'after', { mode: 0o600 });
    expect(rightsOf()).to.deep.equal([65_531, 65_532, 0o640]);
    // A link is replaced, and what it leads to stays whose it is.
    const other = join(folder, 'other');
    writeFileSync(other, 'other', { mode: 0o644 });
    rmSync(path);
    symlinkSync(other, path);
    await writeWhole(path, 'after', { mode: 0o600 });
    expect(rightsOf()).to.deep.equal([65_534, 65_533, 0o600]);
    expect([statSync(other).uid, readFileSync(other, 'utf8')]).to.deep.equal([0, 'other']);
    rmSync(other);
  });

  it('is not written by a user who would take it from its owner', async function () {
    skipWithout(this, 'files that another user writes', process.getuid?.() === 0 ? undefined : 'not root');
    chownSync(folder, 65_531, 65_532);
    chmodSync(folder, 0o777);
    for (const [mode, outcome] of [
      [0o600, 'EPERM'],
      [0o640, 'written'],
    ] as const) {
      writeFileSync(path, 'before');
      chmodSync(path, mode);
      chownSync(path, 65_531, 65_532);
      process.setegid?.(65_532);
      process.seteuid?.(65_530);
      const found = await writeWhole(path, 'after').then(
        () => 'written',
        (error: NodeJS.ErrnoException) => (error.path === path ? String(error.code) : error.message),
      );
      process.seteuid?.(0);
      process.setegid?.(0);
      expect(found).to.equal(outcome);
      expect(statSync(path)).to.include({ gid: 65_532 });
      expect(readdirSync(folder)).to.deep.equal(['file']);
    }
  });

  it('is on the disk with its name, unless it can be made again', async () => {
    const probe = await open(folder, 'r');
    const handles = Object.getPrototypeOf(probe) as FileHandle;
    await probe.close();
    const { sync } = handles;
    const flushed: string[] = [];
    handles.sync = async function (this: FileHandle) {
      if ((await this.stat()).isDirectory()) flushed.push(readFileSync(path, 'utf8'));
      return sync.call(this);
    };
    try {
      await writeWhole(path, 'kept');
      await writeWhole(path, 'made again', { isFlushed: false });
    } finally {
      handles.sync = sync;
    }
    expect(flushed).to.deep.equal(['kept']);
  });

  it('stays as it was, with no draft left, if the last check rejects', async () => {
    writeFileSync(path, 'before');
    let entries = 0;
    const beforeRename = async (): Promise<void> => {
      entries = readdirSync(folder).length;
      throw new Error('no');
    };
    const error = await writeWhole(path, 'after', { beforeRename }).catch((reason: Error) => reason);
    expect(error).to.have.property('message', 'no');
    expect(entries).to.equal(2);
    expect(readFileSync(path, 'utf8')).to.equal('before');
    expect(readdirSync(folder)).to.deep.equal(['file']);
  });
});
