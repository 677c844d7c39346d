// A thread that does not sleep while that is worth it, and not for longer.

import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { createStayAwake } from '../../src/broker/stay-awake.ts';

describe('staying awake', () => {
  it('ends by itself, soon after the last call was sent', async () => {
    let looks = 0;
    const stayAwake = createStayAwake(() => {
      looks += 1;
      return true;
    });
    stayAwake();
    await setTimeout(50);
    const seen = looks;
    expect(seen).to.be.greaterThan(0);
    await setTimeout(50);
    expect(looks).to.equal(seen);
  });

  it('ends as soon as it is not worth it, and begins again with the next call', async () => {
    let looks = 0;
    const stayAwake = createStayAwake(() => {
      looks += 1;
      return false;
    });
    stayAwake();
    stayAwake();
    await setTimeout(10);
    expect(looks).to.equal(1);
    stayAwake();
    await setTimeout(10);
    expect(looks).to.equal(2);
  });
});
