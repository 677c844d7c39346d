// When a runner collects its garbage.

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { type Tidied, Tidying } from '../../../src/cell/runner/tidying.ts';

/** Longer than a look and the wait before it. */
const LOOKS_MS = 2_500;

class Runner implements Tidied {
  callsCome = 0;
  isBusy = false;
  timesTidied = 0;

  tidyRealms(): void {
    this.timesTidied += 1;
  }

  async untilTidied(): Promise<void> {
    while (this.timesTidied === 0) await sleep(20);
  }
}

describe('the garbage of a start', function () {
  this.timeout(60_000);

  it('is collected once', async () => {
    const runner = new Runner();
    new Tidying(runner).noteLoad();
    await runner.untilTidied();
    await sleep(LOOKS_MS);
    expect(runner.timesTidied).to.equal(1);
  });

  it('waits while a call has no outcome', async () => {
    const runner = new Runner();
    runner.isBusy = true;
    new Tidying(runner).noteLoad();
    await sleep(LOOKS_MS);
    expect(runner.timesTidied).to.equal(0);
    runner.isBusy = false;
    await runner.untilTidied();
  });

  it('waits while calls come', async () => {
    const runner = new Runner();
    const calls = setInterval(() => {
      runner.callsCome += 1;
    }, 1);
    new Tidying(runner).noteLoad();
    await sleep(LOOKS_MS);
    clearInterval(calls);
    expect(runner.timesTidied).to.be.at.most(1);
    await runner.untilTidied();
  });
});
