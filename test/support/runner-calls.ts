// Loads the modules that run calls in a runner, for either mode, in the process of a test.

import type { Isolate } from 'isolated-vm';
import { buildWebScripts } from '../../src/control/launch/image/web-scripts.ts';
import { loadRunner, tracked } from './guest-realm.ts';

export type CallModules = { readonly isolates: Set<Isolate>; readonly setEngineFlags: () => void } & Pick<
  typeof import('../../src/cell/runner/calls/plugin-queue.ts'),
  'PluginQueue'
> &
  Pick<typeof import('../../src/cell/runner/calls/isolate-call.ts'), 'IsolateCall'> &
  Pick<typeof import('../../src/cell/runner/calls/realm-call.ts'), 'RealmCall'> &
  Pick<typeof import('../../src/cell/runner/isolates/cpu-shares.ts'), 'CpuShares'> &
  Pick<typeof import('../../src/cell/runner/calls/runner-queue.ts'), 'RunnerQueue'> &
  Pick<typeof import('../../src/cell/runner/isolates/plugin-program.ts'), 'PluginProgram'>;
type Loaded = CallModules & Pick<typeof import('../../src/cell/runner/isolates/web-groups.ts'), 'webScripts'>;

const CONTENTS = `export { isolates } from 'isolated-vm'; export * from './calls/plugin-queue.ts'; export * from './calls/isolate-call.ts';
export * from './calls/realm-call.ts'; export * from './calls/runner-queue.ts'; export * from './isolates/plugin-program.ts'; export * from './isolates/web-groups.ts'; export * from './isolates/cpu-shares.ts';
export * from './engine-flags.ts';`;

/**
 * Loads the modules, and sets V8's flags for this process as a runner does. `text` names the web APIs that plugins may name. The test has to
 * dispose of the isolates. `isolatedVm`: see {@link tracked}.
 */
export const loadCalls = async (text: string, isolatedVm = tracked): Promise<CallModules> =>
  loadRunner<Loaded>(CONTENTS, {
    web: await buildWebScripts(),
    isolatedVm,
    onLoaded: ({ webScripts, setEngineFlags }) => {
      setEngineFlags();
      webScripts(text);
    },
  });
