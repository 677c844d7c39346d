// The signer: what it makes fits the public half of the key, and what was not asked for, not bound or too much is refused.

import { createHmac, generateKeyPairSync, verify } from 'node:crypto';
import { expect } from 'chai';
import { Signer } from '../../../src/control/capabilities/signer.ts';
import type { SigningScope } from '../../../src/control/capabilities/signing/request.ts';
import type { RequestedSigning, Secret, SigningAlgorithm } from '../../../src/shared/protocol/capabilities.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const TEXT = 'a text that nobody guesses';
const pem = (key: typeof rsa.privateKey): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

const keyOf = (name: string, value: string, algorithms: readonly SigningAlgorithm[], plugin = 'signing'): Secret => ({
  ...{ name, plugin, origin: '' },
  ...{ from: { value }, algorithms },
});

const KEYS: readonly Secret[] = [
  keyOf('HMAC', TEXT, ['HS256', 'HS384', 'HS512']),
  keyOf('RSA', pem(rsa.privateKey), ['RS256']),
  keyOf('EC', pem(ec.privateKey), ['ES256']),
  keyOf('NARROW', TEXT, ['HS256']),
  keyOf('OTHERS', TEXT, ['HS256'], 'another'),
  { name: 'SENT', plugin: 'signing', origin: 'https://api.example.com', from: { value: TEXT } },
];

const ALL: readonly RequestedSigning[] = [
  ...['HMAC', 'NARROW', 'OTHERS', 'SENT', 'NOWHERE'].map((name) => ({
    name,
    algorithms: ['HS256', 'HS384', 'HS512'] as const,
  })),
  { name: 'RSA', algorithms: ['RS256'] },
  { name: 'EC', algorithms: ['ES256'] },
];

const scopeOf = (more: Partial<SigningScope> = {}): SigningScope => ({
  pluginName: 'signing',
  callId: 'c',
  grants: { signing: { requested: ALL } },
  limits: { signCalls: 20 },
  signal: new AbortController().signal,
  admit: () => true,
  ...more,
});

const textOf = (name: string, algorithm: string, data: string | Buffer): string =>
  JSON.stringify({ name, algorithm, base64: Buffer.from(data as string).toString('base64') });

