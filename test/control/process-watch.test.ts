// Tests what a runner may use while it serves no call.

import { expect } from 'chai';
import type { ProcessMeter } from '../../src/control/child/process-meter.ts';
import { ProcessWatch } from '../../src/control/process-watch.ts';

/** Looks once a second at a process with these CPU times. Returns the look that finds a fault, or undefined. */
const faultAt = (
  readings: readonly number[],
  { served = (_look: number): number => 1, rssMb = 50 } = {},
): number | undefined => {
  const watch = new ProcessWatch();
  const at = readings.findIndex((cpuMs, look) => watch.idleFault({ cpuMs, rssMb } as ProcessMeter, served(look), 128));
  return at === -1 ? undefined : at;
};
const steps = (stepMs: number, looks = 60): number[] => Array.from({ length: looks }, (_, look) => 300 + look * stepMs);

describe('a watch over a runner between calls', () => {
  it('finds one that never rests at the next look', () => expect(faultAt(steps(900))).to.equal(1));

  it('finds it even if it gets a tenth of a core on a busy machine', () =>
    expect(faultAt(steps(100))).to.be.within(2, 10));

  it('lets one tidy up now and then', () => expect(faultAt(steps(30, 4_000))).to.equal(undefined));

  it('does not count what calls have used', () =>
    expect(faultAt(steps(900), { served: (look) => look })).to.equal(undefined));

  it('finds one that is too large', () => expect(faultAt([1], { rssMb: 200 })).to.equal(0));
});
