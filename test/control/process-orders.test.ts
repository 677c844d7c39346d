// Tests the orders about processes that cannot be started: each start is reported as ended, once.

import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { CallCard } from '../../src/control/call-card.ts';
import type { ControlReport, Door } from '../../src/control/link-messages.ts';
import type { ProcessKeeper } from '../../src/control/process-keeper.ts';
import { ProcessOrders } from '../../src/control/process-orders.ts';
import { ownFolder } from '../../src/shared/lifetime/belongings.ts';

const { memory } = new CallCard(1);

/** Starts processes at a door. The keeper starts none: it throws. Returns the numbers of those that were reported as ended. */
const endedAt = async (door: Door, starts: number): Promise<readonly number[]> => {
  const reports: ControlReport[] = [];
  const keeper = {
    start: () => {
      throw new Error('no memory');
    },
  } as unknown as ProcessKeeper;
  const orders = new ProcessOrders(keeper, door, (report) => void reports.push(report));
  for (let process = 1; process <= starts; process += 1) {
    orders.take({ t: 'start', process, memory });
    if (process % 2 === 0) orders.take({ t: 'end', process });
  }
  await pause(100);
  return reports.flatMap((report) => (report.t === 'exited' ? report.process : [])).toSorted((a, b) => a - b);
};

describe('orders about processes', function () {
  this.timeout(10_000);
  const STARTS = 20;
  const ALL = Array.from({ length: STARTS }, (_, index) => index + 1);

  it('report one end for each start if there is no door', async () => {
    const folder = ownFolder('toolcell-orders-');
    expect(await endedAt({ path: join(folder.path, 'none'), password: 'x' }, STARTS)).to.deep.equal(ALL);
    folder.remove();
  });

  for (const [how, isShut] of [
    ['is shut before the greeting', true],
    ['is open but the process does not start', false],
  ] as const)
    it(`report one end for each start if the door ${how}`, async () => {
      const folder = ownFolder('toolcell-orders-');
      const path = join(folder.path, 'door');
      const server = createServer((channel) => {
        channel.on('error', () => {});
        if (isShut) channel.destroy();
        else channel.resume();
      });
      await new Promise<void>((resolve) => server.listen(path, resolve));
      expect(await endedAt({ path, password: 'x'.repeat(16) }, STARTS)).to.deep.equal(ALL);
      server.close();
      folder.remove();
    });
});
