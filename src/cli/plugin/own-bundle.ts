// Makes bundles of Toolcell's own code, which runs in the sandbox like a plugin's because it evaluates a plugin's code.

import { createHash } from 'node:crypto';
import type { Manifest, ManifestSchema, ManifestTool } from '../../../packages/plugin/src/manifest.ts';
import type { Bundle } from '../../catalog/bundle/bundle.ts';

/** A tool of such a bundle. Its results are checked against the schema outside the isolate. */
export const ownTool = (name: string, outputSchema: ManifestSchema = {}): ManifestTool => ({
  name,
  description: `${name}, a tool of Toolcell's own.`,
  inputSchema: { type: 'object' },
  outputSchema,
});

export const ownBundle = (
  manifest: Manifest,
  code: Pick<Bundle, 'entryName' | 'entrySource' | 'sourceMap'>,
): Bundle => ({
  manifest,
  digest: `sha256-${createHash('sha256').update(code.entryName).update(code.entrySource).digest('hex')}`,
  ...code,
});
