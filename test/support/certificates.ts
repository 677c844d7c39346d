// Certificates for tests: an authority, one that it vouches for, and servers' own ones, made when they are needed.

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

/** Someone who can sign: a certificate and its keys. */
export interface Authority {
  readonly certificate: X509Certificate;
  readonly keys: webcrypto.CryptoKeyPair;
  /** Certificates between it and the root, itself included, as PEM text; empty for a root. */
  readonly chain: string;
}

/** What a TLS server needs, as PEM texts. */
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

/** A root, or an authority that `issuer` vouches for. */
export const makeAuthority = async (name: string, issuer?: Authority): Promise<Authority> => {
  const extensions = [
    new BasicConstraintsExtension(true, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
  ];
  const made = await certify({ name, extensions, issuer, lastDay: 30 });
  return { ...made, chain: issuer ? made.certificate.toString('pem') + issuer.chain : '' };
};

/** A server's certificate for `names`, signed by `issuer` or else by itself, for so many days to come: expired where negative. */
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
