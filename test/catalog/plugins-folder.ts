// Support: a plugins folder in a temporary place, bundles written into it, and a catalog loaded from it with real esbuild
// and an inspector that says yes.

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as loading from '../../src/catalog/load/types.ts';
import type { CatalogSnapshot } from '../../src/catalog/model/snapshot.ts';
import { openCatalog } from '../../src/catalog/serve/live-catalog.ts';
import type { Config } from '../../src/settings/config.ts';
import { loadConfig } from '../../src/settings/load/load.ts';
import type { Inspector } from '../../src/shared/protocol/program.ts';

export const FIXTURES = fileURLToPath(new URL('../fixtures/bundles/', import.meta.url));

export const TOOL = { name: 'work', description: 'Works.', inputSchema: { type: 'object' }, outputSchema: {} };

export const ENTRY = 'export const work = () => null;\n';

/** A manifest that would serve, with what a test changes. */
export const manifest = (changes: object = {}): string =>
  JSON.stringify({ name: 'subject', tools: [TOOL], ...changes });

/** A manifest with one tool that would serve, with what a test changes in the tool. */
export const toolManifest = (changes: object): string => manifest({ tools: [{ ...TOOL, ...changes }] });

/** Says yes to every program, without trying it out. */
export const yesInspector: Inspector = {
  inspect: async ({ tools: _, ...program }) => ({
    ok: true,
    program: {
      ...program,
      validatorCode: '() => ({})',
      diagnosisCode: '() => ({})',
      verdict: { mode: 'isolate', reason: 'a test' },
    },
  }),
};

export interface Plugins {
  readonly folder: string;
  /** Writes files into the bundle `name`; a path may have folders. Gives the bundle's folder. */
  write(name: string, files: Readonly<Record<string, string | Uint8Array>>): string;
  /** Copies a bundle from the fixtures. */
  copy(name: string): void;
  load(options?: LoadOptions): Promise<CatalogSnapshot>;
  remove(): void;
}

interface LoadOptions {
  readonly config?: Config;
  readonly inspector?: Inspector;
  readonly serving?: CatalogSnapshot;
  readonly loadMs?: number;
}

export const defaultConfig = (): Config => {
  const loaded = loadConfig({ cwd: tmpdir() });
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
  return loaded.config;
};

/** The snapshot of a folder, with every bundle tried out. */
export const loadCatalog = async (options: loading.LoadOptions): Promise<CatalogSnapshot> => {
  return (await openCatalog({ ...options, triedOutAtStart: Number.POSITIVE_INFINITY })).snapshot;
};

export const makePlugins = (): Plugins => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-catalog-'));
  return {
    folder,
    write(name, files) {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name, path)), { recursive: true });
        writeFileSync(join(folder, name, path), content);
      }
      return join(folder, name);
    },
    copy: (name) => cpSync(join(FIXTURES, name), join(folder, name), { recursive: true }),
    load: ({ config = defaultConfig(), inspector = yesInspector, ...more } = {}) =>
      loadCatalog({ folder, config, inspector, ...more }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
