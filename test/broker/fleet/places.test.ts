// Tests plugins that want more runners than there are places, with real processes: a plugin that is called now and then is served next to one
// that always has queued calls.

import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Broker } from '../../../src/broker/broker.ts';
import type { BrokerSettings } from '../../../src/broker/runner/settings.ts';
import { SidePool } from '../../../src/shared/lifetime/side-pool.ts';
import type { Outcome, ToolRoute } from '../../../src/shared/protocol/call.ts';
import { LIMITS, routeFor, settingsFor, taskOf } from '../../support/hostile-runners.ts';
import { localControl } from '../../support/local-control.ts';

const SCRIPT = fileURLToPath(new URL('../../fixtures/runners/patient.mjs', import.meta.url));
const CALL_MS = 40;
const QUEUE_MS = 3_000;
const QUIET_CALLS = 6;
/** Longer than an idle runner counts as in use, so that its place may be taken. */
const QUIET_PAUSE_MS = 150;
const BUSY_CALLERS = 24;

const settings = (): BrokerSettings => {
  const base = settingsFor('');
  return { ...base, launch: { ...base.launch, args: [SCRIPT, String(CALL_MS)] }, runners: 2, startMs: 5_000 };
};

const routeNamed = (pluginName: string): ToolRoute => ({
  ...routeFor('isolate'),
  pluginName,
  cordon: `plugin:${pluginName}`,
  limits: { ...LIMITS, wallMs: 5_000, concurrencyPerPlugin: 100, queueMs: QUEUE_MS },
});

describe('places in the pool', () => {
  it('go to a plugin that has calls and no runner before one that has a runner', async function () {
    this.timeout(60_000);
    const control = localControl(settings());
    const broker = new Broker(settings(), control, { onNotice: () => {}, side: new SidePool() });
    const call = (route: ToolRoute): Promise<Outcome> =>
      new Promise((resolve) => {
        broker.execute({ ...taskOf(route, 0), queueMs: QUEUE_MS }, { onLines: () => {}, onOutcome: resolve });
      });
    const busy = routeNamed('busy');
    const quiet = routeNamed('quiet');
    let isOver = false;
    const caller = async (): Promise<void> => {
      while (!isOver) await call(busy);
    };
    const callers = Array.from({ length: BUSY_CALLERS }, caller);
    try {
      await call(busy);
      const outcomes: Outcome[] = [];
      for (let index = 0; index < QUIET_CALLS; index += 1) {
        outcomes.push(await call(quiet));
        await pause(QUIET_PAUSE_MS);
      }
      expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.failure.detail))).to.deep.equal(
        Array(QUIET_CALLS).fill('ok'),
      );
    } finally {
      isOver = true;
      await Promise.all(callers);
      await broker.close();
      control.close();
    }
  });
});
