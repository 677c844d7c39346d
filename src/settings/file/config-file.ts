// Reads the configuration file: a regular file of bounded size in UTF-8. Synchronous. Front process and command line.

import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { systemCode } from '../../shared/machine/system-code.ts';

const MAX_BYTES = 1_000_000;

/** The text, `missing`, or what is wrong with the file. */
export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'bad'; readonly wrong: string; readonly fix: string };

/** Reads at most 1 MB of the file at `path`. Never throws, and never waits on a pipe or a device. */
export function readConfigFile(path: string): FileText {
  try {
    if (!statSync(path).isFile()) return bad('this is not a file', 'name a file, not a folder, pipe or device');
    const bytes = readBounded(path);
    if (bytes === undefined) return bad(`it is larger than ${MAX_BYTES} bytes`, 'remove all that is not configuration');
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    return explain(error);
  }
}

function readBounded(path: string): Uint8Array | undefined {
  const file = openSync(path, 'r');
  try {
    const buffer = new Uint8Array(Math.min(fstatSync(file).size, MAX_BYTES) + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read) {
      read = readSync(file, buffer, length, buffer.length - length, null);
    }
    return length > MAX_BYTES ? undefined : buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function explain(error: unknown): FileText {
  const code = (error instanceof Error && systemCode(error)) || '';
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
  if (code === 'EACCES' || code === 'EPERM') return bad('this user may not read it', 'grant read access to it');
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return bad('it is not UTF-8 text', 'save it as UTF-8');
  return bad(`it cannot be read (${code || 'unknown error'})`, 'check the path and the disk');
}

const bad = (wrong: string, fix: string): FileText => ({ kind: 'bad', wrong, fix });
