// One bundle from disk to memory, be it a folder or an archive, and the signature beside an archive. Front process: reads,
// evaluates nothing.

import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { incomplete, refused, shown } from '../model/refusal.ts';
import { archiveBytes, mostOfArchive } from './archive/archive-gzip.ts';
import { type Bundle, bundleOf } from './bundle-contents.ts';
import type { BundleCaps } from './bundle-tally.ts';
import { walkBundle } from './bundle-walk.ts';
import { seenOnDisk } from './seen-file.ts';
import { SIGNATURE_BYTES, type SignatureVerdict, verifySignature } from './signature-check.ts';

export type { Bundle } from './bundle-contents.ts';
export type { BundleCaps } from './bundle-tally.ts';

/** Whose signatures count, and whether a bundle must have one. */
export interface Trust {
  /** Public keys in minisign's format. */
  readonly trustedKeys: readonly string[];
  readonly requireSignature: boolean;
}

/** What is added to an archive's name for the name of its signature. */
export const SIGNATURE_ENDING = '.minisig';

/** True where a name is that of an archive that can be a bundle: `<name>-<version>.tgz`. */
export const isArchiveName = (name: string): boolean => name.endsWith('.tgz');

const TRUST_NOBODY: Trust = { trustedKeys: [], requireSignature: false };

/** Bytes of a file that lies where an operator put it, under the rules for files in a bundle. `mostText`: the cap in words. */
const readFileAt = (path: string, mostBytes: number, mostText = `${mostBytes} are allowed`): Uint8Array => {
  const stats = lstatSync(path, { bigint: true });
  const name = shown(basename(path));
  if (!stats.isFile()) throw refused(name, 'is not a plain file', 'put the file itself into the plugins folder');
  const sizeBytes = Number(stats.size);
  if (sizeBytes > mostBytes) {
    const reason = `is ${sizeBytes} bytes long; at most ${mostText}`;
    throw refused('the bundle', reason, 'leave out what the tools do not need, or raise plugins.bundleBytes');
  }
  return seenOnDisk(name, { path, sizeBytes, dev: stats.dev, ino: stats.ino }).read();
};

const signatureAt = (path: string): string | undefined => {
  try {
    lstatSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return Buffer.from(readFileAt(path, SIGNATURE_BYTES)).toString();
};

/** An archive and what came with it. */
interface Signed {
  /** File name of the archive. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The text of its `.minisig`, where there is one. */
  readonly signatureText: string | undefined;
}

/**
 * The trusted public key that made a signature, as one line; undefined where none did.
 * Throws BundleRefused for a signature that is bad, and for one that is missing or of a stranger where one is required.
 */
export const checkSignature = (
  { name, bytes, signatureText }: Signed,
  { trustedKeys, requireSignature }: Trust,
): string | undefined => {
  const where = shown(`${name}${SIGNATURE_ENDING}`);
  const verdict: SignatureVerdict | undefined =
    signatureText === undefined ? undefined : verifySignature({ bytes, signatureText, publicKeys: trustedKeys });
  if (verdict?.state === 'bad') throw refused(where, verdict.reason, verdict.hint);
  if (verdict?.state === 'good') return verdict.publicKey;
  if (!requireSignature) return undefined;
  if (!verdict) {
    throw incomplete(
      where,
      'there is no signature, and plugins.requireSignature wants one',
      'put the signature beside the archive: toolcell sign FILE, or minisign -Sm FILE',
    );
  }
  throw refused(
    where,
    `is signed with the key ${verdict.keyId}, which is not trusted`,
    'add that public key to plugins.trustedKeys, if you trust who holds it',
  );
};

/**
 * Reads one bundle: a folder, or a `.tgz` of one. Rejects with BundleRefused with every reason found.
 * Limits: `caps` over all files together, checked before a byte is read; no links, no special files, at most 8 folders deep.
 * A signature beside an archive must be a good one, or one by a key that `trust` does not name.
 */
export const readBundleAt = async (path: string, caps: BundleCaps, trust: Trust = TRUST_NOBODY): Promise<Bundle> => {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) {
    throw refused(
      'the bundle',
      'is a link, and a link can lead anywhere',
      'put the bundle itself into the plugins folder',
    );
  }
  if (stats.isFile() && isArchiveName(path)) {
    const bytes = readFileAt(path, archiveBytes(caps), mostOfArchive(caps));
    const signatureText = signatureAt(`${path}${SIGNATURE_ENDING}`);
    const signedBy = checkSignature({ name: basename(path), bytes, signatureText }, trust);
    // Loaded here, since not every folder has one.
    const { readArchive } = await import('./archive/archive.ts');
    return { ...(await readArchive(bytes, caps)), ...(signedBy !== undefined && { signedBy }) };
  }
  if (!stats.isDirectory()) {
    throw refused(
      'the bundle',
      'is neither a folder nor a .tgz',
      'a bundle is a folder with plugin.json and an entry, or its .tgz',
    );
  }
  if (trust.requireSignature) {
    const reason = 'is a folder, which cannot be signed, and plugins.requireSignature wants a signature';
    throw refused('the bundle', reason, 'pack it and sign the archive: toolcell pack, then toolcell sign FILE');
  }
  return bundleOf(walkBundle(path, caps));
};
