// Reads one bundle, a folder or an archive, and checks the signature next to an archive. Front process; evaluates nothing.

import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { incomplete, refused, shown } from '../model/refusal.ts';
import { archiveBytes, mostOfArchive } from './archive/archive-gzip.ts';
import type { BundleCaps } from './bundle-caps.ts';
import { type Bundle, bundleOf } from './bundle-contents.ts';
import { fileOnDisk, walkBundle } from './bundle-walk.ts';
import { isAmongKeys, SIGNATURE_BYTES, verifySignature } from './signature-check.ts';

export type { BundleCaps } from './bundle-caps.ts';
export type { Bundle } from './bundle-contents.ts';

export interface Trust {
  /** Public keys in minisign's format. */
  readonly trustedKeys: readonly string[];
  readonly requireSignature: boolean;
}

/** Added to an archive's name, this is the name of its signature. */
export const SIGNATURE_ENDING = '.minisig';

/** True for the name of an archive that can be a bundle: `<name>-<version>.tgz`. */
export const isArchiveName = (name: string): boolean => name.endsWith('.tgz');

const TRUST_NOBODY: Trust = { trustedKeys: [], requireSignature: false };

/** The bytes of a file in the plugins folder, read as cautiously as a file in a bundle. `mostText` is the cap in words. */
const readFileAt = (path: string, mostBytes: number, mostText = `${mostBytes} are allowed`): Uint8Array => {
  const stats = lstatSync(path, { bigint: true });
  const name = shown(basename(path));
  if (!stats.isFile()) throw refused(name, 'is not a plain file', 'put the file itself into the plugins folder');
  if (stats.size > mostBytes) {
    const reason = `is ${stats.size} bytes long; at most ${mostText}`;
    throw refused('the bundle', reason, 'remove what the tools do not need, or raise plugins.bundleBytes');
  }
  return fileOnDisk(name, path, stats).read();
};

const signatureAt = (path: string): string | undefined =>
  lstatSync(path, { throwIfNoEntry: false }) && Buffer.from(readFileAt(path, SIGNATURE_BYTES)).toString();

interface Signed {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The text of its `.minisig`, if there is one. */
  readonly signatureText: string | undefined;
}

/**
 * The trusted public key that made a signature, as one line; undefined if none did. Throws BundleRefused for a bad signature, and for
 * one that is required and is missing or was made with another key.
 */
export const checkSignature = (
  { name, bytes, signatureText }: Signed,
  { trustedKeys, requireSignature }: Trust,
): string | undefined => {
  const where = shown(`${name}${SIGNATURE_ENDING}`);
  const verdict =
    signatureText === undefined ? undefined : verifySignature({ bytes, signatureText, publicKeys: trustedKeys });
  if (verdict?.state === 'bad') throw refused(where, verdict.reason, verdict.hint);
  if (verdict?.state === 'good') return verdict.publicKey;
  if (!requireSignature) return undefined;
  if (!verdict) {
    const hint = 'put the signature next to the archive: toolcell sign FILE, or minisign -Sm FILE';
    throw incomplete(where, 'there is no signature, and plugins.requireSignature demands one', hint);
  }
  const reason = `is signed with the key ${verdict.keyId}, which is not trusted`;
  throw refused(where, reason, 'add that public key to plugins.trustedKeys, if you trust its owner');
};

/** True if a bundle that was read before may serve by these keys. */
export const isTrusted = (signedBy: string | undefined, { trustedKeys, requireSignature }: Trust): boolean =>
  signedBy === undefined ? !requireSignature : !requireSignature || isAmongKeys(signedBy, trustedKeys);

/**
 * Reads one bundle: a folder, or a `.tgz` of one. Rejects with BundleRefused with every reason found.
 * Limits: `caps` over all files together, checked before a byte is read; no links, no special files, at most 8 folders deep.
 * A signature next to an archive must be good, or made with a key that `trust` does not name.
 */
export const readBundleAt = async (path: string, caps: BundleCaps, trust: Trust = TRUST_NOBODY): Promise<Bundle> => {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink())
    throw refused('the bundle', 'is a link, and a link can lead anywhere', 'put the bundle itself into the folder');
  if (stats.isFile() && isArchiveName(path)) {
    const bytes = readFileAt(path, archiveBytes(caps), mostOfArchive(caps));
    const signatureText = signatureAt(`${path}${SIGNATURE_ENDING}`);
    const signedBy = checkSignature({ name: basename(path), bytes, signatureText }, trust);
    // Imported here, because many folders have no archive.
    const { readArchive } = await import('./archive/archive.ts');
    return { ...(await readArchive(bytes, caps)), ...(signedBy !== undefined && { signedBy }) };
  }
  if (!stats.isDirectory()) {
    const hint = 'a bundle is a folder with plugin.json and an entry, or its .tgz';
    throw refused('the bundle', 'is neither a folder nor a .tgz', hint);
  }
  if (trust.requireSignature) {
    const reason = 'is a folder, which cannot be signed, and plugins.requireSignature demands a signature';
    throw refused('the bundle', reason, 'pack it and sign the archive: toolcell pack, then toolcell sign FILE');
  }
  return bundleOf(walkBundle(path, caps));
};
