// Runs first in every isolate, before any plugin code: takes away what cannot be limited, gives what a tool may use, and
// returns the one function the runner calls. Built with the modules beside it into one script whose value is `bootstrap`.
//
// Everything they need from the realm is captured when they begin (bootstrap/builtins.ts), since a plugin may replace any builtin
// afterwards: no method is called on a prototype, nothing is iterated. Nothing ever hands `send`, or an object of the host, to a plugin.

import { keepSymbols, noteOutside, symbols } from './bootstrap/ahead.ts';
import { now } from './bootstrap/clock.ts';
import { enter } from './bootstrap/enter.ts';
import { addSelf, addTasks, replaceConstructor } from './bootstrap/globals.ts';
import { addGroups, handed, made } from './bootstrap/groups.ts';
import { leadOut, type Send } from './bootstrap/outlet.ts';
import { share, watch } from './bootstrap/realm.ts';
import { removeTemporal, removeUnlimited } from './bootstrap/removals.ts';
import { seedBy } from './bootstrap/seeds.ts';
import type { CoarsenTemporal, Lockdown, PlatformGroup, Renew } from './parts.ts';

/** Makes the realm ready; returns the way in. `lockdown` makes it one that calls share. */
export function bootstrap(
  send: Send,
  renew: Renew,
  coarsenTemporal?: CoarsenTemporal,
  lockdown?: Lockdown,
  ...platform: PlatformGroup[]
): typeof enter {
  leadOut(send);
  if (lockdown) share();
  removeUnlimited();
  addSelf();
  addTasks();
  if (coarsenTemporal) coarsenTemporal(now);
  else removeTemporal();
  seedBy(renew({ now, noteOutside, symbols, keepSymbols, replaceConstructor }));
  addGroups(platform);
  if (lockdown) watch(lockdown(handed, made));
  return enter;
}
