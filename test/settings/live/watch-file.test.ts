// Files that are looked at again and again: what counts as a change, and what a slow disk costs.

import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { watchFiles } from '../../../src/settings/live/watch-file.ts';

describe('files that are watched', () => {
  let folder: string;
  let path: string;
  let changes: number;
  let watch: { close: () => void } | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-watch-'));
    path = join(folder, 'a.json');
    changes = 0;
  });
  afterEach(() => {
    watch?.close();
    rmSync(folder, { recursive: true });
  });
  const start = (stampOf?: (path: string) => Promise<string>): void => {
    const onChange = (): void => {
      changes += 1;
    };
    watch = watchFiles(() => [path], onChange, 20, stampOf);
  };
  const until = async (isTrue: () => boolean): Promise<void> => {
    for (let turn = 0; !isTrue() && turn < 250; turn += 1) await setTimeout(20);
    expect(isTrue()).to.equal(true);
  };

  it('report changes after a pause, also if they are made or removed', async () => {
    start();
    await setTimeout(100);
    expect(changes).to.equal(0);
    writeFileSync(path, 'one');
    await until(() => changes === 1);
    utimesSync(path, 1, 1);
    await until(() => changes === 2);
    rmSync(path);
    await until(() => changes === 3);
  });

  it('report what changes right after the watch has begun', async () => {
    writeFileSync(path, 'one');
    start();
    writeFileSync(path, 'other');
    await until(() => changes === 1);
  });

  it('are looked at once at a time, and hold up nothing, however long the disk takes', async () => {
    const looks: PromiseWithResolvers<string>[] = [];
    start(() => {
      const look = Promise.withResolvers<string>();
      looks.push(look);
      return look.promise;
    });
    await until(() => looks.length === 1);
    await setTimeout(100);
    expect(looks).to.have.length(1);
    looks[0]?.resolve('changed');
    await until(() => looks.length === 2);
    expect(changes, 'it may not be at rest').to.equal(0);
    looks[1]?.resolve('changed');
    await until(() => looks.length === 3);
    expect(changes).to.equal(1);
  });

  it('have not changed if the disk cannot tell, and are not reported after the end', async () => {
    writeFileSync(path, 'one');
    let looks = 0;
    start(async () => {
      looks += 1;
      throw new Error('the disk is away');
    });
    await until(() => looks > 3);
    expect(changes).to.equal(0);
    watch?.close();
    const before = looks;
    await setTimeout(60);
    expect(looks).to.equal(before);
  });
});
