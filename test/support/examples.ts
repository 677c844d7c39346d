// Lists the examples in the shipped plugins' manifests, so that any test can run them. Runs in the test process.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Manifest, ManifestJson } from '../../packages/plugin/src/manifest.ts';
import type { JsonObject } from '../../src/shared/protocol/json.ts';

/** The folder of the shipped plugins. */
export const PLUGINS_FOLDER = join(import.meta.dirname, '../../plugins');

/** A shipped plugin: its folder, its manifest, and the path of its entry. */
export interface ShippedPlugin {
  readonly folder: string;
  readonly entryPath: string;
  readonly manifest: Manifest;
}

/** A call and its expected result. */
export interface Example {
  readonly plugin: string;
  readonly tool: string;
  readonly description: string;
  readonly arguments: JsonObject;
  readonly result: ManifestJson;
  /** True if the example contains the host's answers (`effects`). It then holds only while the host tries the plugin out. */
  readonly hasEffects: boolean;
}

/** Every shipped plugin, by name. */
export const SHIPPED_PLUGINS: readonly ShippedPlugin[] = globSync('*/plugin.json', { cwd: PLUGINS_FOLDER })
  .sort()
  .map((path) => readPlugin(join(PLUGINS_FOLDER, dirname(path))));

/** Every example of every shipped tool, in the manifests' order. */
export const EXAMPLES: readonly Example[] = SHIPPED_PLUGINS.flatMap(({ manifest }) =>
  manifest.tools.flatMap((tool) =>
    (tool.examples ?? []).map((example, index) => ({
      plugin: manifest.name,
      tool: tool.name,
      description: example.description ?? `example ${index + 1}`,
      arguments: example.arguments,
      result: example.result,
      hasEffects: example.effects !== undefined,
    })),
  ),
);

/** The examples without effects, which need only the tool. */
export const PLAIN_EXAMPLES: readonly Example[] = EXAMPLES.filter(({ hasEffects }) => !hasEffects);

function readPlugin(folder: string): ShippedPlugin {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'plugin.json'), 'utf8'));
  const entry = ['index.js', 'index.ts'].find((name) => existsSync(join(folder, name)));
  if (entry === undefined) throw new Error(`${folder} has no entry`);
  return { folder, entryPath: join(folder, entry), manifest };
}
