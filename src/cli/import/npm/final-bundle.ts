// Chooses how a server is bundled for calls: with the light SDK or its own, evaluated ahead of calls or within them. The first way in which the server loads and
// has its tools is taken. Runs in the command's process; the sandbox has processes of its own.

import { BundleRefused, shown } from '../../../catalog/model/refusal.ts';
import { ownBundle, ownTool } from '../../plugin/own-bundle.ts';
import { type Workbench, withRoutes } from '../../plugin/workbench.ts';
import { ImportRefused } from '../kind.ts';
import { askSandbox } from './ask-sandbox.ts';
import { bundleServer, type InstalledPackage, type ServerBundle, type ServerBundleOptions } from './bundle-server.ts';
import type { SdkChoice } from './stand-ins.ts';

export interface FinalBundle {
  readonly bundle: ServerBundle;
  readonly sdk: SdkChoice;
  readonly isAhead: boolean;
}

type Ways = readonly { readonly sdk: SdkChoice; readonly isAhead: boolean }[];

const WAYS: Ways = [
  { sdk: 'light', isAhead: true },
  { sdk: 'light', isAhead: false },
  { sdk: 'whole', isAhead: true },
  { sdk: 'whole', isAhead: false },
];

const LIMITS = { cpuMs: 5_000, wallMs: 15_000, memoryMb: 128, runnerRssMb: 512 };
const NAMES = ownTool('toolNames', { type: 'array', items: { type: 'string' } });

/** Why a bundle does not have these tools; undefined if it has. */
const faultOf = async (bench: Workbench, { code, sourceMap }: ServerBundle, names: readonly string[]) => {
  const manifest = { name: 'imported-server', tools: [NAMES] };
  try {
    const { snapshot } = await bench.load(ownBundle(manifest, { entryName: 'index.js', entrySource: code, sourceMap }));
    const { outcome } = await askSandbox(bench, withRoutes(snapshot, 'isolate', LIMITS), {
      toolName: NAMES.name,
      arguments: {},
      unknown: 'whether the server starts for a call',
    });
    if (!outcome.ok) return outcome.failure.detail;
    const found = new Set(JSON.parse(outcome.resultJson.toString()) as string[]);
    const missing = names.filter((name) => !found.has(name));
    return missing.length === 0 ? undefined : `it lists ${missing.slice(0, 5).join(', ')} now and then only`;
  } catch (error) {
    if (error instanceof BundleRefused) return error.message;
    throw error;
  }
};

/** The bundle for calls. `serverNames`: the tools that it must have. Throws ImportRefused if there is no way. */
export const finalBundle = async (
  bench: Workbench,
  installed: InstalledPackage,
  options: Omit<ServerBundleOptions, 'sdk' | 'isAhead' | 'learns'>,
  serverNames: readonly string[],
): Promise<FinalBundle> => {
  let first: string | undefined;
  for (const way of WAYS) {
    const bundle = await bundleServer(installed, { ...options, ...way, learns: false });
    const fault = await faultOf(bench, bundle, serverNames);
    if (fault === undefined) return { bundle, ...way };
    first ??= fault;
  }
  throw new ImportRefused(
    `the server does not start for a call: ${shown(first ?? '', 500)}`,
    'run this server by itself, outside of Toolcell',
  );
};
