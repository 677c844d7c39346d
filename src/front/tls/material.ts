// What a TLS server needs, and the options that it gets from that. Types and constants; any process.

import { constants } from 'node:crypto';
import type { TlsOptions } from 'node:tls';

/** Checked texts in PEM, with the settings that belong to them. Holds a private key. */
export interface TlsMaterial {
  /** The server's certificate, with its chain below it. */
  readonly cert: string;
  readonly key: string;
  /** Authorities of client certificates; absent if callers are asked for none. */
  readonly clientCa?: string;
  readonly crl?: string;
  readonly clientCertificates: 'off' | 'optional' | 'required';
  readonly minVersion: 'TLSv1.2' | 'TLSv1.3';
  /** When the certificate ends, in milliseconds since 1970. */
  readonly notAfterMs: number;
}

/**
 * Options of a server, and of its `setSecureContext`. A caller can renegotiate nothing. If callers send certificates, no session is resumed, so each
 * connection has its certificate checked against the authorities and revocation lists of its own time.
 */
export const secureOptionsOf = ({ cert, key, clientCa, crl, minVersion }: TlsMaterial): TlsOptions => ({
  cert,
  key,
  minVersion,
  ...(clientCa !== undefined && { ca: clientCa }),
  ...(crl !== undefined && { crl }),
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION | (clientCa === undefined ? 0 : constants.SSL_OP_NO_TICKET),
});

/** True if certificates of callers have to be checked against other authorities or revocation lists than before. */
export const trustsOthers = (before: TlsMaterial, after: TlsMaterial): boolean =>
  before.clientCa !== after.clientCa || before.crl !== after.crl;
