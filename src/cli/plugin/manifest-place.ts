// Finds the place in the author's files for a pointer into the manifest. Packing makes that manifest from plugin.json and `defineTool`.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { MANIFEST_FILE, placeOf } from '../../catalog/manifest/manifest-problems.ts';
import { pointerOf, walkJson } from '../../shared/text/json-places.ts';

/** The place in the author's files for a pointer into the manifest: a line of plugin.json, or the definition of a tool. */
export const manifestPlace = (folder: string | undefined, pointer: string, manifest: Manifest): string => {
  const plain = `${MANIFEST_FILE} ${pointer}`.trim();
  if (folder === undefined) return plain;
  try {
    const text = readFileSync(join(folder, MANIFEST_FILE), 'utf8');
    // Throws for a text that was saved half-way.
    JSON.parse(text);
    const pointers = new Set(['']);
    walkJson(text, (path) => pointers.add(pointerOf(path)));
    if (pointers.has(pointer)) return placeOf(text, pointer);
    const [, index, rest = ''] = /^\/tools\/(\d+)(.*)$/.exec(pointer) ?? [];
    const tool = manifest.tools[Number(index)];
    return tool && !pointers.has('/tools') ? `defineTool of ${tool.name}${rest && ` ${rest}`}` : plain;
  } catch {
    return plain;
  }
};
