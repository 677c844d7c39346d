// Which settings are paths, and that a path among them is meant from where it was written.

import { resolve } from 'node:path';
import type { Found } from './check-file.ts';

/** Paths that have a default; from the working folder where nobody set them. */
export const DEFAULT_PATHS = ['plugins.folder', 'store.file'] as const;

/** A path of one secret: `secrets.WEATHER_KEY.file`. */
const SECRET_FILE = /^secrets\.[A-Z][A-Z0-9_]*\.file$/;

const secretsFrom = (value: unknown, folder: string): unknown => {
  const bindings = Object.entries(value as Readonly<Record<string, { readonly file?: string }>>);
  const resolved = bindings.map(([name, binding]) => [
    name,
    Object.assign(
      Object.create(null),
      binding,
      binding.file === undefined ? {} : { file: resolve(folder, binding.file) },
    ),
  ]);
  return Object.assign(Object.create(null), Object.fromEntries(resolved));
};

/** A setting as it was found, its paths resolved from `folder`, where it was written. */
export const inFolder = (path: string, entry: Found, folder: string): Found => {
  const isPath = DEFAULT_PATHS.some((known) => known === path) || SECRET_FILE.test(path);
  if (isPath) return { ...entry, value: resolve(folder, String(entry.value)) };
  if (path === 'log.file')
    return entry.value === '' ? entry : { ...entry, value: resolve(folder, String(entry.value)) };
  if (path === 'egress.caFiles')
    return { ...entry, value: (entry.value as readonly string[]).map((file) => resolve(folder, file)) };
  return path === 'secrets' ? { ...entry, value: secretsFrom(entry.value, folder) } : entry;
};
