// The file of API keys: read whole, checked whole, replaced whole. Front process and command line.

import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { inTurn } from '../../shared/lifetime/turn.ts';
import { writeWhole } from '../../shared/lifetime/whole-file.ts';
import { type KeyRecord, keyListText, MOST_LIST_BYTES, readKeyList } from './key-record.ts';

const OWNER_ONLY = 0o600;
/** Others who may write the file could let themselves in. */
const OTHERS_MAY_WRITE = 0o022;

/** Thrown if a file is not a file of keys, or others may write to it. The message begins with the path and says what to do. */
export class KeysBroken extends Error {
  override name = 'KeysBroken';
}

/** Reads the keys; none if the file does not exist. Throws {@link KeysBroken}, and errors of the system unchanged. */
export const readKeys = async (path: string): Promise<readonly KeyRecord[]> => {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (stats === undefined) return [];
  if (!stats.isFile())
    throw new KeysBroken(`${path}: is not a file → remove it, or set access.keysFile to another path`);
  if (process.platform !== 'win32' && (stats.mode & OTHERS_MAY_WRITE) !== 0)
    throw new KeysBroken(`${path}: others may write to it, and so let themselves in → chmod 600 ${path}`);
  if (stats.size > MOST_LIST_BYTES)
    throw new KeysBroken(`${path}: is larger than ${MOST_LIST_BYTES} bytes → revoke old keys`);
  return keysIn(await readFile(path, 'utf8'), path);
};

const keysIn = (text: string, path: string): readonly KeyRecord[] => {
  const keys = readKeyList(text);
  if (typeof keys !== 'string') return keys;
  throw new KeysBroken(`${path}: ${keys} → restore the file, or remove it and create the keys again`);
};

/**
 * Replaces the keys by what `change` makes of them, while no other process changes them. Nothing is written if `change` throws. Makes the file
 * if there is none; only its owner may read it. A link stays: its target is replaced, with the owner and permissions that it had. Throws {@link KeysBroken}, and errors of the system and of `change` unchanged.
 */
export const changeKeys = async <Result>(
  path: string,
  change: (keys: readonly KeyRecord[]) => { readonly keys: readonly KeyRecord[]; readonly result: Result },
): Promise<Result> => {
  const target = await realpath(path).catch(() => path);
  return inTurn({ folder: dirname(target), name: basename(target) }, async () => {
    const { keys, result } = change(await readKeys(target));
    await writeWhole(target, keyListText(keys), { mode: OWNER_ONLY });
    return result;
  });
};
