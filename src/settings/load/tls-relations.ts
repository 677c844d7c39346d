// Checks that the settings of TLS, of client certificates and of admin keys fit together. Front process and command line.

import type { Config } from '../config.ts';
import type { Found } from '../file/check-file.ts';
import { type Problem, under } from '../problem.ts';
import { hasKeys, isLoopback } from './access-relations.ts';

/** True if the server itself speaks HTTPS. */
export const hasTls = ({ server }: Pick<Config, 'server'>): boolean => server.tls.certificateFile !== '';

const TLS = 'server.tls';
const ADMIN = 'server.adminKeys';

/** Refuses certificates without their keys, client certificates without their authorities, and entries that name nobody or two clients. */
export function checkTls(
  config: Config,
  found: ReadonlyMap<string, Found>,
  refused: ReadonlySet<string>,
): readonly Problem[] {
  const problem = (setting: string, wrong: string, fix: string): readonly Problem[] =>
    [...refused].some((path) => path === setting || setting.startsWith(`${path}.`))
      ? []
      : [{ where: placeOf(found, setting), setting, wrong, fix }];
  return [...files(config, problem), ...certificates(config, problem), ...adminKeys(config, problem)];
}

/** The place of the setting; if it is not set, that of the map or section that it belongs to. */
const placeOf = (found: ReadonlyMap<string, Found>, setting: string): string => {
  for (let path = setting; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const source = found.get(path)?.source;
    if (source !== undefined) return source;
  }
  return 'default';
};

type Report = (setting: string, wrong: string, fix: string) => readonly Problem[];

const files = ({ server: { tls } }: Config, problem: Report): readonly Problem[] => {
  const { certificateFile, keyFile, clientCaFile, crlFile, clientCertificates } = tls;
  const needs = (setting: string, other: string): readonly Problem[] =>
    problem(`${TLS}.${setting}`, `it needs ${TLS}.${other}, which is not set`, `set both, or neither`);
  return [
    ...(certificateFile !== '' && keyFile === '' ? needs('certificateFile', 'keyFile') : []),
    ...(certificateFile === '' && keyFile !== '' ? needs('keyFile', 'certificateFile') : []),
    ...(certificateFile === '' && clientCertificates !== 'off' ? needs('clientCertificates', 'certificateFile') : []),
    ...(clientCertificates !== 'off' && clientCaFile === '' ? needs('clientCertificates', 'clientCaFile') : []),
    ...(crlFile !== '' && clientCaFile === '' ? needs('crlFile', 'clientCaFile') : []),
    ...(clientCaFile !== '' && clientCertificates === 'off'
      ? problem(
          `${TLS}.clientCaFile`,
          `it has no effect: ${TLS}.clientCertificates is "off"`,
          `set ${TLS}.clientCertificates to "optional" or "required"`,
        )
      : []),
  ];
};

const certificates = ({ access, server }: Config, problem: Report): readonly Problem[] => {
  const clientOf = new Map<string, string>();
  const problems: Problem[] = [];
  const setting = 'access.certificates';
  if (Object.keys(access.certificates).length > 0 && server.tls.clientCertificates === 'off')
    problems.push(
      ...problem(
        setting,
        `no certificate is asked for: ${TLS}.clientCertificates is "off"`,
        `set it to "optional" or "required", with ${TLS}.clientCaFile`,
      ),
    );
  for (const [client, { fingerprint256 = [], san, subjectCN }] of Object.entries(access.certificates)) {
    const path = under(setting, client);
    const names = [
      ...fingerprint256.map((text) => text.toUpperCase()),
      ...(san === undefined ? [] : [san]),
      ...(subjectCN === undefined ? [] : [`CN=${subjectCN}`]),
    ];
    const kinds = [fingerprint256.length > 0, san !== undefined, subjectCN !== undefined].filter(Boolean).length;
    if (kinds !== 1)
      problems.push(
        ...problem(
          path,
          kinds === 0 ? 'it names no certificate' : 'it names certificates in more than one way',
          'set exactly one of fingerprint256, san and subjectCN',
        ),
      );
    for (const name of names) {
      const other = clientOf.get(name);
      clientOf.set(name, client);
      if (other !== undefined && other !== client)
        problems.push(
          ...problem(path, `"${other}" already has the same certificate`, 'let each certificate name one client'),
        );
    }
  }
  return problems;
};

const adminKeys = ({ server }: Config, problem: Report): readonly Problem[] => {
  const nameOf = new Map<string, string>();
  const problems: Problem[] = [];
  for (const [name, { hash, role }] of Object.entries(server.adminKeys)) {
    const path = under(ADMIN, name);
    const missing = hash === undefined ? 'hash' : role === undefined ? 'role' : undefined;
    if (missing !== undefined)
      problems.push(...problem(path, `it has no ${missing}`, `write {"hash": "sha256:…", "role": "read"}`));
    if (hash === undefined) continue;
    const other = nameOf.get(hash);
    nameOf.set(hash, path);
    if (other !== undefined)
      problems.push(...problem(path, `it has the hash of ${other}`, 'give each operator a key of its own'));
  }
  return problems;
};

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
