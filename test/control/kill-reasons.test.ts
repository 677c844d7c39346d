import { expect } from 'chai';
import { type Condemned, lostFailure, memoryFailure, overCpu, runnerEndOf } from '../../src/control/kill-reasons.ts';

const CASES: readonly (readonly [why: Condemned | undefined, end: string])[] = [
  [undefined, 'crashed'],
  [{ isLost: false }, 'retired'],
  [{ isLost: true, failure: memoryFailure(300, 200) }, 'exceeded_memory'],
  [{ isLost: true, failure: lostFailure('Another.'), blamed: { id: 1, failure: overCpu(50, 60) } }, 'exceeded_cpu'],
  [{ isLost: true, failure: lostFailure('It lied.'), reason: 'broke_protocol' }, 'broke_protocol'],
  [{ isLost: true, failure: { code: 'shutting_down', detail: 'Bye.' } }, 'shutting_down'],
];

describe('why a runner ended', () => {
  for (const [why, end] of CASES)
    it(`is ${end} after ${JSON.stringify(why) ?? 'no decision of the host'}`, () =>
      expect(runnerEndOf(why)).to.equal(end));
});
