// Packs folders that a test wrote. Evaluates an entry that defines its tools in this process, because the code is the test's own.

import type { Evaluate } from '../../src/cli/pack/definitions.ts';
import { type Packed, type PackOptions, packFolder } from '../../src/cli/pack/pack.ts';
import { readDefinitions } from '../../src/cli/pack/read-definitions.ts';

const evaluate: Evaluate = async ({ code }) => {
  const exports = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, unknown>;
  return readDefinitions(Object.fromEntries(Object.entries(exports).map(([name, value]) => [name, () => value])));
};

/** Packs a folder; its plugin must not be hostile. */
export const packed = (folder: string, options: Partial<PackOptions> = {}): Promise<Packed> =>
  packFolder(folder, { evaluate, ...options });
