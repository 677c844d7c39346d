// Measures the memory of the front process with a thousand bundles, none of them called, and of a warm plugin's runner.

import { bodyOf, JOBS } from '../jobs/jobs.ts';
import { memoryMb, treeOf } from '../measure/process-tree.ts';
import { median } from '../measure/statistics.ts';
import { withUnit } from '../report/figure.ts';
import { writeCopies } from './many-plugins.ts';
import { fastState, newFolder, type Part, SMALL_JOB, startToolcell } from './part.ts';

/** Calls of each tool after which its runner counts as warm. */
const WARM_CALLS = 200;
/** A wrapper's process takes less, a Node process more. */
const NODE_PSS_MB = 8;

/** Measures the memory of the front process and the time of its start with a thousand bundles. */
export const measureBundles: Part = async (options) => {
  options.onProgress(`memory: starting with ${options.many} bundles`);
  const pluginsFolder = newFolder(options, 'memory-plugins');
  writeCopies(options.workshop, pluginsFolder, SMALL_JOB, options.many);
  // A first start fills the cache with Toolcell's own compiled code, as on a machine that has run this release before. It does not know the bundles.
  const cacheFolder = newFolder(options, 'memory-cache');
  const warmUp = await startToolcell(options, {
    name: 'memory-warm-up',
    pluginsFolder: options.workshop.pluginsFolder,
    cacheFolder,
  });
  await warmUp.stop();
  // The host is ready when it answers a call of an unknown tool, which calls no plugin.
  const host = await startToolcell(options, {
    name: 'memory',
    pluginsFolder,
    cacheFolder,
    readyBody: UNKNOWN_TOOL,
    readyStatus: 404,
  });
  try {
    const { pssMb, rssMb } = memoryMb(host.processId);
    const whole = treeOf(host.processId).reduce((sum, { processId }) => sum + memoryMb(processId).pssMb, 0);
    return [
      {
        name: `memory of the front process with ${options.many} bundles of one tool each, none called`,
        reached: rssMb,
        unit: 'MB',
        goal: { atMost: 140 },
        detail: `RSS; PSS ${withUnit(pssMb, 'MB')}, with its runners ${withUnit(whole, 'MB')}`,
      },
      {
        name: `start with ${options.many} bundles that were never seen before`,
        reached: host.startMs / 1e3,
        unit: 's',
        goal: { atMost: 4 },
        detail: 'all listed; each is tried out before its first call',
      },
    ];
  } finally {
    await host.stop();
  }
};

const UNKNOWN_TOOL = JSON.stringify({ toolName: 'thereIsNoSuchTool', arguments: {} });

/** Measures the memory of warm plugins' runners. */
export const measureWarmPlugins: Part = async (options) => {
  options.onProgress(`memory: ${JOBS.length} warm plugins`);
  const { pluginsFolder } = options.workshop;
  const host = await startToolcell(options, { name: 'warm', pluginsFolder, freshState: fastState() });
  try {
    for (const job of JOBS) {
      for (let i = 0; i < WARM_CALLS; i += 1) await host.post(bodyOf(job));
    }
    const runners = treeOf(host.processId)
      .filter(({ processId }) => processId !== host.processId)
      .map(({ processId }) => memoryMb(processId).pssMb)
      .filter((pssMb) => pssMb > NODE_PSS_MB)
      .sort((a, b) => b - a)
      // Leaves out the smallest one: the spare, which has no plugin yet.
      .slice(0, JOBS.length);
    return [
      {
        name: "memory per warm plugin (its runner's PSS)",
        reached: median(runners),
        unit: 'MB',
        goal: { atMost: 32 },
        detail: `${JOBS.length} plugins after ${WARM_CALLS} calls each: ${runners.map((mb) => withUnit(mb, 'MB')).join(', ')}`,
      },
    ];
  } finally {
    await host.stop();
  }
};
