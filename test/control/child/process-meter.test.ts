// Tests what is read of a process from outside, and how its priority is lowered.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect } from 'chai';
import { ProcessMeter } from '../../../src/control/child/process-meter.ts';
import { notLinux, skipWithout } from '../../support/skip.ts';

const SPINNING = `while (process.cpuUsage().user < 200_000); console.log('spun'); setTimeout(() => {}, 60_000);`;

/** Priority of the session's group, or undefined on a kernel without autogroup (some show its file, empty). */
const groupPriority = (processId: number): number | undefined => {
  try {
    const found = /nice (-?\d+)/.exec(readFileSync(`/proc/${processId}/autogroup`, 'utf8'));
    return found === null ? undefined : Number(found[1]);
  } catch {
    return undefined;
  }
};

describe('a process meter', function () {
  this.timeout(20_000);
  const children: ChildProcess[] = [];
  /** A process that has burnt some CPU, in a session of its own, as in bwrap's box, or in ours. */
  const spinning = async (detached: boolean): Promise<number> => {
    const child = spawn(process.execPath, ['-e', SPINNING], { detached, stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    return child.pid as number;
  };
  before(function () {
    skipWithout(this, 'the meter of processes', notLinux());
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  it('reads memory and CPU time', async () => {
    const meter = ProcessMeter.open(await spinning(true)) as ProcessMeter;
    expect(meter.rssMb).to.be.within(10, 500);
    expect(meter.cpuMs).to.be.within(50, 10_000);
    meter.close();
  });

  it('lowers the priority of a process and its session, and raises it again', async () => {
    const processId = await spinning(true);
    const meter = ProcessMeter.open(processId) as ProcessMeter;
    const hasGroups = groupPriority(processId) !== undefined;
    meter.demote();
    expect(meter.demoted).to.equal(true);
    expect(getPriority(processId)).to.equal(5);
    if (hasGroups) expect(groupPriority(processId)).to.equal(5);
    meter.promote();
    if (hasGroups && !meter.demoted) expect(groupPriority(processId)).to.equal(0);
    meter.close();
  });

  it('never lowers the priority of its own session', async () => {
    const processId = await spinning(false);
    const meter = ProcessMeter.open(processId) as ProcessMeter;
    const before = groupPriority(process.pid);
    meter.demote();
    expect(getPriority(processId)).to.equal(5);
    expect(groupPriority(process.pid)).to.equal(before);
    meter.close();
  });

  it('knows whether a process has started another', async () => {
    const code = `require('child_process').spawn('sleep', ['60']).once('spawn', () => console.log('spawned'));`;
    const parent = spawn(process.execPath, ['-e', code], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(parent.stdout as NodeJS.ReadableStream, 'data');
    const [with_, without] = [ProcessMeter.open(parent.pid as number), ProcessMeter.open(await spinning(true))];
    expect(with_?.hasChild).to.equal(true);
    expect(without?.hasChild).to.equal(false);
    process.kill(-(parent.pid as number), 'SIGKILL');
    with_?.close();
    without?.close();
  });

  it('reads nothing of a process that has ended', () => {
    expect(ProcessMeter.open(2 ** 22 + 1)).to.equal(undefined);
  });
});
