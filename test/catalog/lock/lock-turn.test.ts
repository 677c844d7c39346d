// Turns at the lock file: one process at a time, whatever becomes of the others.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { LOCK_FILE, readLock } from '../../../src/catalog/lock/lock.ts';
import { inTurn, TurnLost } from '../../../src/shared/lifetime/turn.ts';

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

  it('never have two inside, though tickets are left behind all the time', async () => {
    let inside = 0;
    let most = 0;
    let done = 0;
    const leaveTicket = (): void => {
      const path = join(folder, `.toolcell.lock.turn.${String(done).padStart(15, '0')}.left-behind-${done}`);
      writeFileSync(path, '');
      utimesSync(path, 1, 1);
    };
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await setTimeout(Math.random() * 3);
      inside -= 1;
      done += 1;
      leaveTicket();
    };
    const ask = async (): Promise<void> => {
      for (let times = 0; times < 10; times += 1) await inTurn(lock(), work);
    };
    await Promise.all(Array.from({ length: 8 }, ask));
    expect([most, done]).to.deep.equal([1, 80]);
  });

  it('are not taken from work that takes longer than a ticket may lie untouched', async () => {
    const staleMs = 1_000;
    const order: string[] = [];
    const first = inTurn(
      lock(),
      async (stillMine) => {
        await setTimeout(1.5 * staleMs);
        await stillMine();
        order.push('first');
      },
      staleMs,
    );
    await setTimeout(100);
    const others = ['second', 'third'].map((name) => inTurn(lock(), async () => order.push(name), staleMs));
    await Promise.all([first, ...others]);
    expect(order[0]).to.equal('first');
    expect(order).to.have.members(['first', 'second', 'third']);
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('pass on when a process was stopped, which then learns that its turn is over', async () => {
    let isOver: unknown;
    await inTurn(lock(), async (stillMine) => {
      for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1, 1);
      await inTurn(lock(), async () => {});
      isOver = await stillMine().catch((error: unknown) => error);
    });
    expect(isOver).to.be.instanceOf(TurnLost);
    expect(readdirSync(folder).filter((name) => name !== LOCK_FILE)).to.deep.equal([]);
  });

  it('are given in the order in which they were asked for', async () => {
    const order: number[] = [];
    const asked: Promise<unknown>[] = [];
    const { promise: allHaveAsked, resolve: letGo } = Promise.withResolvers<void>();
    for (let index = 0; index < 10; index += 1) {
      const work = async (): Promise<void> => {
        await allHaveAsked;
        order.push(index);
      };
      asked.push(inTurn(lock(), work, 60_000));
      // Its ticket lies there, however busy the machine is, and counts for a minute without a touch.
      while (readdirSync(folder).length <= index) await setTimeout(5);
    }
    letGo();
    await Promise.all(asked);
    expect(order).to.deep.equal([...order].sort((left, right) => left - right));
  });
});
