// Reads the files of `server.tls` and checks that they fit together, before a server uses any of them. Front process, main thread, and command line.
// Decision 0051.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { systemCode } from '../../shared/machine/system-code.ts';
import { secureOptionsOf, type TlsMaterial } from './material.ts';

export interface TlsSettings extends Pick<TlsMaterial, 'clientCertificates' | 'minVersion'> {
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly clientCaFile: string;
  readonly crlFile: string;
}

/** Thrown if the files cannot be used. The message begins with a path and says what to do. It has nothing of the key in it. */
export class TlsBroken extends Error {
  override name = 'TlsBroken';
}

/** More than any chain of certificates. */
const MOST_BYTES = 1_000_000;
/** Others may read or change the file, or the group may change it. */
const NOT_FOR_OTHERS = 0o027;
const GROUP_OR_OTHERS_WRITE = 0o022;
const BLOCK = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Reads the files. Throws {@link TlsBroken} for the first thing that is wrong. `nowMs` is the time for which certificates have to be valid. */
export const readMaterial = async (settings: TlsSettings, nowMs: number = Date.now()): Promise<TlsMaterial> => {
  const { certificateFile, keyFile, clientCaFile, crlFile, clientCertificates, minVersion } = settings;
  const cert = await readPem(certificateFile);
  const key = await readPem(keyFile, { mode: NOT_FOR_OTHERS, why: 'others may read or change the private key' });
  const leaf = checkedLeaf(certificatesIn(cert, certificateFile), certificateFile, nowMs);
  if (!leaf.checkPrivateKey(privateKeyIn(key, keyFile)))
    throw new TlsBroken(`${keyFile}: the key does not belong to the certificate ${certificateFile} → replace both`);
  const trusted = { mode: GROUP_OR_OTHERS_WRITE, why: 'others may change it, and so let themselves in' };
  const clientCa = clientCertificates === 'off' ? undefined : await readPem(clientCaFile, trusted);
  if (clientCa !== undefined) checkAuthorities(certificatesIn(clientCa, clientCaFile), clientCaFile);
  const crl = clientCa === undefined || crlFile === '' ? undefined : await readPem(crlFile, trusted);
  if (crl !== undefined && !crl.includes('-----BEGIN X509 CRL-----'))
    throw new TlsBroken(
      `${crlFile}: it has no revocation list → write it in PEM, which begins with -----BEGIN X509 CRL`,
    );
  const material: TlsMaterial = {
    ...{ cert, key, clientCertificates, minVersion, notAfterMs: leaf.validToDate.getTime() },
    ...(clientCa !== undefined && { clientCa }),
    ...(crl !== undefined && { crl }),
  };
  tryOut(material, settings);
  return material;
};

/** When the certificate of the file ends, in milliseconds since 1970. Does not read the key. Throws {@link TlsBroken}. */
export const readNotAfterMs = async (certificateFile: string): Promise<number> => {
  const [leaf] = certificatesIn(await readPem(certificateFile), certificateFile);
  return (leaf as X509Certificate).validToDate.getTime();
};

const readPem = async (path: string, refused?: { readonly mode: number; readonly why: string }): Promise<string> => {
  const broken = (wrong: string, fix: string): TlsBroken => new TlsBroken(`${path}: ${wrong} → ${fix}`);
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? broken('there is no such file', 'write it, or correct the path')
      : broken(`it cannot be read (${systemCode(error)})`, 'let the user of the server read it');
  });
  if (!stats.isFile()) throw broken('it is not a file', 'name a file');
  if (stats.size > MOST_BYTES) throw broken(`it is larger than ${MOST_BYTES} bytes`, 'leave only PEM in it');
  const mode = stats.mode & 0o777;
  if (refused && process.platform !== 'win32' && (mode & refused.mode) !== 0)
    throw broken(`${refused.why} (mode ${mode.toString(8)})`, `chmod 600 ${path}`);
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw broken(`it cannot be read (${systemCode(error)})`, 'let the user of the server read it');
  });
};

const certificatesIn = (text: string, path: string): readonly X509Certificate[] => {
  const blocks = text.match(BLOCK) ?? [];
  if (blocks.length === 0)
    throw new TlsBroken(`${path}: it has no certificate → write PEM, which begins with -----BEGIN CERTIFICATE-----`);
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block);
    } catch {
      throw new TlsBroken(`${path}: certificate ${index + 1} cannot be read → write it again, whole`);
    }
  });
};

const checkedLeaf = ([leaf]: readonly X509Certificate[], path: string, nowMs: number): X509Certificate => {
  const { validFromDate, validToDate } = leaf as X509Certificate;
  const wrong =
    validToDate.getTime() <= nowMs
      ? `the certificate has expired on ${validToDate.toISOString()}`
      : validFromDate.getTime() > nowMs
        ? `the certificate is not valid before ${validFromDate.toISOString()}`
        : undefined;
  if (wrong !== undefined) throw new TlsBroken(`${path}: ${wrong} → put one that is valid in its place`);
  return leaf as X509Certificate;
};

const privateKeyIn = (text: string, path: string): KeyObject => {
  try {
    return createPrivateKey(text);
  } catch {
    const isLocked = text.includes('ENCRYPTED');
    const wrong = isLocked ? 'the key has a password' : 'it has no private key in PEM';
    const fix = isLocked ? 'write it without one: openssl pkey -in OLD -out NEW' : 'write the key of the certificate';
    throw new TlsBroken(`${path}: ${wrong} → ${fix}`);
  }
};

/** A certificate of a client or server in the list would be trusted as it is. */
const checkAuthorities = (certificates: readonly X509Certificate[], path: string): void => {
  const other = certificates.findIndex(({ ca }) => !ca);
  if (other >= 0)
    throw new TlsBroken(
      `${path}: certificate ${other + 1} is not that of an authority → name the one that signs clients`,
    );
};

/** OpenSSL refuses more than can be checked one by one: keys that are too short, a broken revocation list. */
const tryOut = (material: TlsMaterial, { certificateFile }: TlsSettings): void => {
  try {
    createSecureContext(secureOptionsOf(material));
  } catch (error) {
    throw new TlsBroken(
      `${certificateFile}: OpenSSL refuses it (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}) → make it again, with a key of 2,048 bits RSA or P-256`,
    );
  }
};
