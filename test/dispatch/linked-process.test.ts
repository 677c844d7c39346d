// What the listening thread says of a process to the thread that has it, which learns of it only once the system has made it.

import { expect } from 'chai';
import type { ControlledListener } from '../../src/control/control.ts';
import { LinkedProcess, type ProcessOrder } from '../../src/dispatch/linked-process.ts';

describe('a process that is being made', () => {
  it('is assigned to its cordon once it is there, and at once if it is', () => {
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
