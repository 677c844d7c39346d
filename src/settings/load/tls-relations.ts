// Checks that client certificates and admin keys each name one client or operator. Front process and command line.

import type { Config } from '../config.ts';
import { type Problem, under } from '../problem.ts';
import { hasKeys, isLoopback } from './access-relations.ts';
import type { Checked } from './report.ts';

/** True if the server itself speaks HTTPS. */
export const hasTls = ({ server }: Pick<Config, 'server'>): boolean => server.tls.certificateFile !== '';

const TLS = 'server.tls';

/** Refuses certificates and keys that name nobody, or the same one twice. */
export function* credentialProblems(checked: Checked): Generator<Problem> {
  yield* certificates(checked);
  yield* adminKeys(checked);
}

function* certificates({ config, report }: Checked): Generator<Problem> {
  const clientOf = new Map<string, string>();
  for (const [client, { fingerprint256 = [], san, subjectCN }] of Object.entries(config.access.certificates)) {
    const path = under('access.certificates', client);
    const names = [
      ...fingerprint256.map((text) => text.toUpperCase()),
      ...(san === undefined ? [] : [san]),
      ...(subjectCN === undefined ? [] : [`CN=${subjectCN}`]),
    ];
    const kinds = [fingerprint256.length > 0, san !== undefined, subjectCN !== undefined].filter(Boolean).length;
    if (kinds !== 1)
      yield* report(
        path,
        kinds === 0 ? 'it names no certificate' : 'it names certificates in more than one way',
        'set exactly one of fingerprint256, san and subjectCN',
      );
    for (const name of names) {
      const other = clientOf.get(name);
      clientOf.set(name, client);
      if (other !== undefined && other !== client)
        yield* report(path, `"${other}" already has the same certificate`, 'let each certificate name one client');
    }
  }
}

function* adminKeys({ config, report }: Checked): Generator<Problem> {
  const nameOf = new Map<string, string>();
  for (const [name, { hash, role }] of Object.entries(config.server.adminKeys)) {
    const path = under('server.adminKeys', name);
    const missing = hash === undefined ? 'hash' : role === undefined ? 'role' : undefined;
    if (missing !== undefined)
      yield* report(path, `it has no ${missing}`, `write {"hash": "sha256:…", "role": "read"}`);
    if (hash === undefined) continue;
    const other = nameOf.get(hash);
    nameOf.set(hash, path);
    if (other !== undefined) yield* report(path, `it has the hash of ${other}`, 'give each operator a key of its own');
  }
}

/** What an operator should know about the way that credentials take, a line each. */
export const transportWarnings = (config: Config): readonly string[] => {
  const { server } = config;
  const hasAdmin = Object.keys(server.adminKeys).length > 0;
  if (hasTls(config) || isLoopback(server.host) || server.trustedProxies.length > 0) return [];
  if (!hasKeys(config) && !hasAdmin) return [];
  return [
    `keys of callers and operators travel unencrypted to ${JSON.stringify(server.host)}: set ${TLS}.certificateFile and ${TLS}.keyFile, or put a proxy with TLS in front and name it in server.trustedProxies`,
  ];
};
