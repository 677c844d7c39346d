// The section `pool`: runner processes. Data only.

import { memoryLimit } from '../../shared/machine/memory-limit.ts';
import { PLUGIN_NAME } from './forms.ts';
import { runnersThatFit } from './runners.ts';
import { list, named, whole } from './setting.ts';

export const POOL = {
  runners: {
    ...whole(
      { default: runnersThatFit(memoryLimit()), min: 1, max: 256 },
      'Runner processes at a time, without those that are started ahead.',
      'Each busy plugin needs one, of about 64 MB, and the server 256 MB; `toolcell config` prints the number.',
    ),
    defaultWords: 'as many as fit into the memory, 2 to 100',
  },
  callsPerRunner: whole(
    { default: 4, min: 1, max: 64 },
    'Calls that may run at a time in one runner process; 16 times as many of a plugin that reaches out in `realm` mode.',
    'Suspended calls overlap; if the process has to be killed, all its calls are lost.',
  ),
  idleMs: whole(
    { default: 60_000, min: 100, max: 86_400_000 },
    'Time after which an idle runner is ended.',
    'Long enough for an agent to come back.',
  ),
  maxQueued: whole(
    { default: 256, min: 1, max: 100_000 },
    'Queued calls of all plugins; above it, the newest call of the plugin with the most queued ones is answered `overloaded`.',
    'More than can begin within `queueMs` would wait in vain.',
  ),
  cordons: named({
    keyWord: 'cordon name',
    keyForm: PLUGIN_NAME,
    each: list(PLUGIN_NAME, 'Plugins of this cordon.', 'A plugin belongs to one cordon at most.'),
    meaning: 'Name of a cordon → plugins that trust each other and share its runner processes.',
    reason: 'Without a cordon a plugin that breaks hurts no other.',
  }),
};
