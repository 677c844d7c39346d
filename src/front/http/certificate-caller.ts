// Tells which client the certificate of a connection names, and whether a key that is sent as well belongs to it. A header of a proxy never
// counts as a certificate. Front process.

import type { TLSSocket } from 'node:tls';
import type { Caller } from '../../shared/protocol/caller.ts';
import { type CertificateClient, type CertificateNames, type Certificates, namesOf } from '../doors/certificates.ts';
import type { Context } from './context.ts';
import { unauthenticated } from './credential.ts';

/** What is known of the certificate of a connection: its names, or why it is not genuine. Undefined if there is none. */
type Shown = CertificateNames | { readonly fault: string } | undefined;

/** Reasons of OpenSSL, in words for callers. */
const FAULTS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  CERT_REVOKED: 'its authority has revoked it',
  CRL_HAS_EXPIRED: 'the revocation list of its authority is out of date, which only the operator can change',
  UNABLE_TO_GET_CRL: 'there is no revocation list of its authority, which only the operator can change',
  INVALID_PURPOSE: 'it is not for clients',
};

export class ShownCertificates {
  readonly #shown = new WeakMap<object, { readonly shown: Shown }>();

  of({ req }: Pick<Context, 'req'>): Shown {
    const socket = req.socket as Partial<TLSSocket>;
    if (typeof socket.getPeerX509Certificate !== 'function') return undefined;
    const known = this.#shown.get(socket);
    if (known !== undefined) return known.shown;
    const shown = read(socket as TLSSocket);
    this.#shown.set(socket, { shown });
    return shown;
  }
}

const read = (socket: TLSSocket): Shown => {
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) return undefined;
  if (socket.authorized) return namesOf(certificate);
  // Node has the code of OpenSSL here, despite the type.
  const code = String(
    (socket.authorizationError as { readonly code?: unknown } | undefined)?.code ?? socket.authorizationError,
  );
  return { fault: FAULTS[code] ?? 'none of the authorities of this server has signed it' };
};

/**
 * The client that the certificate names; undefined if there is no certificate, or if certificates name nobody here.
 *
 * Fails with: unauthenticated, if the certificate is not genuine or names no client, even if requests without one may pass.
 */
export const certificateClient = (shown: Shown, certificates: Certificates): CertificateClient | undefined => {
  if (shown === undefined) return undefined;
  if ('fault' in shown)
    throw unauthenticated(
      `The certificate of the connection is not accepted: ${shown.fault}. Connect with another one, or without one.`,
    );
  if (!certificates.areNames && shown.notAfterMs > Date.now()) return undefined;
  const found = certificates.find(shown);
  if (typeof found !== 'string') return found;
  throw unauthenticated(WHY[found]);
};

const WHY = {
  expired: 'The certificate of the connection has expired. Connect again with another one.',
  unknown:
    'The certificate of the connection is genuine, but names no client of this server. Its operator can add it, or has taken it away.',
  ambiguous:
    'The certificate of the connection names several clients of this server. Its operator has to let it name one.',
} as const;

/** One caller for each client in the settings, because what is known of a caller is kept with it. */
const callers = new WeakMap<CertificateClient, Caller>();

/** The caller that a certificate alone names: the same object for the same client. */
export const callerOfCertificate = (certified: CertificateClient): Caller => {
  const known = callers.get(certified);
  if (known !== undefined) return known;
  const { client, org, scopes = [] } = certified;
  const caller = { name: `client:${client}`, client, ...(org !== undefined && { org }), scopes };
  callers.set(certified, caller);
  return caller;
};

/**
 * The caller of a request with a certificate and another credential. Both have to name the same client, so that a stolen key is of no use without
 * the certificate. If both have scopes, those count that are in both.
 *
 * Fails with: unauthenticated.
 */
export const withCertificate = (caller: Caller, { client, org, scopes }: CertificateClient): Caller => {
  if (caller.client !== client || (org !== undefined && caller.org !== undefined && caller.org !== org))
    throw unauthenticated(
      'The key and the certificate of the connection belong to different clients. Send one of them, or two of the same client.',
    );
  const both = scopes === undefined ? caller.scopes : caller.scopes.filter((scope) => scopes.includes(scope));
  const ofOrg = caller.org ?? org;
  return { ...caller, ...(ofOrg !== undefined && { org: ofOrg }), scopes: both };
};
