// Keys that the host signs with are looked at when the server starts: one that does not fit its algorithms stops it, and no message has the key in it.

import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { loadExternalValues } from '../../../src/settings/load/secrets.ts';
import { signingKeyFault } from '../../../src/settings/load/signing-key.ts';
import { accepted, loadValues } from '../config-folder.ts';

const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength }).privateKey;
const GOOD_RSA = rsa(2_048);
const RSA = GOOD_RSA.export(pkcs8).toString();
const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const P256 = EC.privateKey.export(pkcs8).toString();
const MISFITS: readonly (readonly [what: string, text: string, algorithm: string, wrong: RegExp])[] = [
  ['an EC key for RS256', P256, 'RS256', /one of ec, and RS256 needs an RSA key/],
  ['an RSA key for ES256', RSA, 'ES256', /one of rsa, and ES256 needs an EC key/],
  [
    'another curve',
    generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export(pkcs8).toString(),
    'ES256',
    /needs an EC key on the curve P-256/,
  ],
  ['an Ed25519 key', generateKeyPairSync('ed25519').privateKey.export(pkcs8).toString(), 'RS256', /one of ed25519/],
  ['a short RSA key', rsa(1_024).export(pkcs8).toString(), 'RS256', /has 1024 bits/],
  ['a public key', EC.publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'ES256', /no private key/],
  [
    'an encrypted key',
    GOOD_RSA.export({ ...pkcs8, cipher: 'aes-256-cbc', passphrase: 'x' }).toString(),
    'RS256',
    /is encrypted/,
  ],
  ['a key without its end', RSA.slice(0, 400), 'RS256', /cannot be read/],
  ['a key on one line', RSA.replaceAll('\n', '\\n'), 'RS256', /cannot be read/],
  ['a text for RS256', 'a text that nobody guesses', 'RS256', /no key in PEM/],
  ['a PEM key for HMAC', RSA, 'HS256', /takes a text that nobody else knows/],
  ['an endless text', 'x'.repeat(8_193), 'RS256', /longer than 8192/],
];

describe('a key that the host signs with', () => {
  for (const [what, text, algorithm, wrong] of MISFITS)
    it(`is refused if it is ${what}`, () => {
      const fault = signingKeyFault(text, [algorithm], () => undefined);
      expect(fault?.wrong).to.match(wrong);
      for (const line of text.split('\n').filter((each) => each.length > 20))
        expect(JSON.stringify(fault)).not.to.contain(line.slice(0, 20));
    });

  it('is taken in PKCS#8, PKCS#1 and SEC1', () => {
    const none = () => undefined;
    expect(signingKeyFault(RSA, ['RS256'], none)).to.equal(undefined);
    expect(signingKeyFault(GOOD_RSA.export({ type: 'pkcs1', format: 'pem' }).toString(), ['RS256'], none)).to.equal(
      undefined,
    );
    expect(signingKeyFault(P256, ['ES256'], none)).to.equal(undefined);
    expect(signingKeyFault(EC.privateKey.export({ type: 'sec1', format: 'pem' }).toString(), ['ES256'], none)).to.equal(
      undefined,
    );
  });

  const load = (binding: object, env: Record<string, string>) =>
    loadExternalValues({
      ...accepted(loadValues({ secrets: { KEY: { plugin: 'signing', ...binding } } })),
      env,
      cwd: '/',
    });

  it('comes from where the configuration says, with its algorithms and without an origin', () => {
    const loaded = load({ algorithms: ['RS256'], env: 'PEM' }, { PEM: RSA });
    expect(loaded.ok && loaded.externalValues.secrets).to.deep.equal([
      { name: 'KEY', plugin: 'signing', origin: '', from: { value: RSA }, algorithms: ['RS256'] },
    ]);
  });

  it('stops the start with the setting and the reason', () => {
    const loaded = load({ algorithms: ['ES256'], env: 'PEM' }, { PEM: RSA });
    expect(loaded.ok).to.equal(false);
    expect(!loaded.ok && loaded.problems.join()).to.match(/secrets\.KEY\.env.*ES256 needs an EC key/);
    expect(load({ algorithms: ['HS256'], env: 'SHORT' }, { SHORT: 'guessed' }).ok).to.equal(false);
  });
});
