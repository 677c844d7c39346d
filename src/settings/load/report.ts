// What each check of relations between settings gets, and how it reports. Front process and command line.

import type { Config } from '../config.ts';
import type { Found } from '../file/check-file.ts';
import type { Problem } from '../problem.ts';

/** A setting, what is wrong with it, and what to do. Empty if the setting has a problem already. */
export type Report = (setting: string, wrong: string, fix: string) => readonly Problem[];

/** A configuration whose settings are each valid by themselves. */
export interface Checked {
  readonly config: Config;
  /** Path → the value, with the place that sets it. */
  readonly found: ReadonlyMap<string, Found>;
  /** Paths that have a problem already. Nothing is said twice, and nothing about what is missing because it was refused. */
  readonly refused: ReadonlySet<string>;
  readonly report: Report;
}

/** Prepares a configuration for its checks. */
export const checkedOf = (parts: Omit<Checked, 'report'>): Checked => {
  const { found, refused } = parts;
  const report: Report = (setting, wrong, fix) =>
    [...refused].some((path) => isIn(path, setting) || isIn(setting, path))
      ? []
      : [{ where: placeOf(found, setting), setting, wrong, fix }];
  return { ...parts, report };
};

/** True for a path itself, and for one of its members or items. */
const isIn = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);

/** The place of the setting; else that of the first setting inside it, or of the map or section around it. */
const placeOf = (found: ReadonlyMap<string, Found>, setting: string): string => {
  const own = found.get(setting) ?? [...found].find(([path]) => isIn(path, setting))?.[1];
  if (own !== undefined) return own.source;
  const outer = setting.slice(0, Math.max(0, setting.lastIndexOf('.')));
  return outer === '' ? 'default' : placeOf(found, outer);
};
