// Evaluates a packed entry for what its tools say of themselves: in the sandbox, as whatever else a plugin runs. What stands around the entry becomes the
// one tool of a plugin, and what that tool answers is held to its schema outside of the entry's reach.

import { createHash } from 'node:crypto';
import type { Bundle } from '../../catalog/bundle/bundle.ts';
import { refused, shown } from '../../catalog/model/refusal.ts';
import type { DefiningEntry } from '../../pack/definitions.ts';
import { type ToldTool, tellDefinitions } from '../../pack/tell-definitions.ts';
import type { ManifestTool } from '../../sdk/manifest.ts';
import { type Workbench, withRoutes } from './workbench.ts';

/** The file of a packed entry, in stacks and maps. */
const PACKED_ENTRY = 'index.js';

/** A library may take its time to write many schemas. Milliseconds. */
const LIMITS = { cpuMs: 5_000, wallMs: 10_000 };

const TELL: ManifestTool = {
  name: 'tell',
  description: 'Tells what the exports define.',
  inputSchema: { type: 'object' },
  outputSchema: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        exportName: { type: 'string' },
        definition: { type: 'object' },
        fault: {
          type: 'object',
          properties: { field: { type: 'string' }, message: { type: 'string' } },
          required: ['field', 'message'],
        },
      },
      required: ['exportName'],
    },
  },
};

/** On the same lines, so that places stay. */
const tellingFactory = (factoryCode: string): string =>
  `(require) => { const exports = (${factoryCode})(require); return { ${TELL.name}: () => () => (${tellDefinitions})(exports) }; }`;

/** What an entry's exports define. Throws BundleRefused where it throws while it loads, or takes more than a server allows. */
export const evaluateEntry = async (
  bench: Workbench,
  { entryName, code, sourceMap }: DefiningEntry,
): Promise<readonly ToldTool[]> => {
  const bundle: Bundle = {
    manifest: { name: 'definitions', tools: [TELL] },
    entryName: PACKED_ENTRY,
    entrySource: code,
    digest: `sha256-${createHash('sha256').update(code).digest('hex')}`,
    sourceMap,
  };
  const { snapshot } = await bench.load(bundle, tellingFactory);
  const alone = withRoutes(snapshot, (route) => ({
    ...route,
    freshState: 'isolate',
    limits: { ...route.limits, ...LIMITS },
  }));
  const { outcome } = await bench.call(alone, TELL.name, '{}');
  if (outcome.ok) return JSON.parse(outcome.resultJson.toString()) as readonly ToldTool[];
  const reason = `what its exports define cannot be read: ${shown(outcome.failure.detail, 300)}`;
  throw refused(entryName, reason, 'give defineTool plain values and schemas, or list "tools" in plugin.json');
};
