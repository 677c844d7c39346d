// Compiled code is kept between starts, and believed: so it lies where nobody else can write.

import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { onWindows, skipWithout } from '../support/skip.ts';

// JavaScript without types, since both entries load it before TypeScript can be.
const { codeFolderIn } = (await import('../../src/cache-folder.js' as string)) as {
  codeFolderIn(cacheFolder: string | undefined): string | undefined;
};

describe('the folder of compiled code', () => {
  let home: string;
  let cache: string;
  beforeEach(function () {
    skipWithout(this, 'who owns the folder of compiled code', onWindows());
    home = mkdtempSync(join(tmpdir(), 'toolcell-cache-'));
    cache = join(home, 'toolcell');
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it('is made for its owner alone', () => {
    expect(codeFolderIn(cache)).to.equal(join(cache, 'code'));
    for (const folder of [cache, join(cache, 'code')]) expect(statSync(folder).mode & 0o777).to.equal(0o700);
  });

  it('is used again, also one that others may read', () => {
    mkdirSync(join(cache, 'code'), { recursive: true, mode: 0o755 });
    expect(codeFolderIn(cache)).to.equal(join(cache, 'code'));
  });

  for (const [what, path] of [
    ['it', 'code'],
    ['the folder around it', '.'],
  ] as const)
    for (const mode of [0o777, 0o770, 0o722])
      it(`is not used if others may write to ${what} (${mode.toString(8)})`, () => {
        mkdirSync(join(cache, 'code'), { recursive: true, mode: 0o700 });
        chmodSync(join(cache, path), mode);
        expect(codeFolderIn(cache)).to.equal(undefined);
      });

  it('is not used if it is of another user', function () {
    skipWithout(this, 'a folder of another user', process.getuid?.() === 0 ? undefined : 'not root');
    for (const path of ['code', '.']) {
      mkdirSync(join(cache, 'code'), { recursive: true, mode: 0o700 });
      chownSync(join(cache, path), 65_534, 65_534);
      expect(codeFolderIn(cache), path).to.equal(undefined);
      rmSync(cache, { recursive: true });
    }
  });

  it('is none for a user without a home, and where none can be made', () => {
    expect(codeFolderIn(undefined)).to.equal(undefined);
    writeFileSync(cache, '');
    expect(codeFolderIn(cache)).to.equal(undefined);
  });
});
