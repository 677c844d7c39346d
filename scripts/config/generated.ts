// Writes the files that are generated from the table of settings, and checks whether those on disk are up to date.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configurationPage } from './document.ts';
import { configSchemaText } from './schema.ts';

/** Path in the project → its text. */
export const GENERATED: Readonly<Record<string, () => string>> = {
  'schemas/sandbox.config.schema.json': configSchemaText,
  'docs/configuration.md': configurationPage,
};

/** The generated files under `root` that are missing or out of date. */
export const outdated = (root: string): readonly string[] =>
  Object.entries(GENERATED).flatMap(([path, text]) => (readIfThere(join(root, path)) === text() ? [] : [path]));

/** Writes the files that are out of date and returns their paths. */
export function writeGenerated(root: string): readonly string[] {
  const paths = outdated(root);
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), GENERATED[path]?.() ?? '');
  }
  return paths;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
