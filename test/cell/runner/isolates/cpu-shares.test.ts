import { expect } from 'chai';
import { CpuShares, type Runs } from '../../../../src/cell/runner/isolates/cpu-shares.ts';

class Run implements Runs {
  ranMs = 0;
  chargedMs = 0;

  takeRunMs(): number {
    const ranMs = this.ranMs;
    this.ranMs = 0;
    return ranMs;
  }

  charge(cpuMs: number): void {
    this.chargedMs += cpuMs;
  }
}

describe('shares of the CPU time of a runner', () => {
  /** Charges of calls that ran for so long while the process used so much. */
  const charged = (usedMs: number, ...runMs: number[]): readonly number[] => {
    const ofProcess = [50, 100, 100 + usedMs];
    const shares = new CpuShares(() => ofProcess.shift() ?? 0);
    const runs = runMs.map((ranMs) => Object.assign(new Run(), { ranMs }));
    for (const run of runs) shares.add(run);
    shares.divide();
    return runs.map(({ chargedMs }) => chargedMs);
  };

  it('are what each ran for, if the process used as much', () => {
    expect(charged(25, 10, 10, 0)).to.deep.equal([10, 10, 0]);
  });

  it('are never more in all than the process used: nobody pays for his neighbours or for time that he did not get', () => {
    expect(charged(20, 10, 10, 10, 10)).to.deep.equal([5, 5, 5, 5]);
    expect(charged(10, 30, 10, 0)).to.deep.equal([7.5, 2.5, 0]);
  });

  it('begin anew each time, and after nobody ran', () => {
    const ofProcess = [0, 1_000, 1_010, 1_010];
    const shares = new CpuShares(() => ofProcess.shift() ?? 0);
    const run = Object.assign(new Run(), { ranMs: 10 });
    shares.add(run);
    shares.divide();
    run.ranMs = 10;
    shares.divide();
    expect(run.chargedMs).to.equal(10);
    shares.delete(run);
    expect(shares.isEmpty).to.equal(true);
  });
});
