// Resolves paths among the settings from the folder of the file that sets them. Front process and command line.

import { resolve } from 'node:path';
import type { Found } from '../file/check-file.ts';

/** Paths with a default, which is resolved from the working folder. */
export const DEFAULT_PATHS = ['plugins.folder', 'store.file'] as const;

/** The path of a secret's file: `secrets.WEATHER_KEY.file`. */
const SECRET_FILE = /^secrets\.[A-Z][A-Z0-9_]*\.file$/;

const secretsFrom = (value: unknown, folder: string): unknown => {
  const resolved = Object.create(null);
  for (const [name, binding] of Object.entries(value as Readonly<Record<string, { readonly file?: string }>>)) {
    const file = binding.file === undefined ? {} : { file: resolve(folder, binding.file) };
    resolved[name] = Object.assign(Object.create(null), binding, file);
  }
  return resolved;
};

/** Paths that may be empty. */
const FILES = [
  ...['log.file', 'access.keysFile', 'audit.file'],
  ...['certificateFile', 'keyFile', 'clientCaFile', 'crlFile'].map((name) => `server.tls.${name}`),
];

/** The setting with its paths resolved from `folder`, where it was set. */
export const inFolder = (path: string, entry: Found, folder: string): Found => {
  const isPath = [...DEFAULT_PATHS, ...FILES].includes(path) || SECRET_FILE.test(path);
  if (isPath && entry.value !== '') return { ...entry, value: resolve(folder, String(entry.value)) };
  if (path === 'egress.caFiles')
    return { ...entry, value: (entry.value as readonly string[]).map((file) => resolve(folder, file)) };
  return path === 'secrets' ? { ...entry, value: secretsFrom(entry.value, folder) } : entry;
};
