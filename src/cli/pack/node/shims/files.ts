// The files of the bundle, which `fs` reads. Runs inside the isolate, as part of the packed entry.

import { files, refused } from 'toolcell:bundle';
import { Buffer } from './buffer.ts';
import { coded } from './errors.ts';
import path from './path.ts';
import { fileURLToPath } from './url-paths.ts';

const ROOT = '/plugin';

/** Path → text, or base64. */
let known: Readonly<Record<string, string | { readonly base64: string }>> | undefined;
let folders: Map<string, Set<string>> | undefined;

const TEXTS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EROFS: 'read-only file system',
  EISDIR: 'illegal operation on a directory',
  ENOTDIR: 'not a directory',
};

export const fileError = (code: string, syscall: string, at?: string): Error => {
  if (code === 'EROFS' || (code === 'ENOENT' && at?.startsWith('/') && !at.startsWith(ROOT)))
    refused?.(`fs.${syscall}`);
  return Object.assign(coded(Error, code, `${code}: ${TEXTS[code]}, ${syscall}${at === undefined ? '' : ` '${at}'`}`), {
    errno: { ENOENT: -2, EROFS: -30, EISDIR: -21, ENOTDIR: -20 }[code],
    syscall,
    ...(at !== undefined && { path: at }),
  });
};

/** A path below `/plugin`, of text, bytes or a URL. */
export const pathOf = (given: unknown): string => {
  const text =
    given instanceof URL
      ? fileURLToPath(given)
      : given instanceof Uint8Array
        ? Buffer.from(given).toString()
        : String(given);
  return (path.resolve as (...parts: string[]) => string)(ROOT, text);
};

const all = (): NonNullable<typeof known> => {
  known ??= files();
  return known;
};

const tree = (): Map<string, Set<string>> => {
  if (folders) return folders;
  folders = new Map([
    ['/', new Set(['plugin'])],
    [ROOT, new Set()],
  ]);
  for (const name of Object.keys(all())) {
    const parts = `plugin/${name}`.split('/');
    for (let at = 1; at < parts.length; at += 1) {
      const folder = `/${parts.slice(0, at).join('/')}`;
      folders.set(folder, (folders.get(folder) ?? new Set()).add(parts[at] as string));
    }
  }
  return folders;
};

/** The names in a folder; undefined if there is none. */
export const namesIn = (at: string): readonly string[] | undefined => {
  const names = tree().get(at);
  return names && [...names].sort();
};

/** The bytes of a file; undefined if there is none. */
export const bytesAt = (at: string): Buffer | undefined => {
  const name = at.startsWith(`${ROOT}/`) ? at.slice(ROOT.length + 1) : '';
  if (name === '' || !Object.hasOwn(all(), name)) return undefined;
  const content = all()[name] as string | { readonly base64: string };
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.base64, 'base64');
};
