// A file that is written whole or not at all.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { writeWhole } from '../../../src/shared/lifetime/whole-file.ts';

describe('a file that is written whole', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-whole-'));
    path = join(folder, 'file');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('replaces the one before and has the mode that is asked for', async () => {
    writeFileSync(path, 'before');
    await writeWhole(path, 'after', { mode: 0o600 });
    expect(readFileSync(path, 'utf8')).to.equal('after');
    expect(statSync(path).mode & 0o777).to.equal(0o600);
    expect(readdirSync(folder)).to.deep.equal(['file']);
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
