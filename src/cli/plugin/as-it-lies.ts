// What a server makes of an author's folder that is dropped into a plugins folder as it is, without being packed.

import { compileEntry } from '../../catalog/compile/compile.ts';
import { BundleRefused } from '../../catalog/model/refusal.ts';
import type { Config } from '../../config/config.ts';
import type { Refusal } from '../../protocol/program.ts';
import { openAsItLies } from './open-plugin.ts';

/** A server takes it, under this digest; or it refuses it. Whether it works is another question: no code has run. */
export type AsItLies =
  | { readonly ok: true; readonly digest: string }
  | { readonly ok: false; readonly refused: readonly Refusal[] };

/** Reads and compiles a folder as a server does. */
export const asItLies = async (folder: string, config: Config): Promise<AsItLies> => {
  try {
    const bundle = await openAsItLies(folder, config);
    await compileEntry(bundle, config.plugins.loadMs);
    return { ok: true, digest: bundle.digest };
  } catch (error) {
    if (error instanceof BundleRefused) return { ok: false, refused: error.refusals };
    throw error;
  }
};
