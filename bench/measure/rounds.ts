// Measures peers side by side: every round visits each peer once, in turn (A B C A B C …), while the others are stopped.

import { bodyOf, type Job } from '../jobs/jobs.ts';
import { bodyFile } from '../jobs/workshop.ts';
import type { LoadTool } from '../load/load.ts';
import { runLoad } from '../load/load.ts';
import type { Peer } from '../peers/list.ts';
import { answersWell, type CheckParts } from './checks.ts';
import { PeerProcess } from './peer-process.ts';
import { treeCpuMs } from './process-tree.ts';
import { type CpuByThread, cpuByThread, threadTimesOf } from './thread-cpu.ts';

export interface Visit {
  readonly callsPerSecond: number;
  readonly p50Us: number;
  readonly p99Us: number;
  /** CPU of the peer's whole process tree per call, in microseconds. */
  readonly cpuUs: number;
  /** The same by thread, in microseconds. Absent if the system does not count it, and in older results. */
  readonly threadUs?: CpuByThread | undefined;
  readonly calls: number;
  readonly errors: number;
  readonly loadCores: number;
}

/** The visits of one peer with one job and number of connections. */
export interface Cell {
  readonly toolName: string;
  readonly connections: number;
  readonly peer: string;
  /** Connections that were used: fewer for slow peers. */
  readonly usedConnections: number;
  /** One per round; undefined if the peer failed. */
  readonly visits: readonly (Visit | undefined)[];
  /** Why visits failed. */
  readonly problems: readonly string[];
}

export interface RoundOptions extends CheckParts {
  readonly loadTool: LoadTool;
  readonly jobs: readonly Job[];
  readonly peers: readonly Peer[];
  readonly connections: readonly number[];
  readonly seconds: number;
  readonly rounds: number;
  readonly onProgress: (text: string) => void;
}

const SLOW_CONNECTIONS = 8;
const WARM_UP_SECONDS = 1;

/** The peers' processes. Starts each one at its first visit, and again if it has died. */
class Stage {
  readonly #processes = new Map<string, PeerProcess>();
  readonly #options: RoundOptions;

  constructor(options: RoundOptions) {
    this.#options = options;
  }

  /** Lets one peer run while the others are stopped. */
  async visit<Result>(peer: Peer, run: (process: PeerProcess) => Promise<Result>): Promise<Result> {
    const process = await this.#process(peer);
    process.thaw();
    try {
      return await run(process);
    } finally {
      await process.freeze();
    }
  }

  async #process(peer: Peer): Promise<PeerProcess> {
    const known = this.#processes.get(peer.name);
    if (known?.isAlive) return known;
    const { workshop, jobs } = this.#options;
    const started = await PeerProcess.start((port) => peer.command(workshop, port), {
      readyBody: bodyOf(jobs[0] as Job),
    });
    this.#processes.set(peer.name, started);
    return started;
  }

  close(): void {
    for (const process of this.#processes.values()) process.kill();
  }
}

/** Measures every peer with every job and number of connections. If a peer fails, its visit is missing; the promise does not reject. */
export const measureRounds = async (options: RoundOptions): Promise<Cell[]> => {
  const stage = new Stage(options);
  const cells: Cell[] = [];
  try {
    for (const job of options.jobs) {
      for (const connections of options.connections) {
        cells.push(...(await measureSetting(stage, { job, connections }, options)));
      }
    }
  } finally {
    stage.close();
  }
  return cells;
};

interface Setting {
  readonly job: Job;
  readonly connections: number;
}

const measureSetting = async (stage: Stage, setting: Setting, options: RoundOptions): Promise<Cell[]> => {
  const { job, connections } = setting;
  const cells = options.peers.map((peer) => ({
    peer,
    usedConnections: peer.slow ? Math.min(connections, SLOW_CONNECTIONS) : connections,
    visits: [] as (Visit | undefined)[],
    problems: [] as string[],
  }));
  // Round 0 warms up.
  for (let round = 0; round <= options.rounds; round += 1) {
    options.onProgress(
      `${job.toolName}, ${connections} connections: ${round === 0 ? 'warming up' : `round ${round} of ${options.rounds}`}`,
    );
    for (const { peer, usedConnections, visits, problems } of cells) {
      const seconds = round === 0 ? WARM_UP_SECONDS : peer.slow ? Math.max(1, options.seconds / 2) : options.seconds;
      const visit = await visitOnce(stage, peer, { job, seconds, connections: usedConnections }, options).catch(
        (error: unknown) => {
          const problem = (error as Error).message;
          if (!problems.includes(problem)) problems.push(problem);
          options.onProgress(`  ${peer.name}: ${problem}`);
          return undefined;
        },
      );
      if (round > 0) visits.push(visit);
    }
  }
  return cells.map(({ peer, ...cell }) => ({ toolName: job.toolName, connections, peer: peer.name, ...cell }));
};

const visitOnce = (
  stage: Stage,
  peer: Peer,
  { job, connections, seconds }: Setting & { readonly seconds: number },
  options: RoundOptions,
): Promise<Visit> =>
  stage.visit(peer, async (process) => {
    // Also wakes the peer after its stop.
    if (!(await answersWell(process, job, options.expected))) throw new Error('it did not answer as it should');
    return visitWith(process, {
      tool: options.loadTool,
      bodyFiles: [bodyFile(options.workshop.folder, job)],
      connections,
      seconds: Math.round(seconds),
    });
  });

/** Puts load on a peer once, and measures its CPU. Throws if it answers no call, or if more than one in a hundred fails. */
export const visitWith = async (
  process: PeerProcess,
  load: Omit<Parameters<typeof runLoad>[0], 'url'>,
): Promise<Visit> => {
  const cpuBeforeMs = treeCpuMs(process.processId);
  const threadsBefore = threadTimesOf(process.processId);
  const report = await runLoad({ ...load, url: process.url });
  const threadsAfter = threadTimesOf(process.processId);
  const cpuMs = treeCpuMs(process.processId) - cpuBeforeMs;
  const { calls, callsPerSecond, errors, p50Us, p99Us, loadCores } = report;
  if (calls === 0) throw new Error('it answered no call in time');
  if (errors > calls / 100) throw new Error(`it failed ${errors} of ${calls} calls`);
  const threadUs = cpuByThread(threadsBefore, threadsAfter, calls);
  return { callsPerSecond, p50Us, p99Us, cpuUs: (cpuMs * 1e3) / calls, threadUs, calls, errors, loadCores };
};
