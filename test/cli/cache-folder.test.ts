// Compiled code is kept between starts and trusted, so it is kept in a folder that only its user can write to.

import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { onWindows, skipWithout } from '../support/skip.ts';

// JavaScript without types, since both entries load it before TypeScript can be.
const { codeFolderIn } = (await import('../../src/shared/lifetime/cache-folder.js' as string)) as {
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

  it('is made so that only its owner can use it', () => {
    expect(codeFolderIn(cache)).to.equal(join(cache, 'code'));
    for (const folder of [cache, join(cache, 'code')]) expect(statSync(folder).mode & 0o777).to.equal(0o700);
  });

  it('is used again, even if others may read it', () => {
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

  it('is not used if it belongs to another user', function () {
    skipWithout(this, 'a folder of another user', process.getuid?.() === 0 ? undefined : 'not root');
    for (const path of ['code', '.']) {
      mkdirSync(join(cache, 'code'), { recursive: true, mode: 0o700 });
      chownSync(join(cache, path), 65_534, 65_534);
      expect(codeFolderIn(cache), path).to.equal(undefined);
      rmSync(cache, { recursive: true });
    }
  });

  it('is undefined for a user without a home, and if it cannot be made', () => {
    expect(codeFolderIn(undefined)).to.equal(undefined);
    writeFileSync(cache, '');
    expect(codeFolderIn(cache)).to.equal(undefined);
  });
});
