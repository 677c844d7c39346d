// Removes what a plugin keeps in the store, for `.clear` at the prompt of `toolcell dev`. A tool of Toolcell's own does it under the plugin's name, because
// only the store knows what belongs to whom.

import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import type { Failure } from '../../shared/protocol/errors.ts';
import { ownBundle, ownTool } from '../plugin/own-bundle.ts';
import type { Workbench } from '../plugin/workbench.ts';

const TOOL = 'clear';

/** Few at a time, because a slow disk takes its time for each. The tool is called until nothing is left. */
const SOURCE = `export const ${TOOL} = async (_args, { store }) => {
  const { entries } = await store.list({ limit: 20 });
  for (const { key } of entries) await store.delete(key);
  return entries.length;
};`;

export type Cleared =
  | { readonly ok: true; readonly entries: number }
  | { readonly ok: false; readonly failure: Pick<Failure, 'detail'> };

/** Removes the entries that calls at the prompt see. `manifest` is the plugin's. */
export const clearStore = async (bench: Workbench, { name, capabilities }: Manifest): Promise<Cleared> => {
  const { store } = capabilities ?? {};
  if (store === undefined) return { ok: false, failure: { detail: 'The plugin does not ask for the store.' } };
  const manifest: Manifest = { name, tools: [ownTool(TOOL)], capabilities: { store } };
  const { snapshot } = await bench.load(ownBundle(manifest, { entryName: 'clear.js', entrySource: SOURCE }));
  for (let entries = 0; ; ) {
    const { outcome } = await bench.call(snapshot, TOOL, '{}');
    if (!outcome.ok) return outcome;
    const removed = Number(outcome.resultJson.toString());
    if (removed === 0) return { ok: true, entries };
    entries += removed;
  }
};
