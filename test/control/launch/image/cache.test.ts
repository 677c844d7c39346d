// Tests that the runner's image is built once and used again, as long as nobody else can write to its folder.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { RunnerImage } from '../../../../src/control/launch/image/build.ts';
import { keptRunnerImage } from '../../../../src/control/launch/image/cache.ts';

describe("the runner's image", () => {
  let home: string;
  let folder: string;
  let built: number;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'toolcell-images-'));
    folder = join(home, 'images');
    built = 0;
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const build = async (): Promise<RunnerImage> => {
    built += 1;
    const own = mkdtempSync(join(home, 'built-'));
    mkdirSync(join(own, 'runner'));
    writeFileSync(join(own, 'runner', 'process-entry.js'), 'export {};');
    return { folder: own, digest: 'd1', remove: () => rmSync(own, { recursive: true, force: true }) };
  };
  const open = (): Promise<RunnerImage> => keptRunnerImage(folder, build);

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
