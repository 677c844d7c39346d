// Measures the sandbox's own share of a tiny call: the CPU of Toolcell's runners per call under load, minus that of a process that
// takes the same frames and runs the same tool without a sandbox. That process gets its frames in large batches, which is
// the cheapest way. So the result is rather too high than too low.

import { fork } from 'node:child_process';
import { join } from 'node:path';
import { bodyFile } from '../jobs/workshop.ts';
import { runLoad } from '../load/load.ts';
import type { PeerProcess } from '../measure/peer-process.ts';
import { statOf, treeOf } from '../measure/process-tree.ts';
import { median } from '../measure/statistics.ts';
import { withUnit } from '../report/figure.ts';
import { fastState, type Part, type PartOptions, SMALL_JOB, startToolcell } from './part.ts';

const CONNECTIONS = 64;

export const measureShare: Part = async (options) => {
  const { pluginsFolder } = options.workshop;
  const runnerUs: number[] = [];
  const bareUs: number[] = [];
  const host = await startToolcell(options, { name: 'share', pluginsFolder, freshState: fastState() });
  try {
    // Round 0 warms up.
    for (let round = 0; round <= options.rounds; round += 1) {
      options.onProgress(`share: round ${round} of ${options.rounds}`);
      host.thaw();
      const ofRunner = await runnersCpuUs(host, options);
      await host.freeze();
      const ofBare = await bareCpuUs(options);
      if (round === 0) continue;
      runnerUs.push(ofRunner);
      bareUs.push(ofBare);
    }
  } finally {
    await host.stop();
  }
  return [
    {
      name: "the sandbox's own share (entering, running, leaving) of a tiny call",
      reached: median(runnerUs.map((us, round) => us - (bareUs[round] ?? 0))),
      unit: 'µs',
      goal: { atMost: 10 },
      detail: `CPU per call of the runners ${withUnit(median(runnerUs), 'µs')}, of a process without a sandbox ${withUnit(median(bareUs), 'µs')}`,
    },
  ];
};

/** CPU per call of all processes but the front process, in microseconds. */
const runnersCpuUs = async (host: PeerProcess, options: PartOptions): Promise<number> => {
  const runnersCpuMs = (): number => {
    const front = statOf(host.processId);
    const living = treeOf(host.processId)
      .filter(({ processId }) => processId !== host.processId)
      .reduce((sum, { ownCpuMs, reapedCpuMs }) => sum + ownCpuMs + reapedCpuMs, 0);
    return living + (front?.reapedCpuMs ?? 0);
  };
  const beforeMs = runnersCpuMs();
  const { calls } = await runLoad({
    tool: options.loadTool,
    url: host.url,
    bodyFiles: [bodyFile(options.workshop.folder, SMALL_JOB)],
    connections: CONNECTIONS,
    seconds: options.seconds,
  });
  return ((runnersCpuMs() - beforeMs) * 1e3) / calls;
};

/** CPU per call of the process without a sandbox, in microseconds. That process measures it itself. */
const bareCpuUs = (options: PartOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    const { folder } = options.workshop;
    const args = [join(folder, `${SMALL_JOB.toolName}.mjs`), SMALL_JOB.toolName, JSON.stringify(SMALL_JOB.arguments)];
    const child = fork(join(import.meta.dirname, 'bare-driver.ts'), [...args, String(options.seconds)]);
    child.once('message', (cpuUs) => resolve(Number(cpuUs)));
    child.once('exit', () => reject(new Error('The process without a sandbox ended early.')));
  });
