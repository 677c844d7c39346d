// Evaluates a packed entry in the sandbox, and reads the definitions of its exports. The code around the entry becomes the only tool of a plugin. The result
// of that tool is checked against its schema outside the isolate, where the entry cannot interfere.

import { refused, shown } from '../../catalog/model/refusal.ts';
import type { DefiningEntry } from '../pack/definitions.ts';
import { type ExportedTool, readDefinitions } from '../pack/read-definitions.ts';
import { ownBundle, ownTool } from './own-bundle.ts';
import { type Workbench, withRoutes } from './workbench.ts';

/** The file of a packed entry, in stacks and maps. */
const PACKED_ENTRY = 'index.js';

/** Higher than the operator's: a library may need long to write many schemas. */
const LIMITS = { cpuMs: 5_000, wallMs: 10_000 };

const DEFINITIONS = ownTool('definitions', {
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
});

/** Adds no line, so that line numbers in stacks stay right. */
const definitionsFactory = (factoryCode: string): string =>
  `(require) => { const exports = (${factoryCode})(require); return { ${DEFINITIONS.name}: () => () => (${readDefinitions})(exports) }; }`;

/** Resolves with the definitions of an entry's exports. Throws BundleRefused if the entry throws while it loads, or passes a limit. */
export const evaluateEntry = async (
  bench: Workbench,
  { entryName, code, sourceMap }: DefiningEntry,
): Promise<readonly ExportedTool[]> => {
  const manifest = { name: 'definitions', tools: [DEFINITIONS] };
  const bundle = ownBundle(manifest, { entryName: PACKED_ENTRY, entrySource: code, sourceMap });
  const { snapshot } = await bench.load(bundle, definitionsFactory);
  const { outcome } = await bench.call(withRoutes(snapshot, 'isolate', LIMITS), DEFINITIONS.name, '{}');
  if (outcome.ok) return JSON.parse(outcome.resultJson.toString()) as readonly ExportedTool[];
  const reason = `the definitions of its exports cannot be read: ${shown(outcome.failure.detail, 300)}`;
  throw refused(entryName, reason, 'give defineTool plain values and schemas, or list "tools" in plugin.json');
};
