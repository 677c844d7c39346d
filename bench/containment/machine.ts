// Describes the machine on which figures were measured: without it they mean little.

import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, type as systemName, totalmem } from 'node:os';
import { buildRunnerImage } from '../../src/control/launch/image/build.ts';
import { planLaunch } from '../../src/control/launch/plan.ts';
import { V8_FLAGS } from '../../src/shared/lifetime/v8-flags.js';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly kernel: string;
  readonly node: string;
  readonly v8: string;
  readonly layers: readonly string[];
  /** True if the kernel groups processes by session when it schedules them. */
  readonly autogroup: boolean;
  /** The load average of the last minute before the measurements began. */
  readonly loadBefore: number;
}

export const describeMachine = async (searchPath: string): Promise<Machine> => {
  const { platform, arch: architecture, execPath: nodePath } = process;
  const image = await buildRunnerImage();
  const v8Flags = V8_FLAGS.runner;
  const imageFolder = image.folder;
  const options = { platform, architecture, nodePath, searchPath, isolatesPerRunner: 4, imageFolder, v8Flags };
  const { layers } = await planLaunch(options).finally(image.remove);
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    kernel: `${systemName()} ${release()}`,
    node: process.version,
    v8: process.versions.v8,
    layers: layers.filter(({ active }) => active).map(({ name }) => name),
    autogroup: kernelSetting('sched_autogroup_enabled') === '1',
    loadBefore: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
};

const kernelSetting = (name: string): string | undefined => {
  try {
    return readFileSync(`/proc/sys/kernel/${name}`, 'utf8').trim();
  } catch {
    return undefined;
  }
};

/** The description of the machine as rows of a table. */
export const machineRows = (machine: Machine): string[][] => [
  ['machine', ''],
  ['CPU', `${machine.cpu}, ${machine.cores} cores`],
  ['memory', `${machine.memoryGb} GB`],
  ['kernel', `${machine.kernel}${machine.autogroup ? ', autogroup' : ''}`],
  ['Node', `${machine.node} (V8 ${machine.v8})`],
  ['isolation', machine.layers.join(', ')],
  ['load before', String(machine.loadBefore)],
];
