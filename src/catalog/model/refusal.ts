// Why a bundle is refused, as an early exit inside the catalog, and how untrusted text is shown to an operator. Front process.

import type { Refusal } from '../../protocol/program.ts';

/** Ends the loading of one bundle with at least one refusal. Never leaves the catalog. */
export class BundleRefused extends Error {
  override name = 'BundleRefused';
  readonly refusals: readonly Refusal[];
  /** True where the bundle may still be on its way: what is there is the beginning of one, or it changed meanwhile. */
  readonly isIncomplete: boolean;

  constructor(refusals: readonly Refusal[], isIncomplete = false) {
    super(refusals.map(({ where, reason }) => `${where}: ${reason}`).join('; '));
    this.refusals = refusals;
    this.isIncomplete = isIncomplete;
  }
}

/** A {@link BundleRefused} with a single refusal. */
export const refused = (where: string, reason: string, hint: string): BundleRefused =>
  new BundleRefused([{ where, reason, hint }]);

/** A {@link BundleRefused} for a bundle that may still be being written. */
export const incomplete = (where: string, reason: string, hint: string): BundleRefused =>
  new BundleRefused([{ where, reason, hint }], true);

/** True for the refusal of a bundle that may still be being written, and false for one that is bad as it stands. */
export const isIncomplete = (error: unknown): boolean => error instanceof BundleRefused && error.isIncomplete;

/** Characters that would let a name forge or reorder a line of the operator's terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd]/gu;

/** True where `name` holds control, invisible or bidirectional characters, or bytes that are not UTF-8. */
export const isUnprintable = (name: string): boolean => name.search(UNPRINTABLE) >= 0 || !name.isWellFormed();

/** Untrusted text on one line, with its unprintable characters escaped, cut to `maxLength` UTF-16 units. */
export const shown = (text: string, maxLength = 120): string => {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return cut
    .toWellFormed()
    .replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
};
