// Settings of TLS, client certificates and admin keys that do not fit each other are refused, each at its place.

import { expect } from 'chai';
import { allowsAnonymous } from '../../../src/settings/load/access-relations.ts';
import { hasTls, transportWarnings } from '../../../src/settings/load/tls-relations.ts';
import { accepted, loadValues, problemsOf } from '../config-folder.ts';

const FILES = { certificateFile: 'a.pem', keyFile: 'a.key' };
const CLIENTS = { ...FILES, clientCertificates: 'optional', clientCaFile: 'ca.pem' };
const HASH = `sha256:${'0'.repeat(64)}`;
const OTHER_HASH = `sha256:${'1'.repeat(64)}`;
const FINGERPRINT = `${'AB:'.repeat(31)}AB`;

const load = (tls: object, more: { access?: object; server?: object } = {}) =>
  loadValues({ server: { tls, ...more.server }, ...(more.access && { access: more.access }) });

describe('the settings of TLS', () => {
  it('are off by default, and have paths relative to their file', () => {
    expect(hasTls(accepted(load({})).config)).to.equal(false);
    const { server } = accepted(load({ ...CLIENTS, crlFile: 'revoked.pem' })).config;
    for (const path of [server.tls.certificateFile, server.tls.keyFile, server.tls.clientCaFile, server.tls.crlFile])
      expect(path).to.match(/^\/.*\/(a\.pem|a\.key|ca\.pem|revoked\.pem)$/);
  });

  it('need their other half', () => {
    for (const [tls, problem] of [
      [{ certificateFile: 'a.pem' }, /server\.tls\.certificateFile: it needs server\.tls\.keyFile/],
      [{ keyFile: 'a.key' }, /server\.tls\.keyFile: it needs server\.tls\.certificateFile/],
      [{ ...FILES, clientCertificates: 'required' }, /clientCertificates: it needs server\.tls\.clientCaFile/],
      [
        { clientCertificates: 'optional', clientCaFile: 'b' },
        /clientCertificates: it needs server\.tls\.certificateFile/,
      ],
      [{ ...FILES, clientCaFile: 'ca.pem' }, /clientCaFile: it needs server\.tls\.clientCertificates/],
      [{ ...FILES, crlFile: 'revoked.pem' }, /crlFile: it needs server\.tls\.clientCaFile/],
      [{ ...FILES, minVersion: 'TLSv1.1' }, /server\.tls\.minVersion: "TLSv1\.1" is not one of its values/],
    ] as const)
      expect(problemsOf(load(tls)).join('\n'), JSON.stringify(tls)).to.match(problem);
  });
});

describe('the clients of certificates', () => {
  const clients = (certificates: object) => load(CLIENTS, { access: { certificates } });

  it('are named in exactly one way, and each certificate names one', () => {
    accepted(clients({ ada: { fingerprint256: [FINGERPRINT] }, bob: { san: 'DNS:bob' }, eve: { subjectCN: 'eve' } }));
    for (const [certificates, problem] of [
      [{ ada: {} }, /access\.certificates\.ada: it names no certificate/],
      [{ ada: { org: 'acme' } }, /it names no certificate/],
      [{ ada: { fingerprint256: [] } }, /it names no certificate/],
      [{ ada: { san: 'DNS:a', subjectCN: 'a' } }, /it names certificates in more than one way/],
      [{ ada: { san: 'DNS:a' }, bob: { san: 'DNS:a' } }, /certificates\.bob: "ada" already has the same certificate/],
      [{ ada: { fingerprint256: [FINGERPRINT] }, bob: { fingerprint256: [FINGERPRINT.toLowerCase()] } }, /already has/],
      [{ ada: { san: 'IP:127.0.0.1' } }, /"DNS:" or "URI:" and a name/],
      [{ ada: { fingerprint256: ['AB'] } }, /32 bytes in hex/],
      [{ 'a b': { subjectCN: 'a' } }, /a b/],
      [{ ada: { subjectCN: 'a', scopes: ['a b'] } }, /visible ASCII/],
    ] as const)
      expect(problemsOf(clients(certificates)).join('\n'), JSON.stringify(certificates)).to.match(problem);
  });

  it('need certificates to be asked for', () => {
    const problem = problemsOf(load(FILES, { access: { certificates: { ada: { subjectCN: 'ada' } } } })).join();
    expect(problem).to.match(/access\.certificates: it needs server\.tls\.clientCertificates/);
  });

  it('are a door: others come in only if they may, and a network is no reason to refuse', () => {
    expect(allowsAnonymous(accepted(clients({})).config)).to.equal(false);
    expect(allowsAnonymous(accepted(load(CLIENTS, { access: { anonymous: 'allow' } })).config)).to.equal(true);
    expect(allowsAnonymous(accepted(load(FILES)).config)).to.equal(true);
    accepted(load(CLIENTS, { server: { host: '0.0.0.0' } }));
    expect(problemsOf(load(FILES, { server: { host: '0.0.0.0' } })).join()).to.contain('nothing says who may call');
  });
});

describe('admin keys', () => {
  const keys = (adminKeys: object) => loadValues({ server: { adminKeys } });

  it('have a hash and a role, and no two share one', () => {
    accepted(keys({ one: { hash: HASH, role: 'read' }, two: { hash: OTHER_HASH, role: 'operate' } }));
    for (const [adminKeys, problem] of [
      [{ one: { role: 'read' } }, /server\.adminKeys\.one: it has no hash/],
      [{ one: { hash: HASH } }, /server\.adminKeys\.one: it has no role/],
      [{ one: { hash: HASH, role: 'root' } }, /"root" is not one of its values/],
      [{ one: { hash: '', role: 'read' } }, /64 lower-case hex digits/],
      [
        { one: { hash: HASH, role: 'read' }, two: { hash: HASH, role: 'operate' } },
        /it has the hash of server\.adminKeys\.one/,
      ],
    ] as const)
      expect(problemsOf(keys(adminKeys)).join('\n'), JSON.stringify(adminKeys)).to.match(problem);
  });
});

describe('the warning of keys that travel unencrypted', () => {
  const warned = (server: object, access: object = { keysFile: 'keys.json' }): number =>
    transportWarnings(accepted(loadValues({ server, access })).config).length;

  it('comes once, for keys on a network without TLS and without a proxy', () => {
    expect(warned({ host: '0.0.0.0' })).to.equal(1);
    expect(
      warned({ host: '0.0.0.0', adminKeys: { a: { hash: HASH, role: 'read' } } }, { anonymous: 'allow' }),
    ).to.equal(1);
    expect(warned({ host: '0.0.0.0' }, { anonymous: 'allow' })).to.equal(0);
    expect(warned({})).to.equal(0);
    expect(warned({ host: '0.0.0.0', tls: FILES })).to.equal(0);
    expect(warned({ host: '0.0.0.0', trustedProxies: ['10.0.0.1'] })).to.equal(0);
  });
});
