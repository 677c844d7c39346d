// Makes authorities and certificates for tests of TLS with the program openssl, in a folder that the test removes. No key is in the repository.

import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of a certificate and its key. */
export interface Pair {
  readonly certificate: string;
  readonly key: string;
}

/** What is in a certificate. */
export interface Wish {
  /** Common name; CN=`name` of the file if absent. */
  readonly subject?: string;
  /** As openssl writes them: `DNS:localhost`, one line each. */
  readonly san?: readonly string[];
  readonly usage?: 'serverAuth' | 'clientAuth';
  /** First and last moment, in milliseconds from now. An hour ago to tomorrow if absent. */
  readonly fromMs?: number;
  readonly untilMs?: number;
  /** Bits of an RSA key; P-256 if absent. */
  readonly rsaBits?: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** `20260131235959Z`. */
const stamp = (ms: number): string => `${new Date(Date.now() + ms).toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`;

/** An authority in a folder; its database is that of `openssl ca`. */
export class TestAuthority {
  readonly folder: string;
  readonly name: string;
  readonly certificate: string;
  readonly #key: string;

  constructor(folder: string, name: string) {
    this.folder = folder;
    this.name = name;
    this.certificate = join(folder, `${name}.pem`);
    this.#key = join(folder, `${name}.key`);
    for (const [file, text] of [
      ['index', ''],
      ['serial', '1000\n'],
      ['number', '01\n'],
      ['cnf', this.#configuration],
    ] as const)
      writeFileSync(join(folder, `${name}.${file}`), text);
    const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'];
    const extensions = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign'];
    this.#openssl(
      ...words,
      ...['-keyout', this.#key, '-out', this.certificate, '-subj', `/CN=${name}`],
      ...extensions.flatMap((text) => ['-addext', text]),
    );
  }

  get #configuration(): string {
    const at = (file: string): string => join(this.folder, `${this.name}.${file}`);
    const settings = {
      database: at('index'),
      serial: at('serial'),
      crlnumber: at('number'),
      new_certs_dir: this.folder,
      default_md: 'sha256',
      policy: 'any',
      unique_subject: 'no',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    return ['[ca]', 'default_ca = own', '[own]', ...lines, '[any]', 'commonName = optional', ''].join('\n');
  }

  /** Signs a certificate for a new key. */
  sign(
    name: string,
    { subject, san = [], usage = 'serverAuth', fromMs = -HOUR_MS, untilMs = DAY_MS, rsaBits }: Wish = {},
  ): Pair {
    const pair = { certificate: join(this.folder, `${name}.pem`), key: join(this.folder, `${name}.key`) };
    const request = join(this.folder, `${name}.csr`);
    const extensions = join(this.folder, `${name}.ext`);
    const alternatives = san.map((text) => text.split(/:(.*)/s)).map(([kind, value], at) => `${kind}.${at} = ${value}`);
    const lines = [`extendedKeyUsage = ${usage}`, ...(san.length === 0 ? [] : ['subjectAltName = @names', '[names]'])];
    writeFileSync(extensions, [...lines, ...alternatives, ''].join('\n'));
    const form = rsaBits === undefined ? ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : [`rsa:${rsaBits}`];
    const subjectText = subject ?? `/CN=${name}`;
    this.#openssl('req', '-newkey', ...form, '-nodes', '-keyout', pair.key, '-out', request, '-subj', subjectText);
    this.#ca(
      '-batch',
      '-notext',
      '-in',
      request,
      '-out',
      pair.certificate,
      '-extfile',
      extensions,
      '-startdate',
      stamp(fromMs),
      '-enddate',
      stamp(untilMs),
    );
    chmodSync(pair.key, 0o600);
    return pair;
  }

  /** Revokes certificates and writes the list of all revoked ones. Returns its path. */
  revoke(...pairs: readonly Pair[]): string {
    for (const { certificate } of pairs) this.#ca('-revoke', certificate);
    const list = join(this.folder, `${this.name}.crl`);
    this.#ca('-gencrl', '-crldays', '2', '-out', list);
    return list;
  }

  #ca(...words: readonly string[]): void {
    this.#openssl(
      'ca',
      '-config',
      join(this.folder, `${this.name}.cnf`),
      '-cert',
      this.certificate,
      '-keyfile',
      this.#key,
      ...words,
    );
  }

  #openssl(...words: readonly string[]): void {
    execFileSync('openssl', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  }
}

/** A certificate that nobody else has signed. */
export const selfSigned = (folder: string, name: string, { subject = `/CN=${name}`, san = [], usage }: Wish): Pair => {
  const pair = { certificate: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
  const extensions = [
    ...(usage === undefined ? [] : [`extendedKeyUsage=${usage}`]),
    ...(san.length === 0 ? [] : [`subjectAltName=${san.join(',')}`]),
  ].flatMap((text) => ['-addext', text]);
  const form = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const files = ['-keyout', pair.key, '-out', pair.certificate, '-subj', subject];
  execFileSync('openssl', [...form, ...files, ...extensions], { stdio: ['ignore', 'ignore', 'pipe'] });
  return pair;
};

/** SHA-256 of a certificate, as the configuration takes it. */
export const fingerprintOf = ({ certificate }: Pair): string => {
  const text = execFileSync('openssl', ['x509', '-in', certificate, '-noout', '-fingerprint', '-sha256']).toString();
  return text.slice(text.indexOf('=') + 1).trim();
};

/** Puts one pair in the place of another, each file in one step, as tools that renew certificates do. */
export const replacePair = (place: Pair, next: Pair): void => {
  for (const part of ['key', 'certificate'] as const) {
    const draft = `${place[part]}.draft`;
    writeFileSync(draft, readFileSync(next[part]), { mode: 0o600 });
    renameSync(draft, place[part]);
  }
};
