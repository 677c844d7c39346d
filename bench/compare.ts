// The part `compare`: checks every peer, measures them in rounds, and works out the figures that have goals.

import { COUNT_PROBE, JOBS, SPIN_PROBE } from './jobs/jobs.ts';
import type { Workshop } from './jobs/workshop.ts';
import { type LoadTool, loadToolVersion } from './load/load.ts';
import { type CheckParts, checkPeer, expectedResults, type PeerCheck } from './measure/checks.ts';
import { measureRounds } from './measure/rounds.ts';
import type { BenchOptions } from './options.ts';
import { PEERS, type Peer } from './peers/list.ts';
import { goalFigures } from './report/goals.ts';
import { thisMachine } from './report/machine.ts';
import type { Comparison } from './report/results.ts';

/** The tools that a workshop serves. Every part may use them. */
export const BENCH_JOBS = [...JOBS, COUNT_PROBE, SPIN_PROBE];

export interface CompareParts {
  readonly options: BenchOptions;
  readonly workshop: Workshop;
  readonly loadTool: LoadTool;
  readonly onProgress: (text: string) => void;
}

/** Checks and measures the chosen peers. A peer that does not start or fails its check is left out and listed in `missing`. */
export const compare = async (parts: CompareParts): Promise<Comparison> => {
  const { options, workshop, loadTool, onProgress } = parts;
  const { seconds, rounds, connections, toolcellSettings } = options;
  const at = new Date().toISOString();
  const machine = thisMachine();
  const jobs = JOBS.filter(({ toolName }) => options.tools.includes(toolName));
  const checkParts: CheckParts = { workshop, expected: await expectedResults(jobs, workshop) };
  const { peers, checks, missing } = await checkAll(parts, jobs, checkParts);
  const cells = await measureRounds({ ...checkParts, loadTool, jobs, peers, connections, seconds, rounds, onProgress });
  return {
    at,
    machine,
    seconds,
    rounds,
    toolcellSettings,
    loadTool: loadToolVersion(loadTool),
    checks,
    missing,
    cells,
    figures: goalFigures(cells),
    problems: missing.map(({ peer, why }) => `${peer}: ${why}`),
  };
};

const checkAll = async (
  { options, onProgress }: CompareParts,
  jobs: typeof JOBS,
  checkParts: CheckParts,
): Promise<{ peers: Peer[]; checks: PeerCheck[]; missing: { peer: string; why: string }[] }> => {
  const peers: Peer[] = [];
  const checks: PeerCheck[] = [];
  const missing: { peer: string; why: string }[] = [];
  for (const peer of PEERS.filter(({ name }) => options.peers.includes(name))) {
    onProgress(`checking ${peer.name}`);
    try {
      checks.push(await checkPeer(peer, jobs, checkParts));
      peers.push(peer);
    } catch (error) {
      const why = (error as Error).message.trim().split('\n')[0] ?? '';
      onProgress(`  left out: ${(error as Error).message}`);
      missing.push({ peer: peer.name, why });
    }
  }
  return { peers, checks, missing };
};
