// Commands share the runner's image in the cache folder: building it takes longer than the rest of a short command.

import { mkdirSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { EXIT } from '../../src/cli/common/command.ts';
import { runBin, temporaryFolder } from './run-command.ts';

const A_DAY_MS = 24 * 3_600_000;

describe('commands of toolcell one after the other', () => {
  const folder = temporaryFolder();
  after(() => folder.remove());

  it('build the image of the runner only once', async () => {
    const cacheHome = join(folder.path, 'cache');
    const images = join(cacheHome, 'toolcell', 'images');
    mkdirSync(join(folder.path, 'plugins'));
    const status = () => runBin(['status'], { cwd: folder.path, env: { XDG_CACHE_HOME: cacheHome } });
    expect(await status()).to.include({ code: EXIT.done });
    const [image = '', ...others] = readdirSync(images);
    expect(image).to.match(/^[0-9a-f]{64}\.[0-9a-f]{64}\.[0-9a-f]{64}$/);
    expect(others).to.deep.equal([]);
    // A start that uses a kept image marks it as used.
    const yesterday = new Date(Date.now() - A_DAY_MS);
    utimesSync(join(images, image), yesterday, yesterday);
    expect(await status()).to.include({ code: EXIT.done });
    expect(readdirSync(images)).to.deep.equal([image]);
    expect(Date.now() - statSync(join(images, image)).mtimeMs).to.be.lessThan(A_DAY_MS / 2);
  });
});
