// What one group of the platform lends another beside its globals, where no plugin finds it. Runs inside the isolate.

import type { PlatformGlobals } from '../../guest/parts.ts';

/** A name that is no global's: what is made under it is never defined on the global object, nor listed. */
const keyOf = (group: string): string => `internals of ${group}`;

/** Leaves something for groups that are made later. */
export const lend = (made: PlatformGlobals, group: string, internals: object): void => {
  Object.defineProperty(made, keyOf(group), { value: internals });
};

/** What a group that was made before has left. Throws where it was not made: `needs` then lacks its name. */
export const borrow = <Internals extends object>(made: PlatformGlobals, group: string): Internals => {
  const internals = made[keyOf(group)];
  if (internals === undefined) throw new Error(`The group ${group} must be made first.`);
  return internals as Internals;
};
