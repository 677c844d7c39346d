// Lines of the manifest that an author wrote, for pointers into the one that was made of it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_FILE, placeOf } from '../../catalog/manifest/manifest-problems.ts';
import type { Manifest } from '../../sdk/manifest.ts';

/** Where a pointer of the manifest leads in what its author wrote: a line of plugin.json, or the definition of a tool. */
export const manifestPlace = (folder: string | undefined, pointer: string, manifest: Manifest): string => {
  const plain = `${MANIFEST_FILE} ${pointer}`.trim();
  if (folder === undefined) return plain;
  try {
    const text = readFileSync(join(folder, MANIFEST_FILE), 'utf8');
    const value: unknown = JSON.parse(text);
    if (hasPlace(value, pointer)) return placeOf(text, pointer);
    const [, index, rest = ''] = /^\/tools\/(\d+)(.*)$/.exec(pointer) ?? [];
    const tool = manifest.tools[Number(index)];
    return tool && !hasPlace(value, '/tools') ? `defineTool of ${tool.name}${rest && ` ${rest}`}` : plain;
  } catch {
    return plain;
  }
};

/** Own members only: a manifest may well describe a `constructor`. */
const hasPlace = (value: unknown, pointer: string): boolean => {
  let at = value;
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false;
    at = (at as Record<string, unknown>)[name];
  }
  return true;
};
