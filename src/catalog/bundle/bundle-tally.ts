// Counts what a bundle holds while it is looked at, and checks every name in it: the same rules for folders and archives.
// Front process: reads nothing, keeps names only.

import { type BundleRefused, isUnprintable, refused, shown } from '../model/refusal.ts';

/** Caps on a bundle; `bytes` of all its files together, `files` counts files and folders. */
export interface BundleCaps {
  readonly bytes: number;
  readonly files: number;
}

/** Folders inside one another in a bundle. */
const BUNDLE_DEPTH = 8;

/** A refusal for more files and folders than allowed. */
export const tooManyFiles = (where: string, caps: BundleCaps): BundleRefused =>
  refused(
    where,
    `holds more than ${caps.files} files and folders`,
    'leave out what the tools do not need, or raise plugins.bundleFiles',
  );

const checkCharacters = (path: string, name: string): void => {
  if (isUnprintable(name)) {
    throw refused(
      shown(path),
      'the name has control, invisible or text-direction characters, or is not UTF-8',
      'rename the file',
    );
  }
  if (name.includes('\\')) {
    throw refused(
      shown(path),
      'the name has a backslash, which some systems read as a folder',
      'rename the file, and use forward slashes between folders',
    );
  }
};

/** What has been found in one bundle so far. Each method throws BundleRefused for what is too much or not allowed. */
export class BundleTally {
  readonly #caps: BundleCaps;
  /** Path as a system that folds case and Unicode forms sees it → path as it was found. */
  readonly #taken = new Map<string, string>();
  #bytes = 0;
  #entries = 0;

  constructor(caps: BundleCaps) {
    this.#caps = caps;
  }

  /** Counts one file or folder. `inside` is the folder it lies in, as `src/`, or empty at the top. */
  enter(inside: string, name: string): void {
    if (++this.#entries > this.#caps.files) throw tooManyFiles(shown(inside) || 'the bundle', this.#caps);
    if (inside.split('/').length - 1 > BUNDLE_DEPTH) {
      throw refused(shown(inside), `lies more than ${BUNDLE_DEPTH} folders deep`, 'use fewer folders');
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
    throw refused(shown(path), reason, 'leave out what the tools do not need, or raise plugins.bundleBytes');
  }
}
