// Lines of the manifest that an author wrote, for pointers into the one that was made of it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_FILE, placeOf } from '../../catalog/manifest-problems.ts';

/** `plugin.json:12:5 /limits/cpuMs`, where the author's own manifest has that place. */
export const manifestPlace = (folder: string | undefined, pointer: string): string | undefined => {
  if (folder === undefined) return undefined;
  try {
    const text = readFileSync(join(folder, MANIFEST_FILE), 'utf8');
    let value: unknown = JSON.parse(text);
    for (const name of pointer.split('/').slice(1)) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
      value = (value as Record<string, unknown>)[name];
    }
    return placeOf(text, pointer);
  } catch {
    return undefined;
  }
};
