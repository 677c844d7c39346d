// The sections `pool` and `quarantine`: runner processes, and pauses of plugins that cost too many of them. Data only.

import { PLUGIN_NAME } from './forms.ts';
import { list, named, whole } from './setting.ts';

export const POOL = {
  runners: whole(
    { default: 16, min: 1, max: 256 },
    'Runner processes at a time, without spares.',
    'One for each of 16 busy plugins; each takes `runnerRssMb` at most, and is ended if it is idle.',
  ),
  spares: whole(
    { default: 1, min: 1, max: 16 },
    'Runner processes that are started ahead, for the next plugin that needs one.',
    'A locked-down process takes 165 ms to start, which the next call after a kill must not wait for.',
  ),
  callsPerRunner: whole(
    { default: 4, min: 1, max: 64 },
    'Calls that may run at a time in one runner process; 16 times as many of a plugin that reaches out in `realm` mode.',
    'Suspended calls overlap; if the process has to be killed, all its calls are lost.',
  ),
  recycleAfterCalls: whole(
    { default: 500_000, min: 1, max: 1_000_000_000 },
    'Calls after which a runner process is replaced.',
    'Nothing is known to grow in a frozen realm; a replacement now and then makes sure of that.',
  ),
  recycleAfterIsolates: whole(
    { default: 5_000, min: 1, max: 1_000_000 },
    'Calls with an isolate of their own after which a runner process is replaced.',
    'Memory of a process grows slowly over tens of thousands of isolates; a replacement costs one start.',
  ),
  idleMs: whole(
    { default: 60_000, min: 100, max: 86_400_000 },
    'Time after which an idle runner is ended, in milliseconds.',
    'Long enough for an agent to come back, short enough that unused plugins cost nothing.',
  ),
  maxQueued: whole(
    { default: 256, min: 1, max: 100_000 },
    'Queued calls of all plugins; above it, the newest call of the plugin with the most queued ones is answered `overloaded`.',
    'More calls than can begin within `queueMs` would only wait in vain and hold memory.',
  ),
  cordons: named({
    keyWord: 'cordon name',
    keyForm: PLUGIN_NAME,
    each: list(PLUGIN_NAME, 'Plugins of this cordon.', 'A plugin belongs to one cordon at most.'),
    meaning: 'Name of a cordon → plugins that trust each other and share its runner processes.',
    reason: 'Without a cordon each plugin has its own processes, so that a plugin that breaks hurts no other.',
  }),
};

export const QUARANTINE = {
  kills: whole(
    { default: 5, min: 1, max: 1_000 },
    'Runners that a plugin may cost within `windowMs` before it is paused.',
    'Unlucky input kills once or twice; five in a minute is a plugin that does not work.',
  ),
  windowMs: whole(
    { default: 60_000, min: 100, max: 3_600_000 },
    'Time over which kills are counted, in milliseconds.',
    'Kills of an hour ago should not count.',
  ),
  pauseMs: whole(
    { default: 1_000, min: 100, max: 3_600_000 },
    'The first pause of a quarantined plugin, in milliseconds; each further one is twice as long.',
    'It is short, so a plugin that recovers is back at once.',
  ),
  maxPauseMs: whole(
    { default: 60_000, min: 100, max: 86_400_000 },
    'The longest pause, in milliseconds.',
    'A plugin that was repaired answers again within a minute; at least `pauseMs`.',
  ),
};
