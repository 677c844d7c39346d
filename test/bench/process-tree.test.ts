import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { freeze, killTree, memoryMb, thaw, treeCpuMs, treeOf } from '../../bench/measure/process-tree.ts';
import { notLinux, skipWithout } from '../support/skip.ts';

/** A parent whose child computes for ever. */
const PARENT = `
const { spawn } = require('node:child_process');
spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
setInterval(() => {}, 1000);
`;
const SETTLE_MS = 300;

/** Resolves when the tree has as many processes as are wanted. */
const grown = async (processId: number, processes: number): Promise<void> => {
  for (let i = 0; i < 200 && treeOf(processId).length < processes; i += 1) await sleep(50);
  expect(treeOf(processId)).to.have.length(processes);
};

describe('the benchmark: process trees', function () {
  this.timeout(30_000);
  before(function () {
    skipWithout(this, 'the trees of processes', notLinux());
  });
  let parent: ChildProcess;
  let processId: number;

  beforeEach(async () => {
    parent = spawn(process.execPath, ['-e', PARENT], { stdio: 'ignore' });
    processId = parent.pid as number;
    await grown(processId, 2);
  });

  afterEach(async () => {
    if (parent.exitCode !== null || parent.signalCode !== null) return;
    const ended = once(parent, 'exit');
    killTree(processId);
    await ended;
  });

  it('counts the CPU time of children', async () => {
    const beforeMs = treeCpuMs(processId);
    await sleep(1_000);
    expect(treeCpuMs(processId) - beforeMs).to.be.greaterThan(20);
  });

  it('stops a tree where it stands, and lets it go on', async () => {
    freeze(processId);
    await sleep(SETTLE_MS);
    const frozenMs = treeCpuMs(processId);
    await sleep(SETTLE_MS);
    expect(treeCpuMs(processId)).to.equal(frozenMs);
    thaw(processId);
    await sleep(1_000);
    expect(treeCpuMs(processId)).to.be.greaterThan(frozenMs);
  });

  it('ends every process of a tree, stopped ones too', async () => {
    const ids = treeOf(processId).map((stat) => stat.processId);
    freeze(processId);
    const ended = once(parent, 'exit');
    killTree(processId);
    await ended;
    for (let i = 0; i < 100 && ids.some((id) => treeOf(id).length > 0); i += 1) await sleep(50);
    // What is left of an orphan, where nobody waits for it, is no longer running anything.
    const left = ids.flatMap((id) => treeOf(id));
    expect(left.filter((stat) => memoryMb(stat.processId).rssMb > 0)).to.deep.equal([]);
  });

  it('reads the memory of a process', () => {
    const { pssMb, rssMb } = memoryMb(process.pid);
    expect(pssMb).to.be.greaterThan(1);
    expect(rssMb).to.be.at.least(pssMb);
  });
});