describe('the signer', () => {
  const faults: string[] = [];
  const signer = new Signer(KEYS, (text) => faults.push(text));
  const sign = (name: string, algorithm: string, data: string | Buffer, more: Partial<SigningScope> = {}) =>
    signer.sign(textOf(name, algorithm, data), scopeOf(more));
  const bytesFor = async (...ask: Parameters<typeof sign>): Promise<Buffer> =>
    Buffer.from(JSON.parse((await sign(...ask)).text).base64, 'base64');
  const nameOf = (text: string): string => JSON.parse(text).name;

  for (const [algorithm, hash] of [
    ['HS256', 'sha256'],
    ['HS384', 'sha384'],
    ['HS512', 'sha512'],
  ] as const)
    it(`signs by ${algorithm}`, async () => {
      expect(await bytesFor('HMAC', algorithm, 'text é')).to.deep.equal(
        createHmac(hash, TEXT).update('text é').digest(),
      );
    });

  it('signs by RS256', async () => {
    expect(verify('sha256', Buffer.from('text'), rsa.publicKey, await bytesFor('RSA', 'RS256', 'text'))).to.equal(true);
  });

  it('signs by ES256, in the form of JWS', async () => {
    const signature = await bytesFor('EC', 'ES256', 'text');
    expect(signature).to.have.lengthOf(64);
    const key = { key: ec.publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from('text'), key, signature)).to.equal(true);
  });

  it('refuses what the manifest does not ask for', async () => {
    const unasked = await sign('RSA', 'HS256', 'text');
    expect(nameOf(unasked.text)).to.equal('NotAllowedError');
    expect(unasked.denial).to.include({ rule: 'manifest', target: 'sign' });
    expect(unasked.failure).to.equal(undefined);
    expect((await sign('FORGED', 'HS256', 'text')).denial).to.include({ rule: 'manifest' });
  });

  it('refuses keys that are not bound, those of others, and secrets that are sent', async () => {
    for (const name of ['NOWHERE', 'OTHERS', 'SENT']) {
      const { ok, failure, denial } = await sign(name, 'HS256', 'text');
      expect(ok).to.equal(false);
      expect(failure).to.include({ code: 'not_granted', setting: `secrets.${name}` });
      expect(denial).to.include({ rule: 'secret' });
    }
  });

  it('refuses algorithms that the operator does not name', async () => {
    const { failure, denial } = await sign('NARROW', 'HS512', 'text');
    expect(failure).to.include({ code: 'not_granted', setting: 'secrets.NARROW.algorithms' });
    expect(denial?.hint).to.contain('add "HS512"');
  });

  it('refuses names, algorithms and texts that are none, without passing them on', async () => {
    const strange = [
      '',
      'null',
      '[]',
      '{',
      textOf('__proto__', 'HS256', 'x'),
      textOf('constructor', 'HS256', 'x'),
      textOf('HMAC\n', 'HS256', 'x'),
      textOf('HMAC', 'none', 'x'),
      textOf('HMAC', 'toString', 'x'),
      JSON.stringify({ name: 'HMAC', algorithm: 'HS256', base64: 'a b' }),
      JSON.stringify({ name: 'HMAC', algorithm: 'HS256', base64: 1 }),
      JSON.stringify({ name: ['HMAC'], algorithm: 'HS256', base64: '' }),
      JSON.stringify({ name: 'HMAC', algorithm: ['HS256'], base64: '' }),
      JSON.stringify({ name: 'HMAC', algorithm: 'HS256', base64: '', key: 'mine' }),
      '{"__proto__":{"name":"HMAC","algorithm":"HS256","base64":""}}',
    ];
    for (const text of strange) {
      const { ok, text: answer } = await signer.sign(text, scopeOf());
      expect(ok, text).to.equal(false);
      expect(nameOf(answer), text).to.equal('TypeError');
    }
  });

  it('signs 65,536 bytes and no more, before it parses or counts them', async () => {
    let counted = 0;
    const admit = (): boolean => {
      counted += 1;
      return true;
    };
    expect((await sign('HMAC', 'HS256', Buffer.alloc(65_536), { admit })).ok).to.equal(true);
    for (const bytes of [65_537, 65_538, 65_539, 1_000_000]) {
      const { text, ok } = await sign('HMAC', 'HS256', Buffer.alloc(bytes), { admit });
      expect(ok, String(bytes)).to.equal(false);
      expect(nameOf(text)).to.equal('QuotaExceededError');
    }
    expect(counted).to.equal(1);
  });

  it('refuses more signatures than a call may have', async () => {
    const { failure, denial } = await sign('HMAC', 'HS256', 'x', { admit: () => false });
    expect(failure).to.include({ code: 'tool_error', limit: 'signCalls', allowed: 20 });
    expect(denial).to.include({ rule: 'signCalls' });
  });

  it('makes only its own plugin wait if one floods it, and drops what waits if the call ends', async () => {
    const ended: string[] = [];
    const abort = new AbortController();
    const flood = Array.from({ length: 200 }, () =>
      sign('RSA', 'RS256', 'flood', { signal: abort.signal }).then(() => ended.push('flood')),
    );
    await sign('HMAC', 'HS256', 'x', { pluginName: 'signing', callId: 'another call' }).then(() => ended.push('own'));
    expect(ended.length).to.be.below(50);
    abort.abort();
    await Promise.all(flood);
    expect(JSON.parse((await sign('HMAC', 'HS256', 'x', { signal: abort.signal })).text).name).to.equal('AbortError');
    expect(faults).to.deep.equal([]);
  });

  it('has the keys of a new configuration at once, and no longer those that went', async () => {
    const changing = new Signer([]);
    const ask = () => changing.sign(textOf('HMAC', 'HS256', 'x'), scopeOf());
    expect((await ask()).ok).to.equal(false);
    changing.useSecrets(KEYS);
    expect((await ask()).ok).to.equal(true);
    changing.useSecrets([]);
    expect((await ask()).failure).to.include({ code: 'not_granted' });
  });

  it('says nothing of a key that cannot be used', async () => {
    const told: string[] = [];
    const broken = new Signer([keyOf('RSA', `${TEXT} is no key`, ['RS256'])], (text) => told.push(text));
    const answer = await broken.sign(textOf('RSA', 'RS256', 'x'), scopeOf());
    expect(answer.failure).to.include({ code: 'internal' });
    expect(told).to.have.lengthOf(1);
    expect(JSON.stringify([answer, told])).not.to.contain(TEXT);
  });
});
