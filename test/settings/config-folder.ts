// A temporary working folder with a configuration file in it, for tests of the configuration.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Loaded, type LoadedConfig, type LoadRequest, loadConfig } from '../../src/settings/load/load.ts';

/** Makes a folder with `files`, hands it to `use`, and removes it. */
export function inFolder<Value>(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (folder: string) => Value,
): Value {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-config-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Loads a `sandbox.config.json` with this content. */
export const loadText = (content: string | Uint8Array, request: Omit<LoadRequest, 'cwd'> = {}): Loaded =>
  inFolder({ 'sandbox.config.json': content }, (cwd) => loadConfig({ cwd, ...request }));

/** Loads a `sandbox.config.json` with these values. */
export const loadValues = (values: unknown, request: Omit<LoadRequest, 'cwd'> = {}): Loaded =>
  loadText(JSON.stringify(values), request);

/** Loads a configuration without a file. */
export const loadNothing = (request: Omit<LoadRequest, 'cwd'> = {}): Loaded =>
  inFolder({}, (cwd) => loadConfig({ cwd, ...request }));

/** The configuration; throws if there are problems. */
export function accepted(loaded: Loaded): LoadedConfig {
  if (!loaded.ok) throw new Error(`refused:\n${loaded.problems.join('\n')}`);
  return loaded;
}

/** The problems; throws if there are none. */
export function problemsOf(loaded: Loaded): readonly string[] {
  if (loaded.ok) throw new Error('it was accepted');
  return loaded.problems;
}
