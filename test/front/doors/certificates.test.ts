// Which client a certificate names: by exact names only, however its authority wrote them.

import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type CertificateEntries, Certificates, namesOf } from '../../../src/front/doors/certificates.ts';
import { fingerprintOf, type Pair, TestAuthority, type Wish } from '../../support/openssl.ts';
import { noCommands, skipWithout } from '../../support/skip.ts';

describe('the names of a certificate', function () {
  this.timeout(30_000);
  let folder: string;
  let authority: TestAuthority;
  let made = 0;
  before(function () {
    skipWithout(this, 'tests of certificates', noCommands('openssl'));
    folder = mkdtempSync(join(tmpdir(), 'toolcell-names-'));
    authority = new TestAuthority(folder, 'authority');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const sign = (wish: Wish): Pair => {
    made += 1;
    return authority.sign(`client${made}`, { usage: 'clientAuth', ...wish });
  };
  const readOf = ({ certificate }: Pair) => namesOf(new X509Certificate(readFileSync(certificate)));
  const found = (entries: CertificateEntries, pair: Pair): unknown => {
    const client = new Certificates(entries).find(readOf(pair));
    return typeof client === 'string' ? client : client.client;
  };

  it('are its fingerprint, its alternative names and its common name, exactly', () => {
    const pair = sign({ subject: '/CN=ada', san: ['DNS:ada.example.com', 'URI:spiffe://example.com/ada'] });
    const fingerprint = fingerprintOf(pair);
    for (const entry of [
      { fingerprint256: [fingerprint] },
      { fingerprint256: [`${'00:'.repeat(31)}00`, fingerprint.toLowerCase()] },
      { san: 'DNS:ada.example.com' },
      { san: 'URI:spiffe://example.com/ada' },
      { subjectCN: 'ada' },
    ])
      expect(found({ ada: entry }, pair), JSON.stringify(entry)).to.equal('ada');
    for (const entry of [
      { san: 'DNS:example.com' },
      { san: 'DNS:*.example.com' },
      { san: 'DNS:ADA.example.com' },
      { san: 'DNS:ada' },
      { san: 'URI:spiffe://example.com/ada/' },
      { san: 'URI:ada.example.com' },
      { subjectCN: 'ada.example.com' },
      { subjectCN: 'Ada' },
      { subjectCN: 'CN=ada' },
    ])
      expect(found({ ada: entry }, pair), JSON.stringify(entry)).to.equal('unknown');
  });

  it('are not mixed up: an alternative name is no common name, nor the other way round', () => {
    const named = sign({ subject: '/CN=DNS:ada.example.com' });
    expect(found({ ada: { san: 'DNS:ada.example.com' } }, named)).to.equal('unknown');
    expect(found({ ada: { subjectCN: 'ada.example.com' } }, named)).to.equal('unknown');
    const alternative = sign({ subject: '/CN=eve', san: ['DNS:CN=ada', 'URI:CN=ada'] });
    expect(found({ ada: { subjectCN: 'ada' } }, alternative)).to.equal('unknown');
  });

  it('cannot be smuggled inside another name', () => {
    const pair = sign({
      subject: '/CN=eve',
      san: [
        'DNS:eve, DNS:ada.example.com',
        'URI:spiffe://eve/", DNS:ada.example.com',
        'email:"DNS:ada.example.com"@eve',
        'DNS:ada.example.com, ',
      ],
    });
    expect(found({ ada: { san: 'DNS:ada.example.com' } }, pair)).to.equal('unknown');
    expect(readOf(pair).names).to.include('DNS:eve, DNS:ada.example.com');
  });

  it('give no common name if the subject has two', () => {
    const pair = sign({ subject: '/CN=eve/CN=ada' });
    for (const subjectCN of ['ada', 'eve', 'eve,ada', 'ada\neve'])
      expect(found({ ada: { subjectCN } }, pair)).to.equal('unknown');
  });

  it('name nobody if they fit two clients, or if the time of the certificate is over', () => {
    const pair = sign({ subject: '/CN=ada', san: ['DNS:ada.example.com'] });
    const both = { ada: { subjectCN: 'ada' }, eve: { san: 'DNS:ada.example.com' } };
    expect(found(both, pair)).to.equal('ambiguous');
    const certificates = new Certificates({ ada: { subjectCN: 'ada' } });
    const names = readOf(pair);
    expect(certificates.find(names, names.notAfterMs + 1)).to.equal('expired');
    expect(certificates.find(names, names.notBeforeMs - 1)).to.equal('expired');
  });

  it('of clients called like members of objects are names like any other', () => {
    const pair = sign({ subject: '/CN=__proto__' });
    expect(found({ ada: { subjectCN: 'ada' } }, pair)).to.equal('unknown');
    expect(found({ constructor: { subjectCN: '__proto__' } } as CertificateEntries, pair)).to.equal('constructor');
  });
});
