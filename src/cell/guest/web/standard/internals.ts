// Lets one group of web APIs lend functions to another without a global, so that no plugin finds them. Runs inside the isolate.

import type { WebGlobals } from '../../scripts/parts.ts';

/** The key in `made`. It is not a global's name: its value is neither defined on the global object nor enumerable. */
const keyOf = (group: string): string => `internals of ${group}`;

/** Lends `internals` to groups that are made later. */
export const lend = (made: WebGlobals, group: string, internals: object): void => {
  Object.defineProperty(made, keyOf(group), { value: internals });
};

/** The functions that a group has lent. Throws if the group has not been made: then its name is missing in `needs`. */
export const borrow = <Internals extends object>(made: WebGlobals, group: string): Internals => {
  const internals = made[keyOf(group)];
  if (internals === undefined) throw new Error(`The group ${group} must be made first.`);
  return internals as Internals;
};
