// Packs folders that a test wrote. An entry that defines its tools is evaluated in this process: the code is the test's own.

import type { Evaluate } from '../../src/pack/definitions.ts';
import { type Packed, type PackOptions, packFolder } from '../../src/pack/pack.ts';
import { tellDefinitions } from '../../src/pack/tell-definitions.ts';

const evaluate: Evaluate = async ({ code }) => {
  const exports = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, unknown>;
  return tellDefinitions(Object.fromEntries(Object.entries(exports).map(([name, value]) => [name, () => value])));
};

/** Packs a folder; its plugin must not be hostile. */
export const packed = (folder: string, options: Partial<PackOptions> = {}): Promise<Packed> =>
  packFolder(folder, { evaluate, ...options });
