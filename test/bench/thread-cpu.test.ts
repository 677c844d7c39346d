import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import {
  type CpuByThread,
  cpuByThread,
  medianByThread,
  type ThreadTimes,
  threadTimesOf,
} from '../../bench/measure/thread-cpu.ts';
import { notLinux, skipWithout } from '../support/skip.ts';

/** Computes in one place until it has used 300 ms of CPU, however long that takes on a busy machine, and then says so. */
const BUSY =
  'const usedUs = () => { const { user, system } = process.threadCpuUsage(); return user + system; }; const fromUs = usedUs(); while (usedUs() - fromUs < 300_000);';
/** The thread stays, since what has ended is not counted. */
const WORKER = `${BUSY} require('node:worker_threads').parentPort.postMessage(0); setInterval(() => {}, 1000)`;
const PLACES = {
  main: `${BUSY} console.log('done')`,
  workers: `new (require('node:worker_threads').Worker)(${JSON.stringify(WORKER)}, { eval: true, name: 'busy' }).once('message', () => console.log('done'))`,
  processes: `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(BUSY)}]).once('exit', () => console.log('done'))`,
} as const;

describe('the benchmark: CPU time by thread', function () {
  this.timeout(30_000);

  describe('of a process', () => {
    before(function () {
      skipWithout(this, 'the threads of processes', notLinux());
    });
    let child: ChildProcess | undefined;
    afterEach(() => child?.kill('SIGKILL'));

    for (const place of ['main', 'workers', 'processes'] as const) {
      it(`is found where it was spent: ${place}`, async () => {
        child = spawn(process.execPath, ['-i'], { stdio: ['pipe', 'pipe', 'ignore'] });
        await once(child.stdout as NodeJS.ReadableStream, 'data');
        const before = threadTimesOf(child.pid as number);
        child.stdin?.write(`${PLACES[place]};0\n`);
        let said = '';
        for await (const part of child.stdout ?? []) {
          said += String(part);
          if (/^(> )*done/m.test(said)) break;
        }
        const spent = cpuByThread(before, threadTimesOf(child.pid as number), 1);
        expect(spent?.[place]).to.be.greaterThan(200_000);
        for (const other of ['main', 'workers', 'processes'] as const)
          if (other !== place) expect(spent?.[other]).to.be.below((spent as CpuByThread)[place] / 2);
      });
    }

    it('is not known once it has ended', () => {
      expect(threadTimesOf(2 ** 30)).to.equal(undefined);
    });
  });

  it('is that of each call, by group; what a new thread spent counts, what an ended one did does not', () => {
    const before: ThreadTimes = {
      threads: new Map([
        [1, { group: 'main', cpuMs: 100 }],
        [2, { group: 'workers', cpuMs: 50 }],
        [3, { group: 'helpers', cpuMs: 70 }],
      ]),
      processesMs: 1_000,
    };
    const after: ThreadTimes = {
      threads: new Map([
        [1, { group: 'main', cpuMs: 140 }],
        [2, { group: 'workers', cpuMs: 60 }],
        [4, { group: 'workers', cpuMs: 5 }],
      ]),
      processesMs: 1_020,
    };
    const spent = { main: 40, workers: 15, helpers: 0, processes: 20 };
    expect(cpuByThread(before, after, 1_000)).to.deep.equal(spent);
    expect(cpuByThread(undefined, after, 1)).to.equal(undefined);
  });

  it('is told as medians of the visits that have it', () => {
    const visits = [1, 3, 2].map((main) => ({ main, workers: 10 * main, helpers: 0, processes: 5 }));
    expect(medianByThread([undefined, ...visits])).to.deep.equal({ main: 2, workers: 20, helpers: 0, processes: 5 });
    expect(medianByThread([undefined])).to.equal(undefined);
  });
});
