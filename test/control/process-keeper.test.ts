// Tests that the watch over processes rests while none has work.

import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { ProcessKeeper } from '../../src/control/process-keeper.ts';
import { SharedWatch } from '../../src/control/shared-watch.ts';
import { settingsFor, until } from '../support/hostile-runners.ts';

describe('the watch over runner processes', () => {
  it('rests when no process has work, and is to be woken again then', async () => {
    const shared = new SharedWatch();
    const keeper = new ProcessKeeper(settingsFor('honest'), shared);
    try {
      expect(shared.startAwake(), 'it rests at first').to.equal(true);
      keeper.wake();
      expect(shared.startAwake(), 'it is awake').to.equal(false);
      await pause(20);
      await until(() => shared.startAwake(), 'its rest');
    } finally {
      keeper.close();
    }
  });
});
