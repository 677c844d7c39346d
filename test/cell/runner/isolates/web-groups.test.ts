// A plugin gets the groups of globals that its text names.

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { groupsNamedIn, WEB_GROUPS } from '../../../../src/cell/runner/isolates/web-groups.ts';

const FOLDER = fileURLToPath(new URL('../../../../src/cell/guest/web', import.meta.url));

describe('the groups of web APIs', () => {
  it('are the files of the folder', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));
    expect(WEB_GROUPS.map(({ name }) => `${name}.ts`).sort()).to.deep.equal(files.sort());
  });

  it('come after those that they build on', () => {
    const names = WEB_GROUPS.map(({ name }) => name);
    for (const [index, { needs = [] }] of WEB_GROUPS.entries())
      for (const need of needs) expect(names.indexOf(need), need).to.be.within(0, index - 1);
  });

  it('are found if a text names one of their globals, with the groups that they need', () => {
    expect(groupsNamedIn('const x = new URL(y)')).to.deep.equal(['url']);
    expect(groupsNamedIn("globalThis['URLSearchParams']")).to.deep.equal(['url']);
    expect(groupsNamedIn('x.atob')).to.deep.equal(['exception', 'base64']);
    expect(groupsNamedIn('atob; TextDecoder')).to.deep.equal(['encoding', 'exception', 'base64']);
  });

  it('are found if a text names a member of the context', () => {
    expect(groupsNamedIn('(args, { store }) => store.get(args.key)')).to.deep.equal(['store']);
    expect(groupsNamedIn('(args, { signal }) => signal.aborted')).to.deep.equal(['exception', 'events']);
    expect(groupsNamedIn('restored; stores; STORE')).to.deep.equal([]);
  });

  it('of algorithms are found if a text names one of these, in any case, and crypto', () => {
    const named = (text: string): readonly string[] => groupsNamedIn(text).filter((name) => name.startsWith('crypto'));
    expect(named("crypto.subtle.digest('SHA-256', x)")).to.deep.equal(['crypto']);
    expect(named("crypto; ({ name: 'aes-gcm' })")).to.deep.equal(['crypto', 'crypto-aes']);
    expect(named("subtle: CryptoKey; 'AES-' + mode")).to.deep.equal(['crypto', 'crypto-aes']);
    expect(named("crypto; 'PBKDF2'")).to.deep.equal(['crypto', 'crypto-derive']);
    expect(named("crypto; 'ECDSA'; 'HKDF'")).to.deep.equal(['crypto', 'crypto-derive', 'crypto-curves']);
    expect(named("crypto; 'RSASSA-PKCS1-v1_5'")).to.deep.equal(['crypto', 'crypto-rsa']);
    expect(named("crypto; 'RSA-PSS'")).to.deep.equal(['crypto', 'crypto-rsa']);
    expect(named("'RSA', 'AES', 'Ed25519'")).to.deep.equal([]);
  });

  it('are not found by a name that is part of another, or put together from parts', () => {
    expect(
      groupsNamedIn("const myURL = 1, URLs = 2, curl = 'http'; globalThis['U' + 'RL']; TextEncoderStream"),
    ).to.deep.equal([]);
  });
});
