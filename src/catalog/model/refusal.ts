// The error that refuses a bundle inside the catalog, and the escaping of untrusted text for operators. Front process.

import { systemCode } from '../../shared/machine/system-code.ts';
import type { Refusal } from '../../shared/protocol/program.ts';

/** Ends the loading of one bundle. Throws TypeError without a refusal: a bundle must not be left out without a reason. */
export class BundleRefused extends Error {
  override name = 'BundleRefused';
  readonly refusals: readonly Refusal[];
  /** True if the bundle may still be being copied: it is cut off, or it changed while it was read. */
  readonly isIncomplete: boolean;

  constructor(refusals: readonly Refusal[], isIncomplete = false) {
    if (refusals.length === 0) throw new TypeError('a bundle is refused without a reason');
    super(refusals.map(({ where, reason }) => `${where}: ${reason}`).join('; '));
    this.refusals = refusals;
    this.isIncomplete = isIncomplete;
  }
}

/** A {@link BundleRefused} with a single refusal. */
export const refused = (where: string, reason: string, hint: string): BundleRefused =>
  new BundleRefused([{ where, reason, hint }]);

/** A {@link BundleRefused} for a bundle that may still be being copied. */
export const incomplete = (where: string, reason: string, hint: string): BundleRefused =>
  new BundleRefused([{ where, reason, hint }], true);

/** True if an error refuses a bundle that may still be being copied. */
export const isIncomplete = (error: unknown): boolean => error instanceof BundleRefused && error.isIncomplete;

/** Errors of a machine that has no room now, or of a disk that does not answer: they say nothing about what is on the disk. */
const MOMENTARY = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EIO', 'EREMOTEIO', 'ESTALE', 'ETIMEDOUT'];

/** True for an error of the system after which the same files may be read a moment later. */
export const isMomentary = (error: unknown): boolean =>
  error instanceof Error && MOMENTARY.includes(systemCode(error) ?? '');

/** Characters by which a name could forge or reorder a line of the operator's terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd]/gu;

/** True if `name` has control, invisible or bidirectional characters, or bytes that are not UTF-8. */
export const isUnprintable = (name: string): boolean => name.search(UNPRINTABLE) >= 0 || !name.isWellFormed();

/** Untrusted text on one line, with its unprintable characters escaped, cut to `maxLength` UTF-16 units (the escapes come on top). */
export const shown = (text: string, maxLength = 120): string => {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return cut
    .toWellFormed()
    .replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
};

/** Reasons for the operator. Any other error that a bundle causes becomes a reason too, and stops nothing else. */
export const refusalsIn = (error: unknown): readonly Refusal[] => {
  if (error instanceof BundleRefused) return error.refusals;
  const { message } = error as Error;
  const reason = `could not be loaded: ${shown(String(systemCode(error) ?? message ?? error), 200)}`;
  return [
    { where: 'the bundle', reason, hint: 'see that the server may read every file of the bundle, then load it again' },
  ];
};
