// Tests who is at fault if an inspection does not come to its end.

import { expect } from 'chai';
import { runInspection } from '../../../src/broker/runner/inspection-run.ts';
import { RunnerProcess } from '../../../src/broker/runner/runner-process.ts';
import { stopped } from '../../../src/control/kill-reasons.ts';
import type { Ended } from '../../../src/control/process-control.ts';
import { LIMITS, PROGRAM, settingsFor } from '../../support/hostile-runners.ts';
import { ScriptedControl } from '../../support/scripted-runners.ts';

/** An inspection in a runner that ends after it has begun, by itself if `ended` is undefined. */
const inspectedIn = async (ended: Ended | undefined) => {
  const settings = settingsFor('honest');
  const control = new ScriptedControl();
  const runner = new RunnerProcess(settings, control, (error) => expect.fail(String(error)));
  const inspecting = runInspection(
    runner,
    { ...PROGRAM, tools: [], examples: [], examplesMustHold: false, limits: LIMITS },
    { loadMs: 10_000, loadMemoryMb: 64, loadRssMb: 384, killGraceMs: 50 },
    { onStarted() {}, onExited() {} },
  );
  const [scripted] = control.runners;
  scripted?.says({ t: 'hello' });
  if (ended) scripted?.listener.onEnded(ended);
  scripted?.exits();
  return inspecting;
};

describe('an inspection whose process ends', () => {
  it('is the fault of the machine if something stopped the process', async () => {
    const inspection = await inspectedIn({ failure: stopped, isLost: false, reason: 'not_ready' });
    expect(inspection).to.include({ ok: false, isHostFault: true });
    expect(JSON.stringify(inspection)).to.include('something on this machine stopped its process');
  });

  it('is the fault of the plugin if the process ended by itself', async () => {
    expect(await inspectedIn(undefined)).to.have.property('ok', false);
    expect(await inspectedIn(undefined)).not.to.have.property('isHostFault');
  });
});
