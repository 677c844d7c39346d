// What runs calls in a runner, in the process of a test, in either mode.

import type { Isolate } from 'isolated-vm';
import { buildPlatform } from '../../src/launch/image/platform-scripts.ts';
import { loadRunner, tracked } from './guest-realm.ts';

export type CallModules = { readonly isolates: Set<Isolate> } & Pick<
  typeof import('../../src/runner/calls/realm-calls.ts'),
  'RealmCalls'
> &
  Pick<typeof import('../../src/runner/calls/call-run.ts'), 'CallRun'> &
  Pick<typeof import('../../src/runner/isolates/plugin-program.ts'), 'PluginProgram'>;
type Loaded = CallModules & Pick<typeof import('../../src/runner/isolates/platform-groups.ts'), 'platformScripts'>;

const CONTENTS = `export { isolates } from 'isolated-vm'; export * from './calls/realm-calls.ts'; export * from './calls/call-run.ts';
export * from './isolates/plugin-program.ts'; export * from './isolates/platform-groups.ts';`;

/** Loads it; `text` names the globals of the platform that plugins may name. Isolates are for the test to take apart. */
export const loadCalls = async (text: string): Promise<CallModules> =>
  loadRunner<Loaded>(CONTENTS, {
    platform: await buildPlatform(),
    isolatedVm: tracked,
    onLoaded: ({ platformScripts }) => void platformScripts(text),
  });
