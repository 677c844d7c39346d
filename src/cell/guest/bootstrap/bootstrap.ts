// Runs first in every isolate, before any plugin code: removes what cannot be limited, adds what a tool may use, and
// returns the one function that the runner calls. Built with the other modules here into one script whose value is `bootstrap`.
//
// These modules capture everything they need from the realm when they begin (builtins.ts), because a plugin may replace any builtin
// afterwards: they call no method on a prototype and iterate nothing. Nothing ever hands `post`, or an object of the host, to a plugin.

import type { CoarsenTemporal, Lockdown, PristinePatterns, Renew, WebGroup } from '../scripts/parts.ts';
import { now } from './clock.ts';
import { enter } from './enter.ts';
import { addSelf, addTasks, removeTemporal, removeUnlimited, replaceConstructor } from './globals.ts';
import { addGroups, handed, made } from './groups.ts';
import { keepSymbols, noteOutside, symbols } from './preload.ts';
import { leadOut, type Post, share } from './realm.ts';
import { forgetBy, seedBy } from './seeds.ts';

/** Prepares the realm and returns its `enter`. With `lockdown` and `pristine`, calls share the realm. */
export function bootstrap(
  post: Post,
  renew: Renew,
  coarsenTemporal?: CoarsenTemporal,
  lockdown?: Lockdown,
  pristine?: PristinePatterns,
  ...webGroups: WebGroup[]
): typeof enter {
  leadOut(post);
  if (lockdown) share();
  removeUnlimited();
  addSelf();
  addTasks();
  if (coarsenTemporal) coarsenTemporal(now);
  else removeTemporal();
  seedBy(renew({ now, noteOutside, symbols, keepSymbols, replaceConstructor }));
  addGroups(webGroups);
  if (lockdown && pristine) {
    lockdown(handed, made, pristine);
    forgetBy(pristine.forget);
  }
  return enter;
}
