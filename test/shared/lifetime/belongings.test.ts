// Folders, files and children that a process has registered are gone when it has ended.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { keepTouched, ownFolder, ownPath } from '../../../src/shared/lifetime/belongings.ts';
import { untilGone } from '../../support/processes.ts';
import { notLinux, skipWithout } from '../../support/skip.ts';

const MODULE = new URL('../../../src/shared/lifetime/belongings.ts', import.meta.url).href;
const DAY_S = 24 * 3_600;

describe('the belongings of a process', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'belongings-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const run = (code: string) =>
    spawnSync(
      process.execPath,
      ['--input-type=module', '-e', `import { OWN_SESSION, ownChild, ownFolder, ownPath } from '${MODULE}'; ${code}`],
      {
        encoding: 'utf8',
        cwd: folder,
      },
    );

  it('are removed when it exits in the middle of something', () => {
    const { status, stdout } = run(`
      import { writeFileSync, readdirSync } from 'node:fs';
      const own = ownFolder('own-', '.');
      writeFileSync(own.path + '/file', 'text');
      const draft = ownPath('draft');
      writeFileSync(draft.path, 'text');
      console.log(readdirSync('.').length);
      setInterval(() => {}, 1_000);
      process.exit(7);`);
    expect([status, stdout.trim()]).to.deep.equal([7, '2']);
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('are killed when it exits, with the processes that they have started', async function () {
    skipWithout(this, 'children of children', notLinux());
    const { stdout } = run(`
      import { spawn } from 'node:child_process';
      const child = ownChild(spawn('/bin/sh', ['-c', 'sleep 60 & echo $!; wait'], { ...OWN_SESSION, stdio: ['ignore', 'pipe', 'ignore'] }));
      child.stdout.on('data', (text) => {
        console.log(child.pid + ' ' + text);
        process.exit();
      });`);
    const processIds = stdout.trim().split(/\s+/).map(Number);
    expect(processIds).to.have.length(2);
    expect(await untilGone(processIds, 3_000)).to.deep.equal([]);
  });

  it('can be removed earlier, and twice', () => {
    const own = ownFolder('own-', folder);
    writeFileSync(join(own.path, 'file'), 'text');
    own.remove();
    own.remove();
    ownPath(join(folder, 'never-made')).remove();
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('are removed a day after it was killed, when another process makes a folder with the same prefix', async function () {
    skipWithout(this, 'folders that were left behind', notLinux());
    const script = `import { ownFolder } from '${MODULE}'; ownFolder('own-', '.'); console.log('made'); setInterval(() => {}, 1_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const [left = ''] = readdirSync(folder);
    ownFolder('own-', folder).remove();
    expect(readdirSync(folder), 'it may still be in use').to.deep.equal([left]);
    const before = Date.now() / 1_000 - DAY_S - 60;
    for (const name of ['another-kind', 'own-target']) mkdirSync(join(folder, name));
    symlinkSync('own-target', join(folder, 'own-link'));
    writeFileSync(join(folder, 'own-file'), 'text');
    for (const name of [left, 'another-kind', 'own-file']) utimesSync(join(folder, name), before, before);
    ownFolder('own-', folder).remove();
    expect(readdirSync(folder).sort()).to.deep.equal(['another-kind', 'own-file', 'own-link', 'own-target']);
  });

  it('are touched for as long as it lives', async () => {
    const path = join(folder, 'own');
    mkdirSync(path);
    utimesSync(path, 1, 1);
    keepTouched([path, join(folder, 'gone')], 10);
    for (let look = 0; look < 200 && statSync(path).mtimeMs < 2_000; look += 1) await setTimeout(10);
    expect(Date.now() - statSync(path).mtimeMs).to.be.below(60_000);
    expect(existsSync(join(folder, 'gone'))).to.equal(false);
  });
});
