// The section `plugins`: the folder of bundles, their limits, and settings of single plugins. Data only.

import { FOLDER, IMPORT_SOURCE, PLUGIN_NAME, PUBLIC_KEY, TOOL_NAME } from './forms.ts';

import { LIMITS } from './limits.ts';
import { choice, list, live, named, needing, off, on, text, whole } from './setting.ts';

export const FRESH_STATE = live(
  choice(
    ['auto', 'realm', 'isolate'],
    'auto',
    'How each call gets fresh state: `isolate` gives it its own isolate; `realm` evaluates the module again in a frozen realm, which is many times faster; `auto` runs the examples of each plugin both ways when it is loaded, and uses `realm` if the results agree.',
    'A library that changes builtins works only with `isolate`.',
  ),
);

const TOOL_OVERRIDES = named({
  keyWord: 'tool name',
  keyForm: TOOL_NAME,
  each: { limits: LIMITS },
  meaning: 'Tool name → `limits` for that tool alone, which replace those of its plugin.',
  reason: 'One heavy tool does not loosen the limits of the other tools.',
});

export const PLUGINS = {
  folder: text(
    FOLDER,
    'Folder that holds the bundles.',
    'A folder next to the configuration is easy to find.',
    'plugins',
  ),
  bundleBytes: whole(
    { default: 5_000_000, min: 1_000, max: 100_000_000 },
    'Bytes of all files of one bundle.',
    'A tool with a large library is about one megabyte.',
  ),
  watch: on(
    'Follows the folder while the server runs: bundles that are added, changed or removed.',
    'Turn it off if the folder only changes with a restart.',
  ),
  approve: live(
    choice(
      ['widening', 'any change', 'never'],
      'widening',
      'Which new versions of a known plugin wait for `toolcell approve`: those that change what agents read of a tool, may use more than before or break what `toolcell.lock` binds; all; or none.',
      'Descriptions steer agents, so nobody changes them unseen; a repair need not wait.',
    ),
  ),
  trustedKeys: live(
    list(
      PUBLIC_KEY,
      'Public keys, as minisign and `toolcell keygen` write them, whose signatures on archives count.',
      'A signature proves that an archive is theirs and unchanged.',
    ),
  ),
  requireSignature: needing(
    ['plugins.trustedKeys'],
    live(
      off(
        'Refuses every bundle that is not an archive with a valid signature, by one of `trustedKeys`, next to it.',
        'Most plugins are not signed.',
      ),
    ),
  ),
  imports: live(
    list(
      IMPORT_SOURCE,
      'What the admin API may import: packages of npm, and origins of descriptions of APIs.',
      'An import fetches from the network with the rights of this machine, so nobody can have one unless it is named.',
    ),
  ),
  listUngranted: live(
    off(
      'Lists tools to agents even if their plugin still waits for a grant that it needs.',
      'A tool that can only fail costs an agent tokens and a call.',
    ),
  ),
  overrides: live(
    named({
      keyWord: 'plugin name',
      keyForm: PLUGIN_NAME,
      each: { limits: LIMITS, freshState: FRESH_STATE, tools: TOOL_OVERRIDES },
      meaning:
        'Plugin name → `limits` and `freshState` for that plugin alone, and `tools` with the `limits` of single tools.',
      reason: 'Only a plugin that needs more gets more.',
    }),
  ),
};
