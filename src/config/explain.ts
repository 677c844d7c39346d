// The effective configuration for people: every setting, its value, and where the value comes from, as an aligned table.

import { FLAGS, usage } from './flags.ts';
import type { LoadedConfig } from './load.ts';
import { redacted } from './redact.ts';
import { SETTING_BY_PATH } from './settings.ts';

const UNITS: readonly (readonly [suffix: string, unit: string])[] = [
  ['Ms', 'ms'],
  ['Mb', 'MB'],
  ['Bytes', 'bytes'],
];

/** The configuration as a text table of setting, value and source, with what is set inside maps. */
export function explainConfig({ sources, values, file }: LoadedConfig): string {
  const rows = pathsInOrder(Object.keys(sources)).map((path) => ({
    path,
    value: showValue(path, redacted(path, values[path])),
    source: sources[path] ?? 'default',
  }));
  const pathWidth = Math.max(...rows.map(({ path }) => path.length));
  const valueWidth = Math.min(40, Math.max(...rows.map(({ value }) => value.length)));
  const groups = Map.groupBy(rows, ({ path }) => (path.includes('.') ? path.slice(0, path.indexOf('.')) : ''));
  const text = [...groups.values()].map((group) =>
    group
      .map(({ path, value, source }) => `${path.padEnd(pathWidth)}  ${value.padEnd(valueWidth)}  ${source}\n`)
      .join(''),
  );
  return `${file === undefined ? 'No configuration file' : `Configuration file: ${file}`}\n\n${text.join('\n')}`;
}

/** The flags with their environment variables, for `--help`. */
export function explainFlags(): string {
  const flagWidth = Math.max(...FLAGS.map((flag) => usage(flag).length));
  const envWidth = Math.max(...FLAGS.map(({ env }) => env.length));
  const line = (flag: (typeof FLAGS)[number]): string =>
    `  ${usage(flag).padEnd(flagWidth)}  ${flag.env.padEnd(envWidth)}  ${flag.meaning}\n`;
  return FLAGS.map(line).join('');
}

/** The table's order, with what is inside a map right after the map. */
function pathsInOrder(paths: readonly string[]): readonly string[] {
  return [...SETTING_BY_PATH].flatMap(([path, { type }]) =>
    type === 'map' ? [path, ...paths.filter((inner) => inner.startsWith(`${path}.`))] : [path],
  );
}

function showValue(path: string, value: unknown): string {
  if (typeof value === 'number') {
    const unit = UNITS.find(([suffix]) => path.endsWith(suffix))?.[1];
    return unit === undefined ? `${value}` : `${value.toLocaleString('en-US')} ${unit}`;
  }
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (typeof value === 'object' && value !== null) return Object.keys(value).join(', ') || 'none';
  return value === '' ? 'none' : String(value);
}
