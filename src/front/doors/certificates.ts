// Finds the client that a certificate names. The TLS layer has checked the certificate; here are only its names. Front process. Decision 0051.

import type { X509Certificate } from 'node:crypto';

/** Settings of one client, which name a certificate in exactly one way. */
export interface CertificateEntry {
  readonly fingerprint256?: readonly string[];
  readonly san?: string;
  readonly subjectCN?: string;
  readonly org?: string;
  readonly scopes?: readonly string[];
}

export type CertificateEntries = Readonly<Record<string, CertificateEntry>>;

export interface CertificateClient {
  readonly client: string;
  readonly org?: string;
  /** Absent if its settings have none. */
  readonly scopes?: readonly string[];
}

export type CertificateRefusal = 'expired' | 'unknown' | 'ambiguous';

/** What is read of a certificate, once for each connection. */
export interface CertificateNames {
  /** Each name as a key: `SHA256:AB:CD…`, `DNS:agent.example.com`, `CN=agent`. */
  readonly names: readonly string[];
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** An entry of the text of the alternative names. Node writes a name that has a comma or a quotation mark as JSON. */
const SAN_ENTRY = /([A-Za-z ]+):("(?:[^"\\]|\\.)*"|[^",]*)(?:, |$)/y;

/** The DNS names and URIs of a certificate; none if one entry has another form. */
const alternativeNames = (text: string): readonly string[] => {
  const names: string[] = [];
  for (let at = 0; at < text.length; at = SAN_ENTRY.lastIndex) {
    SAN_ENTRY.lastIndex = at;
    const [whole = '', kind = '', value = ''] = SAN_ENTRY.exec(text) ?? [];
    if (whole === '') return [];
    if (kind !== 'DNS' && kind !== 'URI') continue;
    names.push(`${kind}:${value.startsWith('"') ? String(JSON.parse(value)) : value}`);
  }
  return names;
};

const commonName = (certificate: X509Certificate): string | undefined => {
  const { subject } = certificate.toLegacyObject() as { readonly subject?: { readonly CN?: unknown } };
  return typeof subject?.CN === 'string' ? subject.CN : undefined;
};

export const namesOf = (certificate: X509Certificate): CertificateNames => {
  const common = commonName(certificate);
  return {
    names: [
      `SHA256:${certificate.fingerprint256}`,
      ...alternativeNames(certificate.subjectAltName ?? ''),
      ...(common === undefined ? [] : [`CN=${common}`]),
    ],
    notBeforeMs: certificate.validFromDate.getTime(),
    notAfterMs: certificate.validToDate.getTime(),
  };
};

const keysOf = ({ fingerprint256 = [], san, subjectCN }: CertificateEntry): readonly string[] => [
  ...fingerprint256.map((text) => `SHA256:${text.toUpperCase()}`),
  ...(san === undefined ? [] : [san]),
  ...(subjectCN === undefined ? [] : [`CN=${subjectCN}`]),
];

/** The clients that certificates name now. It has no timers. */
export class Certificates {
  #clients: ReadonlyMap<string, CertificateClient> = new Map();

  constructor(entries: CertificateEntries) {
    this.replace(entries);
  }

  /** True if certificates name clients at all; else one only opens the connection. */
  get areNames(): boolean {
    return this.#clients.size > 0;
  }

  /** Puts other settings in force, for the next request on, also on connections that are open. */
  replace(entries: CertificateEntries): void {
    const clients = new Map<string, CertificateClient>();
    for (const [client, entry] of Object.entries(entries)) {
      const { org, scopes } = entry;
      const found = { client, ...(org !== undefined && { org }), ...(scopes !== undefined && { scopes }) };
      for (const key of keysOf(entry)) clients.set(key, found);
    }
    this.#clients = clients;
  }

  /** The client of a certificate. One that fits two clients names neither. */
  find(
    { names, notBeforeMs, notAfterMs }: CertificateNames,
    nowMs: number = Date.now(),
  ): CertificateClient | CertificateRefusal {
    if (nowMs < notBeforeMs || nowMs > notAfterMs) return 'expired';
    const found = new Set(names.flatMap((name) => this.#clients.get(name) ?? []));
    const [client] = found;
    if (client === undefined) return 'unknown';
    return found.size === 1 ? client : 'ambiguous';
  }
}
