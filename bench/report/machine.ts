// Describes the machine on which the benchmark ran.

import { cpus, loadavg, release, totalmem, type } from 'node:os';

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  /** Load average of the last minute before the part began: well below 1 on a quiet machine. */
  readonly loadAverage: number;
}

/** This machine, now. */
export const thisMachine = (): Machine => ({
  processor: cpus()[0]?.model.trim() || 'unknown processor',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  system: `${type()} ${release().split('-')[0]}`,
  node: `Node ${process.versions.node} (V8 ${process.versions.v8.split('-')[0]})`,
  loadAverage: Math.round((loadavg()[0] ?? 0) * 10) / 10,
});

/** The machine, but not how busy it was. */
export const machineText = ({ processor, cores, memoryGb, system, node }: Machine): string =>
  `${processor}, ${cores} cores, ${memoryGb} GB, ${system}, ${node}`;
