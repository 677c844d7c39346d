import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { runEsbuild } from '../../../src/catalog/compile/esbuild.ts';
import { skipWithout } from '../../support/skip.ts';

const TIMEOUT_MS = 400;

const children = (): readonly number[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

describe('a process of esbuild', () => {
  before(function () {
    skipWithout(
      this,
      'a compiler without CPU time',
      process.platform === 'linux' ? undefined : 'only Linux tells the CPU time of another process',
    );
  });

  it('that gets no CPU time has its time again, and does its work then', async function () {
    this.timeout(30_000);
    const others = children();
    const running = runEsbuild({ args: ['--loader=js'], input: 'export const one = 1;', timeoutMs: TIMEOUT_MS });
    const [child = 0] = children().filter((processId) => !others.includes(processId));
    process.kill(child, 'SIGSTOP');
    setTimeout(() => process.kill(child, 'SIGCONT'), 2 * TIMEOUT_MS);
    expect(await running).to.include({ ok: true });
  });

  it('that never gets any is ended all the same', async function () {
    this.timeout(30_000);
    const others = children();
    const running = runEsbuild({ args: ['--loader=js'], input: 'export const one = 1;', timeoutMs: 50 });
    const [child = 0] = children().filter((processId) => !others.includes(processId));
    process.kill(child, 'SIGSTOP');
    expect(await running).to.include({ ok: false, why: 'timeout' });
  });
});
