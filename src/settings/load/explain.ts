// Shows the effective configuration without passwords and commands, as an aligned table of settings, values and sources or as an object.
// Command line.

import type { Config } from '../config.ts';
import { SETTING_BY_PATH } from '../settings.ts';
import type { LoadedConfig } from './load.ts';

const UNITS: readonly (readonly [suffix: string, unit: string])[] = [
  ['Ms', 'ms'],
  ['Mb', 'MB'],
  ['Bytes', 'bytes'],
];

/** The table, with a line for each setting and each value inside maps. */
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

/** Paths in the order of the table of settings. Paths inside a map follow the map. */
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

const HIDDEN = '(hidden)';

/** An address without its user name and password. */
const withoutPassword = (address: string): string => {
  if (!URL.canParse(address)) return address === '' ? '' : HIDDEN;
  const { protocol, host, pathname, username, password } = new URL(address);
  return `${protocol}//${username === '' && password === '' ? '' : `${HIDDEN}@`}${host}${pathname}`;
};

/** The value of the setting at `path`, with possible secrets hidden. */
const redacted = (path: string, value: unknown): unknown => {
  if (path === 'store.redisUrl') return withoutPassword(String(value));
  return /^secrets\.[A-Z][A-Z0-9_]*\.command$/.test(path) ? HIDDEN : value;
};

/** The whole configuration, with possible secrets hidden. */
export const redactedConfig = (config: Config): Config => ({
  ...config,
  store: { ...config.store, redisUrl: withoutPassword(config.store.redisUrl) },
  secrets: Object.fromEntries(
    Object.entries(config.secrets).map(([name, binding]) => [
      name,
      binding.command === undefined ? binding : { ...binding, command: HIDDEN },
    ]),
  ),
});
