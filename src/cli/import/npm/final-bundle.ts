// Chooses how a server is bundled for calls: with the light SDK or its own, evaluated ahead of calls or within them. The first way in which the server loads,
// has its tools and answers as before is taken. Runs in the command's process; the sandbox has processes of its own.

import type { ManifestTool } from '../../../../packages/plugin/src/manifest.ts';
import { BundleRefused, shown } from '../../../catalog/model/refusal.ts';
import { ownBundle, ownTool } from '../../plugin/own-bundle.ts';
import { type Workbench, withRoutes } from '../../plugin/workbench.ts';
import { ImportRefused } from '../kind.ts';
import { askSandbox } from './ask-sandbox.ts';
import { bundleServer, type InstalledPackage, type ServerBundle, type ServerBundleOptions } from './bundle-server.ts';
import type { ListedTool } from './describe-server.ts';
import { type AnsweredCall, changedTool, isSameAnswer, type MustHave, missingTools } from './same-server.ts';
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

const LIMITS = {
  cpuMs: 5_000,
  wallMs: 15_000,
  memoryMb: 128,
  runnerRssMb: 512,
  resultBytes: 4_000_000,
  resultDepth: 64,
};
const LIST = ownTool('listedTools', {
  type: 'array',
  maxItems: 1_000,
  items: { type: 'object', properties: { name: { type: 'string', maxLength: 1_000 } }, required: ['name'] },
});

/** The tool of the plugin that makes a call of the trial. */
const callerOf = ({ tool }: AnsweredCall, names: ServerBundleOptions['names']): ManifestTool => {
  const [own = tool] = Object.entries(names).find(([, name]) => name === tool) ?? [];
  return { ...ownTool(own), export: 'callTool' };
};

/** Why a bundle is not the server that was asked; undefined if it is. `isLight`: with our own SDK, so that all of a tool is compared. */
const faultOf = async (
  bench: Workbench,
  { code, sourceMap }: ServerBundle,
  must: MustHave,
  { names, isLight }: { readonly names: ServerBundleOptions['names']; readonly isLight: boolean },
): Promise<string | undefined> => {
  const caller = isLight && must.answered ? callerOf(must.answered, names) : undefined;
  const manifest = { name: 'imported-server', tools: [LIST, ...(caller ? [caller] : [])] };
  try {
    const { snapshot } = await bench.load(ownBundle(manifest, { entryName: 'index.js', entrySource: code, sourceMap }));
    const asked = withRoutes(snapshot, 'isolate', LIMITS);
    const unknown = 'whether the server starts for a call';
    const { outcome } = await askSandbox(bench, asked, { toolName: LIST.name, arguments: {}, unknown });
    if (!outcome.ok) return outcome.failure.detail;
    const listed = JSON.parse(outcome.resultJson.toString()) as readonly ListedTool[];
    const fault = missingTools(must, listed) ?? (isLight ? changedTool(must, listed) : undefined);
    if (fault !== undefined || caller === undefined || must.answered === undefined) return fault;
    const { arguments: args, content } = must.answered;
    const called = await askSandbox(bench, asked, { toolName: caller.name, arguments: args, unknown });
    const answer = called.outcome.ok ? JSON.parse(called.outcome.resultJson.toString()) : undefined;
    return isSameAnswer(content, answer?.content) ? undefined : `${shown(caller.name)} answers in another way`;
  } catch (error) {
    if (error instanceof BundleRefused) return error.message;
    throw error;
  }
};

/** The bundle for calls. Throws ImportRefused if there is no way in which it does what it must. */
export const finalBundle = async (
  bench: Workbench,
  installed: InstalledPackage,
  options: Omit<ServerBundleOptions, 'sdk' | 'isAhead' | 'learns'>,
  must: MustHave,
): Promise<FinalBundle> => {
  let first: string | undefined;
  for (const way of WAYS) {
    const bundle = await bundleServer(installed, { ...options, ...way, learns: false });
    const fault = await faultOf(bench, bundle, must, { names: options.names, isLight: way.sdk === 'light' });
    if (fault === undefined) return { bundle, ...way };
    first ??= fault;
  }
  throw new ImportRefused(
    `the server does not start for a call: ${shown(first ?? '', 500)}`,
    'run this server by itself, outside of Toolcell',
  );
};
