// Tests the orders about a process, which its control thread can follow only after the system has started it.

import { expect } from 'chai';
import { LinkedProcess, type ProcessOrder } from '../../../src/broker/link/linked-process.ts';
import type { ControlledListener } from '../../../src/control/control.ts';

describe('a process that is starting', () => {
  it('is assigned to its cordon as soon as it has started', () => {
    for (const isThere of [false, true]) {
      const orders: ProcessOrder[] = [];
      const linked = new LinkedProcess({} as ControlledListener, {
        order: (order) => void orders.push(order),
        query() {},
        wake() {},
        onGone() {},
      });
      if (isThere) linked.noteStarted(1);
      linked.assign('plugin:one');
      expect(orders).to.have.lengthOf(isThere ? 1 : 0);
      if (!isThere) linked.noteStarted(1);
      expect(orders).to.deep.equal([{ t: 'assign', cordon: 'plugin:one' }]);
    }
  });
});
