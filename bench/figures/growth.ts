// Measures how the cost of a call grows: among 1, 100 and 1,000 hosted tools, and with 50 plugins in one cordon compared with one plugin.

import type { PeerProcess } from '../measure/peer-process.ts';
import { type Visit, visitWith } from '../measure/rounds.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import { shortNumber } from '../report/figure.ts';
import { type NamedCopy, writeCopies } from './many-plugins.ts';
import { fastState, newFolder, type Part, type PartOptions, SMALL_JOB, startToolcell } from './part.ts';

const CORDON_PLUGINS = 50;
const CONNECTIONS = 8;

interface Variant {
  readonly name: string;
  readonly host: PeerProcess;
  /** The tools that are called, in turn. */
  readonly called: readonly NamedCopy[];
  readonly visits: Visit[];
}

/** Compares a call among few hosted tools with one among many. */
export const measureHostedTools: Part = async (options) => {
  const hosted = [1, Math.ceil(options.many / 10), options.many];
  const variants: Variant[] = [];
  try {
    for (const count of hosted) {
      options.onProgress(`growth: starting with ${count} tools`);
      variants.push(await startVariant(options, { name: `hosted-${count}`, plugins: count, called: 1 }));
    }
    await visitInTurn(variants, options);
  } finally {
    await stopAll(variants);
  }
  const [alone, ...grown] = variants.map(throughput) as [number[], ...number[][]];
  const ratios = grown.map((perRound) => medianRatio(perRound, alone) ?? 0);
  return [
    {
      name: `cost as it grows: ${hosted.join(', ')} hosted tools, ${SMALL_JOB.toolName} at ${CONNECTIONS} connections, largest difference`,
      reached: Math.max(...ratios.map((ratio) => Math.abs(1 - ratio))) * 100,
      unit: '%',
      goal: { atMost: 4 },
      detail: `${describe(variants)}; to the first: ${ratios.map(shortNumber).join(', ')}`,
    },
  ];
};

/** Compares plugins that share runners and are called evenly with one plugin alone. */
export const measureCordon: Part = async (options) => {
  const variants: Variant[] = [];
  try {
    options.onProgress(`growth: starting ${CORDON_PLUGINS} plugins in one cordon`);
    variants.push(await startVariant(options, { name: 'cordon-alone', plugins: 1, called: 1 }));
    const name = `cordon-${CORDON_PLUGINS}`;
    variants.push(
      await startVariant(options, { name, plugins: CORDON_PLUGINS, called: CORDON_PLUGINS, inCordon: true }),
    );
    await visitInTurn(variants, options);
  } finally {
    await stopAll(variants);
  }
  const [alone, together] = variants.map(throughput) as [number[], number[]];
  return [
    {
      name: `cost as it grows: ${CORDON_PLUGINS} plugins in one cordon called evenly, to one plugin called alone`,
      reached: medianRatio(together, alone),
      unit: '×',
      goal: { atLeast: 0.7 },
      detail: describe(variants),
    },
  ];
};

interface VariantOptions {
  readonly name: string;
  readonly plugins: number;
  readonly called: number;
  readonly inCordon?: boolean;
}

const startVariant = async (
  options: PartOptions,
  { name, plugins, called, inCordon = false }: VariantOptions,
): Promise<Variant> => {
  const pluginsFolder = newFolder(options, `${name}-plugins`);
  const copies = writeCopies(options.workshop, pluginsFolder, SMALL_JOB, plugins);
  const host = await startToolcell(options, {
    name,
    pluginsFolder,
    freshState: fastState(),
    readyBody: copies[0]?.body ?? '',
    ...(inCordon ? { cordons: { all: copies.map(({ pluginName }) => pluginName) } } : {}),
  });
  await host.freeze();
  return { name, host, called: copies.slice(0, called), visits: [] };
};

/** Visits every variant in each round. Round 0 warms up and does not count. */
const visitInTurn = async (variants: readonly Variant[], options: PartOptions): Promise<void> => {
  const { loadTool: tool, seconds, rounds, onProgress } = options;
  for (let round = 0; round <= rounds; round += 1) {
    onProgress(`growth: ${variants.map(({ name }) => name).join(', ')}: round ${round} of ${rounds}`);
    for (const { host, called, visits } of variants) {
      const bodyFiles = called.map(({ bodyFile }) => bodyFile) as [string, ...string[]];
      host.thaw();
      for (const { body } of called.slice(0, 1)) await host.post(body);
      const visit = await visitWith(host, { tool, bodyFiles, connections: CONNECTIONS, seconds });
      await host.freeze();
      if (round > 0) visits.push(visit);
    }
  }
};

const stopAll = async (variants: readonly Variant[]): Promise<void> => {
  for (const { host } of variants) await host.stop();
};

const throughput = ({ visits }: Variant): number[] => visits.map(({ callsPerSecond }) => callsPerSecond);

const describe = (variants: readonly Variant[]): string =>
  variants.map((variant) => `${variant.name} ${shortNumber(median(throughput(variant)) ?? 0)} calls/s`).join(', ');
