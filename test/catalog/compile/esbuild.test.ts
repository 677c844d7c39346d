import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type EsbuildRun, runEsbuild } from '../../../src/catalog/compile/esbuild.ts';
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

  /** Runs it, and stops it at once, so that it gets no CPU time. */
  const stopped = (run: Pick<EsbuildRun, 'timeoutMs' | 'isPatient'>) => {
    const others = children();
    const ran = runEsbuild({ args: ['--loader=js'], input: 'export const one = 1;', ...run });
    const [child = 0] = children().filter((processId) => !others.includes(processId));
    process.kill(child, 'SIGSTOP');
    return { ran, child };
  };

  it('that gets no CPU time has its time again, and does its work then', async function () {
    this.timeout(30_000);
    const { ran, child } = stopped({ timeoutMs: TIMEOUT_MS, isPatient: true });
    setTimeout(() => process.kill(child, 'SIGCONT'), 2 * TIMEOUT_MS);
    expect(await ran).to.include({ ok: true });
  });

  it('that never gets any is ended all the same', async function () {
    this.timeout(30_000);
    expect(await stopped({ timeoutMs: 50, isPatient: true }).ran).to.include({ ok: false, why: 'timeout' });
  });

  it('is ended in its time if somebody else does the work then', async function () {
    this.timeout(30_000);
    const beforeMs = performance.now();
    expect(await stopped({ timeoutMs: 2_000 }).ran).to.include({ ok: false, why: 'timeout' });
    // With patience it would be 16 s.
    expect(performance.now() - beforeMs).to.be.below(12_000);
  });
});
