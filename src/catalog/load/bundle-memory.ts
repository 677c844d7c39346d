// What was read of each bundle the last time, so that a folder of a thousand is not read anew because one of them has changed.
// A bundle counts as unchanged while every file of it is the same file, of the same size, written and renamed at the same time.

import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../../sdk/manifest.ts';
import { SIGNATURE_ENDING } from '../bundle/bundle.ts';
import { isSkipped } from '../bundle/bundle-walk.ts';
import type { CheckedBundle } from './bundle-check.ts';

/** What a bundle was found to be. What it was compiled to is kept elsewhere, by its digest. */
export type Remembered =
  | { readonly manifest: Manifest; readonly digest: string; readonly signedBy?: string }
  | { readonly refused: Extract<CheckedBundle, { readonly state: 'refused' }> };

const stampOfFile = (path: string): string => {
  const { ino, size, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true });
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
};

/** Files and folders that are looked at for one stamp; a bundle with more is always read. */
const MOST_ENTRIES = 1_000;

function* stampsBelow(path: string, left: { entries: number }): Generator<string> {
  left.entries -= 1;
  if (left.entries < 0) throw new Error('too many entries');
  yield `${path} ${stampOfFile(path)}`;
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) if (!isSkipped(name)) yield* stampsBelow(join(path, name), left);
}

/** Undefined where it cannot be told. */
const stampOf = (path: string): string | undefined => {
  try {
    const stamps = [...stampsBelow(path, { entries: MOST_ENTRIES })];
    try {
      stamps.push(stampOfFile(`${path}${SIGNATURE_ENDING}`));
    } catch {
      // There is no signature beside it.
    }
    return stamps.join('\n');
  } catch {
    return undefined;
  }
};

export class BundleMemory {
  #known = new Map<string, Remembered & { readonly stamp: string }>();
  readonly #stamps = new Map<string, string>();

  /** What is known of a bundle that has not changed since. `path` is where it lies. */
  recall(bundle: string, path: string): Remembered | undefined {
    // Taken before it is read: what changes meanwhile is read again the next time.
    const stamp = stampOf(path);
    if (stamp === undefined) this.#stamps.delete(bundle);
    else this.#stamps.set(bundle, stamp);
    const known = this.#known.get(bundle);
    return known && known.stamp === stamp ? known : undefined;
  }

  /** Keeps what a bundle was found to be, under the stamp of the last {@link recall}. */
  keep(bundle: string, remembered: Remembered): void {
    const stamp = this.#stamps.get(bundle);
    if (stamp !== undefined) this.#known.set(bundle, { ...remembered, stamp });
  }

  /** Forgets bundles that are not among these. */
  keepOnly(bundles: readonly string[]): void {
    const present = new Set(bundles);
    this.#known = new Map([...this.#known].filter(([bundle]) => present.has(bundle)));
    this.#stamps.clear();
  }
}
