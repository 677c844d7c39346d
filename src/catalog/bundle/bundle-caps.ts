// Counts the files, folders and bytes of a bundle, and checks every name in it, with the same rules for folders and archives. Front process.

import { type BundleRefused, isUnprintable, refused, shown } from '../model/refusal.ts';

/** Caps on a bundle: `bytes` of all its files together; `files` counts files and folders. */
export interface BundleCaps {
  readonly bytes: number;
  readonly files: number;
}

/** A bundle has at least a manifest and an entry; one with thousands of files has a `node_modules` in it by mistake. */
export const BUNDLE_FILES = 200;

export const capsOf = ({ bundleBytes }: { readonly bundleBytes: number }): BundleCaps => ({
  bytes: bundleBytes,
  files: BUNDLE_FILES,
});

/** Levels of folders in a bundle. */
const BUNDLE_DEPTH = 8;

export const tooManyFiles = (where: string, { files }: BundleCaps): BundleRefused => {
  const hint = 'remove what the tools do not need, or pack it into fewer files';
  return refused(where, `has more than ${files} files and folders`, hint);
};

const checkCharacters = (path: string, name: string): void => {
  if (isUnprintable(name)) {
    const reason = 'the name has control, invisible or text-direction characters, or is not UTF-8';
    throw refused(shown(path), reason, 'rename the file');
  }
  if (name.includes('\\')) {
    const hint = 'rename the file, and use forward slashes between folders';
    throw refused(shown(path), 'the name has a backslash, which some systems read as a folder', hint);
  }
};

/** The names and sizes of one bundle so far. Each method throws BundleRefused if a cap is exceeded or a name is not allowed. */
export class BundleCounter {
  readonly #caps: BundleCaps;
  /** Path with case and Unicode form folded, as some systems see it → path as found. */
  readonly #taken = new Map<string, string>();
  #bytes = 0;
  #entries = 0;

  constructor(caps: BundleCaps) {
    this.#caps = caps;
  }

  /** Counts one file or folder. `inside` is its folder, such as `src/`; empty at the top. */
  enter(inside: string, name: string): void {
    if (++this.#entries > this.#caps.files) throw tooManyFiles(shown(inside) || 'the bundle', this.#caps);
    if (inside.split('/').length - 1 > BUNDLE_DEPTH) {
      throw refused(shown(inside), `is more than ${BUNDLE_DEPTH} folders deep`, 'use fewer folders');
    }
    const path = `${inside}${name}`;
    checkCharacters(path, name);
    const folded = path.normalize('NFC').toLowerCase();
    const other = this.#taken.get(folded);
    if (other !== undefined) {
      const reason = `"${shown(other)}" differs from it only in case or Unicode form, so some systems see one file`;
      throw refused(shown(path), reason, 'rename one of them');
    }
    this.#taken.set(folded, path);
  }

  /** Counts the bytes of a file. */
  weigh(path: string, sizeBytes: number): void {
    this.#bytes += sizeBytes;
    if (this.#bytes <= this.#caps.bytes) return;
    const reason = `with this file the bundle has ${this.#bytes} bytes; at most ${this.#caps.bytes} are allowed`;
    throw refused(shown(path), reason, 'remove what the tools do not need, or raise plugins.bundleBytes');
  }
}
