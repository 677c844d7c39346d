// Turns at the lock file: one process at a time, whatever becomes of the others.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { LOCK_FILE, readLock } from '../../../src/catalog/lock/lock.ts';
import { adminFailure } from '../../../src/catalog/operate/admin-failures.ts';
import { inTurn, NoTurn } from '../../../src/shared/lifetime/turn.ts';
import type { CallError } from '../../../src/shared/protocol/errors.ts';
import { skipWithout } from '../../support/skip.ts';

const WRITER = fileURLToPath(new URL('./lock-writer.ts', import.meta.url));
const PROCESSES = 6;
const TIMES = 15;

describe('turns at the lock file', function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-turns-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const lock = () => ({ folder, name: LOCK_FILE });
  const startWriter = (name: string, times: number): ChildProcess =>
    spawn(process.execPath, [WRITER, folder, name, String(times)], { stdio: ['ignore', 'pipe', 'inherit'] });

  it('lose no change of many processes, though one is killed in the middle of its own', async () => {
    const writers = Array.from({ length: PROCESSES }, (_, index) => startWriter(`writer${index}`, TIMES));
    const doomed = Array.from({ length: 1 }, (_, index) => startWriter(`doomed${index}`, 10_000));
    const killed = doomed.map(async (child, index) => {
      await once(child.stdout as NodeJS.ReadableStream, 'data');
      await setTimeout(100 * index);
      child.kill('SIGKILL');
    });
    const codes = await Promise.all(writers.map(async (child) => (await once(child, 'exit'))[0]));
    await Promise.all(killed);
    expect(codes).to.deep.equal(writers.map(() => 0));
    const names = new Set(Object.keys((await readLock(folder)).plugins));
    const wanted = writers.flatMap((_, index) => Array.from({ length: TIMES }, (__, time) => `writer${index}-${time}`));
    expect(wanted.filter((name) => !names.has(name))).to.deep.equal([]);
  });

  it('never have two inside, and all get theirs', async () => {
    let inside = 0;
    let most = 0;
    let done = 0;
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      // One empty file, and no journal, which a full disk would refuse.
      expect(readdirSync(folder)).to.deep.equal(['.toolcell.lock.turn']);
      await setTimeout(Math.random() * 3);
      inside -= 1;
      done += 1;
    };
    const ask = async (): Promise<void> => {
      for (let times = 0; times < 10; times += 1) await inTurn(lock(), work);
    };
    await Promise.all(Array.from({ length: 8 }, ask));
    expect([most, done]).to.deep.equal([1, 80]);
  });

  it('go on after one that threw', async () => {
    const failed = await inTurn(lock(), () => Promise.reject(new Error('no'))).catch((error: Error) => error.message);
    expect(failed).to.equal('no');
    expect(await inTurn(lock(), async () => 'next')).to.equal('next');
  });

  it('are not waited for without end, and the reason is told', async () => {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = inTurn(lock(), async () => {
      begun.resolve();
      await over;
    });
    await begun.promise;
    const error = await inTurn(lock(), async () => {}, 100).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(NoTurn);
    expect((error as Error).message).to.contain('toolcell.lock: another process has changed it for 0.1 s →');
    // A caller of the admin API learns it without the path of the folder.
    const told = adminFailure(error, folder) as CallError;
    expect(told.failure).to.include({ code: 'overloaded' });
    expect(told.failure.detail).to.match(/^toolcell\.lock: another process/);
    end();
    await first;
    expect(await inTurn(lock(), async () => 'next')).to.equal('next');
  });

  it('are for whoever may write to the folder', async function () {
    skipWithout(this, 'rights of the file of a turn', process.getuid?.() === 0 ? undefined : 'not root');
    chmodSync(folder, 0o770);
    chownSync(folder, 65_534, 65_533);
    await inTurn(lock(), async () => {});
    const { uid, gid, mode } = statSync(join(folder, '.toolcell.lock.turn'));
    expect([uid, gid, mode & 0o777]).to.deep.equal([65_534, 65_533, 0o660]);
  });

  it('cannot be taken in a folder that is not there, which is told with its code', async () => {
    const error = await inTurn({ folder: join(folder, 'gone'), name: LOCK_FILE }, async () => {}).catch(
      (reason: unknown) => reason,
    );
    expect(error).to.have.property('code', 'ENOENT');
  });
});
