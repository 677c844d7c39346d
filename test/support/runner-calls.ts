// What runs calls in a runner, in the process of a test, in either mode.

import type { Isolate } from 'isolated-vm';
import { buildPlatform } from '../../src/launch/image/platform-scripts.ts';
import { loadRunner, tracked } from './guest-realm.ts';

export type CallModules = { readonly isolates: Set<Isolate> } & Pick<
  typeof import('../../src/runner/realm-calls.ts'),
  'RealmCalls'
> &
  Pick<typeof import('../../src/runner/call-run.ts'), 'CallRun'> &
  Pick<typeof import('../../src/runner/plugin-program.ts'), 'PluginProgram'>;
type Loaded = CallModules & Pick<typeof import('../../src/runner/platform-groups.ts'), 'platformScripts'>;

const CONTENTS = `export { isolates } from 'isolated-vm'; export * from './realm-calls.ts'; export * from './call-run.ts';
export * from './plugin-program.ts'; export * from './platform-groups.ts';`;

/** Loads it; `text` names the globals of the platform that plugins may name. Isolates are for the test to take apart. */
export const loadCalls = async (text: string): Promise<CallModules> =>
  loadRunner<Loaded>(CONTENTS, {
    platform: await buildPlatform(),
    isolatedVm: tracked,
    onLoaded: ({ platformScripts }) => void platformScripts(text),
  });
