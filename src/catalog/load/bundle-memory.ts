// Remembers what was read of each bundle, so that a folder of a thousand is not read anew because one of them has changed.
// A bundle counts as unchanged while each of its files is the same file, of the same size, written and renamed at the same time. Front process.

import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { SIGNATURE_ENDING } from '../bundle/bundle.ts';
import { isSkipped } from '../bundle/bundle-walk.ts';
import type { CheckedBundle } from './bundle-check.ts';

/** A bundle as it was found. Its compiled program is kept elsewhere, by digest. */
export type Remembered =
  | { readonly manifest: Manifest; readonly digest: string; readonly signedBy?: string }
  | { readonly refused: Extract<CheckedBundle, { readonly state: 'refused' }> };

const stampOfFile = (path: string): string => {
  const { ino, size, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true });
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
};

/** Files and folders read for one stamp; a bundle with more is always read anew. */
const MOST_ENTRIES = 1_000;

function* stampsBelow(path: string, left: { entries: number }): Generator<string> {
  left.entries -= 1;
  if (left.entries < 0) throw new Error('too many entries');
  yield `${path} ${stampOfFile(path)}`;
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) if (!isSkipped(name)) yield* stampsBelow(join(path, name), left);
}

/** The stamp of a bundle; undefined if it cannot be taken. */
const stampOf = (path: string): string | undefined => {
  try {
    const stamps = [...stampsBelow(path, { entries: MOST_ENTRIES })];
    try {
      stamps.push(stampOfFile(`${path}${SIGNATURE_ENDING}`));
    } catch {
      // The bundle has no signature.
    }
    return stamps.join('\n');
  } catch {
    return undefined;
  }
};

/** Results of earlier reads, by bundle. In memory only. */
export class BundleMemory {
  #known = new Map<string, Remembered & { readonly stamp: string }>();
  readonly #stamps = new Map<string, string>();

  /** The earlier result for a bundle that has not changed since; undefined for others. `path` is the bundle's. */
  recall(bundle: string, path: string): Remembered | undefined {
    // Taken before the bundle is read, so that a change during the read is seen the next time.
    const stamp = stampOf(path);
    if (stamp === undefined) this.#stamps.delete(bundle);
    else this.#stamps.set(bundle, stamp);
    const known = this.#known.get(bundle);
    return known && known.stamp === stamp ? known : undefined;
  }

  /** Keeps the result for a bundle under the stamp of the last {@link recall}. */
  keep(bundle: string, remembered: Remembered): void {
    const stamp = this.#stamps.get(bundle);
    if (stamp !== undefined) this.#known.set(bundle, { ...remembered, stamp });
  }

  /** Forgets all bundles but these. */
  keepOnly(bundles: readonly string[]): void {
    const present = new Set(bundles);
    this.#known = new Map([...this.#known].filter(([bundle]) => present.has(bundle)));
    this.#stamps.clear();
  }
}
