// The sections `pool` and `quarantine`: processes that run plugins, and plugins that cost too many of them. Data only.

import type { Config } from '../config.ts';
import type { TableOf } from '../setting.ts';
import { PLUGIN_NAME } from './forms.ts';
import { list, named, whole } from './kinds.ts';

/** The processes that run plugins. */
export const POOL: TableOf<Config>['pool'] = {
  brokers: whole(
    { default: 1, min: 1, max: 8 },
    'Threads that start runner processes, watch them, and carry out what tools ask of the host.',
    'Calls do not pass through them: one thread watches hundreds of processes. More are worth it for tools that make very many requests; never more than `runners`.',
  ),
  runners: whole(
    { default: 16, min: 1, max: 256 },
    'Runner processes at a time, spares not counted.',
    'One for each of 16 busy plugins; each takes `runnerRssMb` at most, and one that stands idle is ended.',
  ),
  spares: whole(
    { default: 1, min: 1, max: 16 },
    'Runner processes that are held ready for the next plugin that needs one.',
    'A locked-down process takes 165 ms to start, and after a kill the next call must not wait for that.',
  ),
  callsPerRunner: whole(
    { default: 4, min: 1, max: 64 },
    'Calls that may run at a time inside one runner process; 16 times as many of a plugin that reaches out in `realm` mode.',
    'Calls that wait overlap; if the process has to be killed, these are the calls that are lost with it.',
  ),
  recycleAfterCalls: whole(
    { default: 500_000, min: 1, max: 1_000_000_000 },
    'Calls after which a runner process is replaced.',
    'Nothing is known to grow in a frozen realm; a process that is replaced now and then need not be trusted with that.',
  ),
  recycleAfterIsolates: whole(
    { default: 5_000, min: 1, max: 1_000_000 },
    'Calls with an isolate of their own after which a runner process is replaced.',
    'Memory of a process creeps up over tens of thousands of isolates; a replacement costs one start.',
  ),
  idleMs: whole(
    { default: 60_000, min: 100, max: 86_400_000 },
    'How long a runner may stand idle before it is ended, in milliseconds.',
    'Long enough for an agent to come back, short enough that unused plugins cost nothing.',
  ),
  maxQueued: whole(
    { default: 256, min: 1, max: 100_000 },
    'Calls that may wait for a place, all plugins together; past it the newest of the plugin with the most waiting is answered `overloaded`.',
    'More than `queueMs` lets through would only wait in vain and hold memory.',
  ),
  cordons: named<readonly string[]>({
    keyWord: 'cordon name',
    keyForm: PLUGIN_NAME,
    each: list(PLUGIN_NAME, 'Plugins of this cordon.', 'A plugin belongs to one cordon at most.'),
    meaning: 'Name of a cordon → plugins that trust each other and share its runner processes.',
    reason: 'Without one each plugin has processes of its own, and what one breaks hurts no other.',
  }),
};

/** When a plugin is paused. */
export const QUARANTINE: TableOf<Config>['quarantine'] = {
  kills: whole(
    { default: 5, min: 1, max: 1_000 },
    'Runners that a plugin may cost within `windowMs` before it is paused.',
    'Unlucky input kills once or twice; five in a minute is a plugin that does not work.',
  ),
  windowMs: whole(
    { default: 60_000, min: 100, max: 3_600_000 },
    'Time over which the kills are counted, in milliseconds.',
    'A minute forgives what happened an hour ago.',
  ),
  pauseMs: whole(
    { default: 1_000, min: 100, max: 3_600_000 },
    'The first pause of a quarantined plugin, in milliseconds; each further one is twice as long.',
    'Short, so a plugin that recovers is back at once.',
  ),
  maxPauseMs: whole(
    { default: 60_000, min: 100, max: 86_400_000 },
    'The longest pause, in milliseconds.',
    'A plugin that was repaired answers again within a minute; at least `pauseMs`.',
  ),
};
