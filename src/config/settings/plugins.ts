// The section `plugins`: where bundles lie, what they may be, and what single ones are allowed. Data only.

import type { FreshStatePolicy } from '../../protocol/call.ts';
import type { Config, PluginOverride } from '../config.ts';
import type { Choice, TableOf } from '../setting.ts';
import { FOLDER, PLUGIN_NAME, PUBLIC_KEY, TOOL_NAME } from './forms.ts';
import { list, named, off, whole } from './kinds.ts';
import { LIMITS } from './limits.ts';

/** How calls get fresh state. */
export const FRESH_STATE: Choice<FreshStatePolicy> = {
  type: 'choice',
  default: 'auto',
  values: ['auto', 'realm', 'isolate'],
  meaning:
    'How each call gets fresh state: `isolate` gives it an isolate of its own; `realm` runs the module anew in a realm that is frozen once, which is many times faster; `auto` runs the examples of each plugin both ways when it is loaded, and takes `realm` where they agree.',
  reason: 'Nothing of one call reaches the next either way; a library that changes builtins works only with `isolate`.',
};

const TOOL_OVERRIDES = named({
  keyWord: 'tool name',
  keyForm: TOOL_NAME,
  each: { limits: LIMITS },
  meaning: 'Tool name → `limits` for that tool alone, over those of its plugin.',
  reason: 'One heavy tool need not loosen the limits of its neighbours.',
});

/** Where plugins come from. */
export const PLUGINS: TableOf<Config>['plugins'] = {
  folder: {
    type: 'string',
    default: 'plugins',
    form: FOLDER,
    meaning:
      'Folder that holds the bundles; relative to the folder of the file that says so, and otherwise to the current directory.',
    reason: 'A folder beside the configuration is where one looks first.',
  },
  bundleBytes: whole(
    { default: 5_000_000, min: 1_000, max: 100_000_000 },
    'Bytes of one bundle, all its files together.',
    'A tool with a large library is about one megabyte; every runner that serves the plugin loads it.',
  ),
  bundleFiles: whole(
    { default: 200, min: 2, max: 10_000 },
    'Files of one bundle.',
    'A manifest and an entry are the least; a bundle of thousands is a `node_modules` packed by mistake.',
  ),
  loadMs: whole(
    { default: 5_000, min: 100, max: 60_000 },
    'How long a bundle may take to load and to have its schemas compiled, in milliseconds.',
    'Large libraries load in well under a second; start-up waits this long for a plugin that spins.',
  ),
  tryOutAtStart: whole(
    { default: 24, min: 1, max: 1_000 },
    'New bundles that are tried out before the server listens; where there are more, they are listed first, and each is tried out before its first call, or while nobody calls.',
    'Each takes a process of its own, a fifth of a second: a few seconds are well spent on knowing, minutes are not.',
  ),
  watch: {
    type: 'boolean',
    default: true,
    meaning: 'Takes up bundles that are put into the folder, changed or taken out while the server runs.',
    reason:
      'A plugin is uploaded by dropping a file; where the folder only changes with a restart, watching it is of no use.',
  },
  approve: {
    type: 'choice',
    default: 'widening',
    values: ['widening', 'any change', 'never'],
    meaning:
      'Which new versions of a known plugin wait for `toolcell approve`: those that rewrite what agents know of a tool, may use more than before or break what `toolcell.lock` binds; all; or none.',
    reason: 'What an agent reads of a tool steers it, so nobody rewrites that unseen; a mere repair need not wait.',
  },
  trustedKeys: list(
    PUBLIC_KEY,
    'Public keys, as minisign and `toolcell keygen` write them, whose signatures on archives count.',
    'You know whose plugins you take; a signature shows that an archive is theirs and has not been changed.',
  ),
  requireSignature: off(
    'Refuses bundles that are no archive with a good signature by one of `trustedKeys` beside it.',
    'Most plugins are not signed; set it where only your own, or those of known authors, may serve.',
  ),
  listUngranted: off(
    'Lists tools to agents even if their plugin still waits for a grant that it needs.',
    'A tool that can only fail costs an agent tokens and a wasted call; `toolcell status` and the log name the plugins that wait.',
  ),
  overrides: named<PluginOverride>({
    keyWord: 'plugin name',
    keyForm: PLUGIN_NAME,
    each: { limits: LIMITS, freshState: FRESH_STATE, tools: TOOL_OVERRIDES },
    meaning:
      'Plugin name → what that plugin gets in place of `limits` and `freshState`, and `tools`, the same for one tool.',
    reason: 'A plugin that you know to need more gets it alone, and one that you trust less gets less.',
  }),
};
