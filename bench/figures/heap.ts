// Measures the CPU per call and the memory of the front process for several sizes of V8's young generation. docs/operating.md has
// the table.

import { bodyOf, type Job, jobNamed } from '../jobs/jobs.ts';
import { bodyFile } from '../jobs/workshop.ts';
import type { PeerProcess } from '../measure/peer-process.ts';
import { memoryMb } from '../measure/process-tree.ts';
import { visitWith } from '../measure/rounds.ts';
import { median } from '../measure/statistics.ts';
import { type Figure, shortNumber, withUnit } from '../report/figure.ts';
import { fastState, type Part, type PartOptions, startToolcell } from './part.ts';

const SEMI_SPACES_MB = [1, 4, 8, 16, 32];
const LOADS: readonly { readonly job: Job; readonly connections: number }[] = [
  { job: jobNamed('summarizeText'), connections: 64 },
  { job: jobNamed('orderReport'), connections: 8 },
];

interface Variant {
  /** `--max-semi-space-size` in MB; undefined for the flags of `npm start`. */
  readonly semiSpaceMb: number | undefined;
  readonly host: PeerProcess;
}

interface Row {
  readonly semiSpaceMb: number | undefined;
  /** CPU of all threads of the front process per call, in microseconds. */
  readonly cpuUs: number[];
  readonly rssMb: number[];
}

/** Compares the size of `npm start` with each other size, under each load. */
export const measureHeap: Part = async (options) => {
  const variants: Variant[] = [];
  try {
    for (const semiSpaceMb of [undefined, ...SEMI_SPACES_MB]) {
      options.onProgress(`heap: starting with ${nameOf(semiSpaceMb)}`);
      variants.push({ semiSpaceMb, host: await startVariant(options, semiSpaceMb) });
    }
    const figures: Figure[] = [];
    for (const load of LOADS) figures.push(figureOf(load, await rowsOf(options, variants, load)));
    return figures;
  } finally {
    for (const { host } of variants) await host.stop();
  }
};

const nameOf = (semiSpaceMb: number | undefined): string =>
  semiSpaceMb === undefined ? 'npm start' : `${semiSpaceMb} MB`;

const startVariant = async (options: PartOptions, semiSpaceMb: number | undefined): Promise<PeerProcess> => {
  const host = await startToolcell(options, {
    name: `heap-${semiSpaceMb ?? 'default'}`,
    pluginsFolder: options.workshop.pluginsFolder,
    freshState: fastState(),
    nodeFlags: semiSpaceMb === undefined ? [] : [`--max-semi-space-size=${semiSpaceMb}`],
  });
  await host.freeze();
  return host;
};

const rowsOf = async (
  options: PartOptions,
  variants: readonly Variant[],
  { job, connections }: (typeof LOADS)[number],
): Promise<readonly Row[]> => {
  const rows = variants.map(({ semiSpaceMb }) => ({ semiSpaceMb, cpuUs: [] as number[], rssMb: [] as number[] }));
  // Round 0 warms up.
  for (let round = 0; round <= options.rounds; round += 1) {
    options.onProgress(`heap: ${job.toolName}, round ${round} of ${options.rounds}`);
    for (const [at, { host }] of variants.entries()) {
      host.thaw();
      await host.post(bodyOf(job));
      const { threadUs } = await visitWith(host, {
        tool: options.loadTool,
        bodyFiles: [bodyFile(options.workshop.folder, job)],
        connections,
        seconds: options.seconds,
      });
      const row = rows[at];
      if (round > 0 && threadUs) row?.cpuUs.push(threadUs.main + threadUs.workers + threadUs.helpers);
      if (round > 0) row?.rssMb.push(memoryMb(host.processId).rssMb);
      await host.freeze();
    }
  }
  return rows;
};

const figureOf = ({ job, connections }: (typeof LOADS)[number], rows: readonly Row[]): Figure => {
  const cpuOf = ({ cpuUs }: Row): number => median(cpuUs) ?? Number.NaN;
  const [ours, ...others] = rows as [Row, ...Row[]];
  return {
    name: `CPU of a call in the process that serves with the young generation of npm start, to the cheapest of ${SEMI_SPACES_MB.join(', ')} MB: ${job.toolName}, ${connections} connections`,
    reached: cpuOf(ours) / Math.min(...others.map(cpuOf)),
    unit: '×',
    goal: { atMost: 1.1 },
    detail: rows
      .map(
        (row) =>
          `${nameOf(row.semiSpaceMb)}: ${shortNumber(cpuOf(row))} µs, ${withUnit(median(row.rssMb), 'MB')} resident`,
      )
      .join('; '),
  };
};
