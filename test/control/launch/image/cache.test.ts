// Tests that the runner's image is built once and used again, as long as nobody else can write to its folder.

import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { RunnerImage } from '../../../../src/control/launch/image/build.ts';
import { keptRunnerImage } from '../../../../src/control/launch/image/cache.ts';
import { contentOf } from '../../../../src/control/launch/image/content.ts';
import { keptImages } from '../../../../src/control/launch/image/kept.ts';

describe("the runner's image", () => {
  let home: string;
  let folder: string;
  let built: number;
  let damaged: string[];

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'toolcell-images-'));
    folder = join(home, 'images');
    built = 0;
    damaged = [];
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const build = async (): Promise<RunnerImage> => {
    built += 1;
    const own = mkdtempSync(join(home, 'built-'));
    mkdirSync(join(own, 'runner'));
    writeFileSync(join(own, 'runner', 'process-entry.js'), 'export {};');
    writeFileSync(join(own, 'package.json'), '{}');
    writeFileSync(join(own, 'openssl.cnf'), '');
    const remove = (): void => rmSync(own, { recursive: true, force: true });
    return { folder: own, digest: 'd1', content: contentOf(own), remove };
  };
  const open = (): Promise<RunnerImage> =>
    keptRunnerImage(folder, { build, onDamaged: (path) => void damaged.push(path) });

  it('is built once, and the next start finds it complete', async () => {
    (await open()).remove();
    const again = await open();
    expect(built).to.equal(1);
    expect(again.digest).to.equal('d1');
    expect(readFileSync(join(again.folder, 'runner', 'process-entry.js'), 'utf8')).to.equal('export {};');
    // A running server has its own copy, even if the cached image is removed.
    rmSync(folder, { recursive: true });
    expect(existsSync(join(again.folder, 'runner', 'process-entry.js'))).to.equal(true);
    again.remove();
    expect(existsSync(again.folder)).to.equal(false);
  });

  it('is built again if others may write to the folder or to its content', async () => {
    if (process.platform === 'win32') return;
    const first = await open();
    first.remove();
    const [kept = ''] = readdirSync(folder);
    chmodSync(join(folder, kept), 0o777);
    await open();
    expect(built).to.equal(2);
    chmodSync(join(folder, kept), 0o755);
    chmodSync(folder, 0o777);
    await open();
    expect(built).to.equal(3);
  });

  const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
    'cut off': (path) => truncateSync(path),
    'other bytes of the same length': (path) => writeFileSync(path, randomBytes(statSync(path).size)),
    gone: (path) => rmSync(path),
    'one more': (path) => writeFileSync(`${path}.other`, ''),
  };
  for (const [name, damage] of Object.entries(DAMAGES))
    it(`is found to be damaged, built again and told, whichever file it is: ${name}`, async () => {
      const { content, folder: own } = await open();
      let starts = 1;
      for (const file of ['runner/process-entry.js', 'package.json', 'openssl.cnf']) {
        if (readFileSync(join(own, file)).length === 0 && !['gone', 'one more'].includes(name)) continue;
        const [kept = ''] = readdirSync(folder);
        damage(join(folder, kept, file));
        expect(keptImages(folder)).to.deep.equal([{ path: join(folder, kept), isWhole: false }]);
        const again = await open();
        starts += 1;
        expect([again.content, contentOf(again.folder)]).to.deep.equal([content, content]);
        expect([built, damaged.length, damaged.at(-1)]).to.deep.equal([starts, starts - 1, join(folder, kept)]);
        expect(keptImages(folder)).to.deep.equal([{ path: join(folder, kept), isWhole: true }]);
      }
      await open();
      expect(built).to.equal(starts);
    });

  it('is built if nothing can be cached', async () => {
    writeFileSync(folder, 'a file in its place');
    expect((await open()).digest).to.equal('d1');
    expect((await open()).digest).to.equal('d1');
    expect(built).to.equal(2);
  });

  it('is removed if no start has used it for a month', async () => {
    mkdirSync(join(folder, 'old.d0'), { recursive: true });
    utimesSync(join(folder, 'old.d0'), 1, 1);
    await open();
    expect(readdirSync(folder).filter((name) => name.startsWith('old'))).to.deep.equal([]);
    await open();
    expect(built).to.equal(1);
  });
});
