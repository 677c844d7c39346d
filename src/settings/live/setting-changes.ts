// Compares two configurations setting by setting, for a record of the change. Values that may be secrets are never shown. Front process and command line.

import type { Config } from '../config.ts';
import { SETTINGS_SECTION } from '../settings.ts';
import { type Entry, isSetting, type Section } from '../table/setting.ts';

/** Path → value, of the settings that differ; null if there is none. */
export interface SettingChanges {
  readonly from: Readonly<Record<string, unknown>>;
  readonly to: Readonly<Record<string, unknown>>;
}

/** Shown instead of a value that may be a secret. */
const HIDDEN = '(hidden)';

type Values = Readonly<Record<string, unknown>>;

/** The settings that differ, each with its old and its new value; undefined if none does. Settings inside maps are compared one by one. */
export const settingChanges = (before: Config, after: Config): SettingChanges | undefined => {
  const from: Record<string, unknown> = {};
  const to: Record<string, unknown> = {};
  for (const [path, old, next] of differences(SETTINGS_SECTION, before, after, '')) {
    from[path] = old;
    to[path] = next;
  }
  return Object.keys(to).length === 0 ? undefined : { from, to };
};

/** Path → value of the settings that differ from their defaults. */
export const settingsInForce = (config: Config): Readonly<Record<string, unknown>> =>
  settingChanges(defaultsOf(SETTINGS_SECTION) as Config, config)?.to ?? {};

const defaultsOf = (section: Section): object =>
  Object.fromEntries(
    Object.entries(section).map(([name, entry]) => [name, isSetting(entry) ? entry.default : defaultsOf(entry)]),
  );

type Difference = readonly [path: string, before: unknown, after: unknown];

function* differences(entry: Entry, before: unknown, after: unknown, path: string): Generator<Difference> {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  if (!isSetting(entry)) return yield* inSection(entry, before, after, path);
  if (entry.type !== 'map') {
    const isHidden = entry.type === 'string' && entry.form.isHidden === true;
    const shown = (value: unknown): unknown => (value === undefined ? null : isHidden && value !== '' ? HIDDEN : value);
    return yield [path, shown(before), shown(after)];
  }
  for (const name of namesIn(before, after))
    yield* differences(entry.each, valueIn(before, name), valueIn(after, name), under(path, name));
}

function* inSection(section: Section, before: unknown, after: unknown, path: string): Generator<Difference> {
  const found: Difference[] = [];
  for (const [name, entry] of Object.entries(section))
    found.push(...differences(entry, valueIn(before, name), valueIn(after, name), under(path, name)));
  yield* found;
  // A section inside a map may come or go without a setting in it.
  const isThere = (value: unknown): object | null => (value === undefined ? null : {});
  if (found.length === 0 && (before === undefined || after === undefined))
    yield [path, isThere(before), isThere(after)];
}

const namesIn = (...maps: readonly unknown[]): ReadonlySet<string> =>
  new Set(maps.flatMap((map) => Object.keys((map ?? {}) as Values)));

const valueIn = (map: unknown, name: string): unknown =>
  typeof map === 'object' && map !== null && Object.hasOwn(map, name) ? (map as Values)[name] : undefined;

const under = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
