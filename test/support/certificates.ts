// Makes certificates for tests: roots, intermediate authorities, and servers.

import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

cryptoProvider.set(webcrypto);

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

/** A certificate that can sign others, and its keys. */
export interface Authority {
  readonly certificate: X509Certificate;
  readonly keys: webcrypto.CryptoKeyPair;
  /** Certificates from it up to the root, without the root, as PEM text. Empty for a root. */
  readonly chain: string;
}

/** Key and certificate of a TLS server, as PEM texts. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

let serialNumber = 1;

interface Subject {
  readonly name: string;
  readonly extensions: readonly Extension[];
  readonly issuer: Authority | undefined;
  readonly lastDay: number;
}

const certify = async ({ name, extensions, issuer, lastDay }: Subject) => {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  serialNumber += 1;
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serialNumber.toString(16).padStart(4, '0'),
    subject: `CN=${name}`,
    issuer: issuer?.certificate.subject ?? `CN=${name}`,
    notBefore: new Date(Date.now() - 30 * DAY_MS),
    notAfter: new Date(Date.now() + lastDay * DAY_MS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    extensions: [...extensions],
  });
  return { keys, certificate };
};

/** Makes a root, or an authority that `issuer` signs. */
export const makeAuthority = async (name: string, issuer?: Authority): Promise<Authority> => {
  const extensions = [
    new BasicConstraintsExtension(true, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
  ];
  const made = await certify({ name, extensions, issuer, lastDay: 30 });
  return { ...made, chain: issuer ? made.certificate.toString('pem') + issuer.chain : '' };
};

/** Makes a server's certificate for `names`, signed by `issuer` or by itself, valid for `lastDay` days from now. Expired if that is negative. */
export const makeServerCertificate = async (
  names: readonly { readonly type: 'dns' | 'ip'; readonly value: string }[],
  issuer: Authority | undefined,
  lastDay = 1,
): Promise<ServerCertificate> => {
  const extensions = [new SubjectAlternativeNameExtension([...names])];
  const { keys, certificate } = await certify({ name: names[0]?.value ?? 'nobody', extensions, issuer, lastDay });
  const key = PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { key, cert: `${certificate.toString('pem')}\n${issuer?.chain ?? ''}` };
};
