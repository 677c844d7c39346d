// Versions of one plugin, for tests of a folder that changes, and calls that go on in the meantime.

import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { Host } from '../../src/server/host.ts';
import { callTool } from '../support/host.ts';

export interface Version {
  readonly version: string;
  readonly description?: string;
  readonly source?: string;
  readonly limits?: { readonly wallMs: number };
}

export const NAME = 'counter';

export const source = (version: string): string => `const version = ${JSON.stringify(version)};
export const whichVersion = ({ waitMs = 0 }) =>
  new Promise((resolve) => setTimeout(() => resolve([version, version]), waitMs));`;

/** Each version allows only its own number in its results, so that a mixture of two is an error. */
export const bundleOf = ({ version, description = 'Tells its version.', source: text, limits }: Version) => ({
  'plugin.json': JSON.stringify({
    name: NAME,
    version,
    ...(limits && { limits }),
    tools: [
      {
        name: 'whichVersion',
        description,
        inputSchema: { type: 'object' },
        outputSchema: { type: 'array' },
        examples: [{ arguments: {}, result: [version, version] }],
      },
    ],
  }),
  'index.js': text ?? source(version),
});

/** Puts a bundle into the folder in one step, as a careful copier does. */
export const putBundle = (folder: string, bundle: string, version: Version): void => {
  const draft = join(folder, `.draft-${bundle}`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  for (const [name, text] of Object.entries(bundleOf(version))) writeFileSync(join(draft, name), text);
  rmSync(join(folder, bundle), { recursive: true, force: true });
  renameSync(draft, join(folder, bundle));
};

const CALLERS = 16;

/**
 * Swaps the plugin `swaps` times while callers make `calls` calls, as many before each swap as after the last one. Resolves with the
 * answers that are wrong, and the versions that answered. The folder holds version 1.0.0 and is not watched.
 */
export const swapUnderCalls = async (
  { folder, host }: { readonly folder: string; readonly host: Host },
  { swaps, calls }: { readonly swaps: number; readonly calls: number },
): Promise<{ readonly wrong: readonly unknown[]; readonly seen: ReadonlySet<unknown> }> => {
  const callsPerSwap = calls / swaps;
  let left = calls;
  let floor = calls - callsPerSwap;
  const wrong: unknown[] = [];
  const seen = new Set<unknown>();
  const caller = async (): Promise<void> => {
    while (left > 0) {
      while (left <= floor) await pause(1);
      left -= 1;
      const { status, body } = await callTool(host.url, 'whichVersion');
      const [one, two] = Array.isArray(body) ? body : [];
      if (status === 200 && one !== undefined && one === two) seen.add(one);
      else wrong.push(body);
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, caller));
  for (let swap = 1; swap <= swaps; swap += 1) {
    putBundle(folder, NAME, { version: `1.0.${swap}` });
    await host.reload();
    expect(host.catalog.bundles[0]?.version).to.equal(`1.0.${swap}`);
    floor = calls - callsPerSwap * (swap + 1);
    while (left > Math.max(0, floor + callsPerSwap)) await pause(1);
  }
  await callers;
  return { wrong, seen };
};
