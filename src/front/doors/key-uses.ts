// When each API key was last used, kept beside the file of keys. It is knowledge for an operator who tidies up, and decides nothing: a file that is damaged,
// lost or made up costs that knowledge. Front process and command line.

import { open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { inTurn } from '../../shared/lifetime/turn.ts';
import { writeWhole } from '../../shared/lifetime/whole-file.ts';
import { ID, isTime } from './key-record.ts';

/** Id of a key → ISO 8601, UTC. */
export type KeyUses = ReadonlyMap<string, string>;

/** 50,000 keys, as in the list of keys. */
const MOST_BYTES = 3_000_000;
/** A server that ends does not wait longer for another one's turn. */
const WAIT_MS = 2_000;
const OWNER_ONLY = 0o600;

export const usesFileOf = (keysFile: string): string => `${keysFile}.used`;

/** Those parts of what was read that have the form of a use. */
export const usesIn = (value: unknown): KeyUses =>
  new Map(
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).filter((entry): entry is [string, string] => ID.test(entry[0]) && isTime(entry[1])),
  );

/** None if there is no such file, or it is none of this kind. Rejects with the system's error if it cannot be read. */
export const readUses = async (keysFile: string): Promise<KeyUses> => {
  const handle = await open(usesFileOf(keysFile), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return new Map();
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > MOST_BYTES) return new Map();
    return usesIn((JSON.parse(await handle.readFile('utf8')) as { used?: unknown } | null)?.used);
  } catch (error) {
    if (error instanceof SyntaxError) return new Map();
    throw error;
  } finally {
    await handle.close();
  }
};

/** The later one of two times counts: several servers may share the file. */
const merged = (kept: KeyUses, uses: KeyUses, isKept: (id: string) => boolean): KeyUses => {
  const all = new Map([...kept].filter(([id]) => isKept(id)));
  for (const [id, at] of uses) if (at > (all.get(id) ?? '')) all.set(id, at);
  return all;
};

/** Adds uses to the file, and leaves out keys that are not there any more. Rejects with the system's error, and with NoTurn. */
export const addUses = (keysFile: string, uses: KeyUses, isKept: (id: string) => boolean): Promise<void> => {
  const path = usesFileOf(keysFile);
  return inTurn(
    { folder: dirname(path), name: basename(path) },
    async () => {
      const used = Object.fromEntries(merged(await readUses(keysFile), uses, isKept));
      await writeWhole(path, `${JSON.stringify({ version: 1, used })}\n`, { mode: OWNER_ONLY, isFlushed: false });
    },
    WAIT_MS,
  );
};
