// Signatures in minisign's format. The keys and signatures in test/fixtures/minisign were made by minisign 0.11.

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  generateKeys,
  KeyUnusable,
  readPublicKey,
  signBytes,
  verifySignature,
} from '../../../../src/cli/pack/signing/signature.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/minisign/${name}`, import.meta.url), 'utf8');
const MESSAGE = Buffer.from(fixture('hello.txt'));
const PLAIN = fixture('plain.pub');
const ENCRYPTED = fixture('encrypted.pub').split('\n')[1] ?? '';
const PASSWORD = 'correct horse';

const verify = (signatureText: string, changes: object = {}) =>
  verifySignature({ bytes: MESSAGE, signatureText, publicKeys: [PLAIN, ENCRYPTED], ...changes });

describe('a signature made by minisign', () => {
  it('is good in both formats, and so is its signed comment', () => {
    const keyId = '74CE2746D3DC17D1';
    const publicKey = PLAIN.split('\n')[1] ?? '';
    expect(verify(fixture('legacy.minisig'))).to.deep.equal({
      state: 'good',
      keyId,
      publicKey,
      trustedComment: 'a legacy signature',
    });
    expect(verify(fixture('hashed.minisig'))).to.deep.equal({
      state: 'good',
      keyId,
      publicKey,
      trustedComment: 'a hashed signature',
    });
    expect(verify(fixture('encrypted.minisig'))).to.include({ state: 'good', keyId: '5F0492693D3A14BC' });
  });

  it('is bad if one bit of the file, the signature or the trusted comment is changed', () => {
    for (const name of ['legacy.minisig', 'hashed.minisig']) {
      expect(verify(fixture(name), { bytes: Buffer.from('What is signed!\n') })).to.include({ state: 'bad' });
      const [untrusted = '', line = '', comment = '', last = ''] = fixture(name).split('\n');
      const flip = (text: string, at: number): string => {
        const bytes = Buffer.from(text, 'base64');
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        return bytes.toString('base64');
      };
      for (const lines of [
        [untrusted, flip(line, 20), comment, last],
        [untrusted, line, `${comment}!`, last],
        [untrusted, line, comment, flip(last, 0)],
      ]) {
        expect(verify(`${lines.join('\n')}\n`).state, lines.join('\n')).to.equal('bad');
      }
    }
  });

  it('is good with any untrusted comment', () => {
    expect(verify(fixture('hashed.minisig').replace(/^.*$/m, 'untrusted comment: anything')).state).to.equal('good');
  });

  it('is of an unknown key if that key is not trusted', () => {
    const verdict = verify(fixture('hashed.minisig'), { publicKeys: [ENCRYPTED, 'no key at all', ''] });
    expect(verdict).to.deep.equal({ state: 'unknown', keyId: '74CE2746D3DC17D1' });
  });

  it('is bad if the trusted key has the same number and other bytes', () => {
    const line = Buffer.from(PLAIN.split('\n')[1] ?? '', 'base64');
    const other = Buffer.from(ENCRYPTED, 'base64');
    const forged = Buffer.concat([line.subarray(0, 10), other.subarray(10)]).toString('base64');
    expect(verify(fixture('hashed.minisig'), { publicKeys: [forged] }).state).to.equal('bad');
    expect(verify(fixture('hashed.minisig'), { publicKeys: [forged, PLAIN] }).state).to.equal('good');
  });
});

