// The text of a list of API keys, as a file or Redis holds it. Read whole and checked whole. Front process and command line.

import { type KeyRecord, readKeyRecord } from './key-record.ts';

/** Most bytes of a list: 50,000 keys with every member. */
export const MOST_LIST_BYTES = 25_000_000;

/** Reads a list, untrusted. Returns the first thing that is wrong with it as a string: `key 2: is there twice`. */
export const readKeyList = (text: string): readonly KeyRecord[] | string => {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return 'is not JSON';
  }
  const { version, keys } = (document ?? {}) as { version?: unknown; keys?: unknown };
  if (version !== 1 || !Array.isArray(keys)) return 'is not a list of keys of version 1';
  const ids = new Set<string>();
  const hashes = new Set<string>();
  const records: KeyRecord[] = [];
  for (const [index, value] of keys.entries()) {
    const record = readKeyRecord(value);
    if (typeof record === 'string') return `key ${index + 1}: ${record}`;
    if (ids.has(record.id) || hashes.has(record.hash)) return `key ${index + 1}: is there twice`;
    ids.add(record.id);
    hashes.add(record.hash);
    records.push(record);
  }
  return records;
};

export const keyListText = (keys: readonly KeyRecord[]): string => `${JSON.stringify({ version: 1, keys }, null, 1)}\n`;