describe('text that is no signature', () => {
  const hashed = fixture('hashed.minisig');
  const lines = hashed.split('\n');
  const cases: Readonly<Record<string, string>> = {
    nothing: '',
    'a line too few': lines.slice(0, 3).join('\n'),
    'a line too many': `${hashed}more\n`,
    'no untrusted comment': hashed.replace('untrusted comment:', 'comment:'),
    'no trusted comment': hashed.replace('\ntrusted comment: ', '\nbelieve me: '),
    'base64 with spaces': hashed.replace('RUT', 'R UT'),
    'base64 without its end': hashed.replace('\ntrusted', '=\ntrusted'),
    'another algorithm': hashed.replace('RUTR', 'RXTR'),
    'a megabyte': `${hashed}${'x'.repeat(1_000_000)}`,
  };
  for (const [name, text] of Object.entries(cases)) {
    it(`is bad: ${name}`, () => {
      expect(verify(text).state).to.equal('bad');
    });
  }

  it('gets a verdict and no error, whatever it is and whatever the key', () => {
    const mangled = fc.tuple(fc.nat(hashed.length), fc.nat(8), fc.string({ unit: 'binary', maxLength: 8 }));
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      mangled.map(([at, cut, put]) => hashed.slice(0, at) + put + hashed.slice(at + cut)),
    );
    fc.assert(
      fc.property(text, fc.string({ unit: 'binary' }), (signatureText, key) => {
        expect(verify(signatureText, { publicKeys: [key, PLAIN] }).state).to.be.oneOf(['good', 'bad', 'unknown']);
      }),
      { numRuns: 500 },
    );
  });

  it('is bad if the signed comment would forge a line of the terminal', () => {
    const { secretKeyText, publicKey } = generateKeys();
    for (const trustedComment of ['fine\u001b[2J', 'one\ntwo', '\u202eenif', 'x'.repeat(9_000)]) {
      expect(() => signBytes({ bytes: MESSAGE, secretKeyText, trustedComment })).to.throw(KeyUnusable, /one line/);
    }
    expect(verify(hashed, { publicKeys: [publicKey] }).state).to.equal('unknown');
  });
});

describe('keys and signatures made here', () => {
  it('verify, with a password and without', () => {
    for (const password of [undefined, 'a pässword']) {
      const given = password === undefined ? {} : { password };
      const { secretKeyText, publicKey, publicKeyText, keyId } = generateKeys(given);
      const signatureText = signBytes({ bytes: MESSAGE, secretKeyText, trustedComment: 'made\there', ...given });
      expect(readPublicKey(publicKeyText)?.keyId).to.equal(keyId);
      expect(verify(signatureText, { publicKeys: [publicKey] })).to.deep.equal({
        state: 'good',
        keyId,
        publicKey,
        trustedComment: 'made\there',
      });
      expect(publicKey).to.match(/^RW[Q-T][A-Za-z0-9+/]{53}$/);
    }
  }).timeout(20_000);

  it('are the same bytes that minisign makes of the same key, file and comment', () => {
    const signedLines = (text: string): readonly string[] => text.split('\n').slice(1);
    const secretKeyText = fixture('plain.key');
    const signatureText = signBytes({ bytes: MESSAGE, secretKeyText, trustedComment: 'a hashed signature' });
    expect(signedLines(signatureText)).to.deep.equal(signedLines(fixture('hashed.minisig')));
    const [, trustedComment = ''] = /^trusted comment: (.*)$/m.exec(fixture('encrypted.minisig')) ?? [];
    const encrypted = { secretKeyText: fixture('encrypted.key'), password: PASSWORD };
    expect(signedLines(signBytes({ bytes: MESSAGE, trustedComment, ...encrypted }))).to.deep.equal(
      signedLines(fixture('encrypted.minisig')),
    );
  }).timeout(20_000);

  it('explain why a key is unusable', () => {
    const sign = (secretKeyText: string, password?: string) => () =>
      signBytes({ bytes: MESSAGE, secretKeyText, trustedComment: 'x', ...(password !== undefined && { password }) });
    expect(sign(fixture('encrypted.key'))).to.throw(KeyUnusable, /is encrypted\. Give its password/);
    expect(sign(fixture('encrypted.key'), 'wrong')).to.throw(KeyUnusable, /password of the secret key is wrong/);
    expect(sign(PLAIN)).to.throw(KeyUnusable, /not a secret key/);
    const plain = fixture('plain.key');
    expect(sign(plain.replace('club/LYn', 'club/LYm'))).to.throw(KeyUnusable, /damaged/);
    const [comment = '', line = ''] = fixture('encrypted.key').split('\n');
    const greedy = Buffer.from(line, 'base64');
    greedy.writeBigUInt64LE(2n ** 40n, 46);
    expect(sign(`${comment}\n${greedy.toString('base64')}\n`, 'x')).to.throw(KeyUnusable, /more than 2 GB/);
    const slow = Buffer.from(line, 'base64');
    slow.writeBigUInt64LE(2n ** 60n, 38);
    expect(sign(`${comment}\n${slow.toString('base64')}\n`, 'x')).to.throw(KeyUnusable, /too much time/);
  }).timeout(20_000);
});
