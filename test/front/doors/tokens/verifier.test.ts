// Access tokens of a real authorization server, and every defect that a token can have. Tests sign with the server's own keys.

import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { exportSPKI, importJWK } from 'jose';
import { ALGORITHMS, type TokenSettings } from '../../../../src/front/doors/tokens/settings.ts';
import { TokenVerifier } from '../../../../src/front/doors/tokens/verifier.ts';
import {
  AuthorizationServer,
  newSigningKey,
  RESOURCE,
  SECRET,
  type SigningKey,
} from '../../../support/authorization-server.ts';

const settingsFor = (issuer: string, more: Partial<TokenSettings> = {}): TokenSettings => ({
  ...{
    issuer,
    resource: RESOURCE,
    scopes: [],
    audience: [RESOURCE],
    isAudienceNamed: true,
    algorithms: ALGORITHMS.filter((name) => name !== 'RS512'),
  },
  ...{ clockSkewMs: 30_000, jwksUrl: '' },
  claims: { org: 'org', user: 'sub' },
  ...more,
});

const nowS = (): number => Math.floor(Date.now() / 1_000);
const base64url = (text: string): string => Buffer.from(text).toString('base64url');

describe('access tokens', function () {
  this.timeout(30_000);
  let server: AuthorizationServer;
  let key: SigningKey;
  let verifier: TokenVerifier;
  before(async () => {
    key = await newSigningKey('first');
    server = await AuthorizationServer.start({ keys: [key] });
  });
  after(() => server.close());
  beforeEach(() => {
    verifier = new TokenVerifier(settingsFor(server.issuer));
  });
  const signed = (claims: object, options?: Parameters<AuthorizationServer['sign']>[1]) =>
    server.sign({ ...server.goodClaims(), ...claims }, options);

  it('of a client that acts for nobody name the client and its scopes', async () => {
    const token = await server.clientToken('agent', 'read');
    expect(verifier.known(token)).to.equal(undefined);
    const { issuer } = server;
    const caller = { name: 'client:oauth:agent', issuer, client: 'oauth:agent', scopes: ['read'] };
    expect(await verifier.verify(token)).to.deep.equal(caller);
    expect(verifier.known(token)).to.deep.equal(caller);
  });

  it('for a toolset count there and nowhere else, whichever part is asked first', async () => {
    const audience = [RESOURCE, `${RESOURCE}/mcp`];
    verifier = new TokenVerifier(settingsFor(server.issuer, { audience, isAudienceNamed: false }));
    const token = await signed({ aud: [`${RESOURCE}/mcp/sets/reading`, 'https://other.example.com'] });
    for (const round of ['first', 'second']) {
      expect(await verifier.verify(token, '/mcp/sets/reading'), round).to.have.property('client', 'oauth:agent');
      expect(verifier.known(token, '/mcp/sets/reading'), round).to.have.property('client', 'oauth:agent');
      for (const part of ['', '/mcp', '/mcp/sets/other'] as const) {
        expect(verifier.known(token, part), `${round} ${part}`).to.equal(undefined);
        expect(await verifier.verify(token, part), `${round} ${part}`).to.equal('audience');
      }
    }
    const wide = await signed({ aud: `${RESOURCE}/mcp` });
    expect(await verifier.verify(wide, '/mcp/sets/reading')).to.have.property('client', 'oauth:agent');
    expect(verifier.known(wide)).to.have.property('client', 'oauth:agent');
  });

  it('of a client that acts for a person name both', async () => {
    const token = await server.userToken('agent', 'ada@example.com', 'read write');
    expect(await verifier.verify(token)).to.deep.equal({
      name: 'client:oauth:agent user:ada@example.com',
      issuer: server.issuer,
      client: 'oauth:agent',
      user: 'ada@example.com',
      scopes: ['read', 'write'],
    });
  });

  it('name callers by the claims that the operator says, and the client by the first claim that names one', async () => {
    verifier = new TokenVerifier(settingsFor(server.issuer, { claims: { org: 'tenant', user: '' } }));
    const { issuer } = server;
    const caller = { name: 'client:oauth:crm', issuer, client: 'oauth:crm', org: 'acme', scopes: ['a', 'b'] };
    for (const claim of ['client_id', 'azp', 'appid', 'cid']) {
      const others = Object.fromEntries(['client_id', 'azp', 'appid', 'cid'].map((name) => [name, undefined]));
      const token = await signed({ ...others, [claim]: 'crm', tenant: 'acme', scope: undefined, scp: ['a', 'b'] });
      expect(await verifier.verify(token), claim).to.deep.equal(caller);
    }
    const both = await signed({ client_id: 'crm', azp: 'other', tenant: 'acme', scope: 'a b', scp: ['c'] });
    expect(await verifier.verify(both)).to.deep.equal(caller);
  });

  const REFUSED: readonly (readonly [string, string, () => Promise<string>])[] = [
    ['has expired', 'expired', () => signed({ exp: nowS() - 60 })],
    ['is not valid yet', 'early', () => signed({ nbf: nowS() + 60 })],
    ['was issued for another audience', 'audience', () => signed({ aud: 'https://other.example.com' })],
    ['has no audience', 'audience', () => signed({ aud: undefined })],
    ['has an audience that only begins like ours', 'audience', () => signed({ aud: `${RESOURCE}.evil.com` })],
    ['is from another issuer', 'issuer', () => signed({ iss: 'https://evil.example.com' })],
    ['has no issuer', 'issuer', () => signed({ iss: undefined })],
    ['does not end', 'lifetime', () => signed({ exp: undefined })],
    ['has an end that is no number', 'lifetime', () => signed({ exp: '9999999999' })],
    [
      'is signed by nobody (alg: none)',
      'algorithm',
      async () => `${base64url('{"alg":"none"}')}.${base64url(JSON.stringify(server.goodClaims()))}.`,
    ],
    [
      'is signed by nobody (alg: nOnE)',
      'algorithm',
      async () => `${base64url('{"alg":"nOnE"}')}.${base64url(JSON.stringify(server.goodClaims()))}.`,
    ],
    ['is signed with the public key as a secret (HS256)', 'algorithm', () => confused('HS256')],
    ['says another algorithm of the same key (RS256 for HS256)', 'signature', () => confused('RS256')],
    [
      'is signed with an algorithm that does not count',
      'algorithm',
      async () => {
        const other = await newSigningKey('first', 'RS512');
        return signed({}, { key: other });
      },
    ],
    ['has an unknown critical extension', 'critical', () => signed({}, { header: { crit: ['exp2'], exp2: 1 } })],
    [
      'has a critical extension of the standard',
      'critical',
      () => signed({}, { header: { crit: ['b64'], b64: true } }),
    ],
    [
      'is signed with another key of the same name',
      'signature',
      async () => signed({}, { key: await newSigningKey('first') }),
    ],
    [
      'brings its own key (jwk)',
      'signature',
      async () => {
        const other = await newSigningKey('first');
        const { n, e, kty } = other.jwk;
        return signed({}, { key: other, header: { jwk: { n, e, kty } } });
      },
    ],
    [
      'says where its key is (jku, x5u)',
      'signature',
      async () =>
        signed(
          {},
          {
            key: await newSigningKey('first'),
            header: { jku: 'http://127.0.0.1:1/jwks', x5u: 'http://127.0.0.1:1/x' },
          },
        ),
    ],
    [
      'was changed after it was signed',
      'signature',
      async () => {
        const [head, , signature] = (await signed({})).split('.');
        return `${head}.${base64url(JSON.stringify({ ...server.goodClaims(), scope: 'admin' }))}.${signature}`;
      },
    ],
    ['has an empty signature', 'signature', async () => (await signed({})).replace(/[^.]+$/, '')],
    ['is encrypted', 'malformed', async () => 'a.b.c.d.e'],
    ['has a head that is no JSON', 'malformed', async () => `${base64url('no')}.${base64url('{}')}.x`],
    [
      'has claims that are no object',
      'signature',
      async () => `${(await signed({})).split('.')[0]}.${base64url('[]')}.AAAA`,
    ],
    ['is no JWT', 'opaque', async () => 'opaque-token'],
    ['names a client with a line break', 'names', () => signed({ client_id: 'a\nb', sub: 'x' })],
    ['names a client that is no text', 'names', () => signed({ client_id: ['agent'] })],
    ['names nobody', 'names', () => signed({ client_id: undefined, sub: undefined })],
    ['names a user with quotes', 'names', () => signed({ sub: '"ada"' })],
    ['has a scope with quotes', 'names', () => signed({ scope: 'read "write"' })],
    [
      'has a thousand scopes',
      'names',
      () => signed({ scope: Array.from({ length: 1_000 }, (_, at) => `s${at}`).join(' ') }),
    ],
  ];
  const confused = async (alg: string): Promise<string> => {
    const { n, e, kty } = key.jwk;
    const pem = await exportSPKI((await importJWK({ n, e, kty } as never, 'RS256')) as never);
    const signing = `${base64url(JSON.stringify({ alg, kid: 'first' }))}.${base64url(JSON.stringify(server.goodClaims()))}`;
    return `${signing}.${createHmac('sha256', pem).update(signing).digest('base64url')}`;
  };
  for (const [what, refusal, make] of REFUSED)
    it(`is refused if it ${what}`, async () => {
      const token = await make();
      expect(await verifier.verify(token)).to.equal(refusal);
      expect(verifier.known(token)).to.equal(undefined);
    });

  it('hold for a moment after their end, and before their beginning, because clocks differ', async () => {
    expect(await verifier.verify(await signed({ exp: nowS() - 10 }))).to.be.an('object');
    expect(await verifier.verify(await signed({ nbf: nowS() + 10 }))).to.be.an('object');
  });

  it('are not remembered beyond their end', async () => {
    let nowMs = Date.now();
    verifier = new TokenVerifier(settingsFor(server.issuer, { clockSkewMs: 0 }), () => nowMs);
    const token = await signed({ exp: nowS() + 5 });
    expect(await verifier.verify(token)).to.be.an('object');
    expect(verifier.known(token)).to.be.an('object');
    nowMs += 5_001;
    expect(verifier.known(token)).to.equal(undefined);
    expect(await verifier.verify(token)).to.equal('expired');
  });

  it('do not make the server ask for keys without end, whatever keys they name', async () => {
    await verifier.verify(await signed({}));
    const before = server.requests.length;
    for (let at = 0; at < 300; at += 1) {
      const token = await signed({}, { header: { kid: `unknown-${at}` } });
      expect(await verifier.verify(token)).to.equal('key');
    }
    // Each renewal may ask for the metadata twice and for the keys once.
    expect(server.requests.length - before).to.be.at.most(3 * 8);
  });
});

describe('keys of an issuer that change', function () {
  this.timeout(30_000);

  it('are followed without refusing a good token, and old ones end with their key', async () => {
    const [first, second] = [await newSigningKey('first'), await newSigningKey('second')];
    const server = await AuthorizationServer.start({ keys: [first] });
    try {
      const verifier = new TokenVerifier(settingsFor(server.issuer));
      const old = await server.clientToken('agent');
      const verdicts: unknown[] = [];
      let isOver = false;
      const load = Array.from({ length: 8 }, async () => {
        while (!isOver) verdicts.push(await verifier.verify(await server.clientToken('agent')));
      });
      const until = async (count: number): Promise<void> => {
        while (verdicts.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
      };
      await until(20);
      server.useKeys([second, first]);
      await until(60);
      isOver = true;
      await Promise.all(load);
      expect(verdicts.filter((verdict) => typeof verdict === 'string')).to.deep.equal([]);
      expect(await verifier.verify(old)).to.be.an('object');
      const third = await newSigningKey('third');
      server.useKeys([third]);
      await verifier.verify(await server.clientToken('agent'));
      expect(verifier.known(old), 'a token is forgotten with its key').to.equal(undefined);
      expect(await verifier.verify(old)).to.equal('key');
    } finally {
      await server.close();
    }
  });

  it('go on while the issuer is down, and nobody is blamed if there were none', async () => {
    const key = await newSigningKey('first');
    const server = await AuthorizationServer.start({ keys: [key] });
    const verifier = new TokenVerifier(settingsFor(server.issuer));
    expect(await verifier.verify(await server.clientToken('agent'))).to.be.an('object');
    const later = await server.sign({ ...server.goodClaims(), jti: 'later' });
    const port = Number(new URL(server.issuer).port);
    await server.close();
    expect(await verifier.verify(later)).to.be.an('object');
    const cold = new TokenVerifier(settingsFor(server.issuer));
    const error = await cold.verify(later).catch((reason: Error) => reason);
    expect((error as Error).name).to.equal('IssuerOutOfReach');
    const again = await AuthorizationServer.start({ keys: [key] }, port);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await cold.verify(later)).to.be.an('object');
    await again.close();
  });

  it('are not taken from metadata that speak for another issuer', async () => {
    const server = await AuthorizationServer.start({ keys: [await newSigningKey('first')] });
    const verifier = new TokenVerifier(settingsFor(`${server.issuer}/`));
    const token = await server.sign({ ...server.goodClaims(), iss: `${server.issuer}/` });
    const error = await verifier.verify(token).catch((reason: Error) => reason);
    expect((error as Error).message).to.contain('it speaks for another issuer');
    await server.close();
  });
});

describe('tokens that only their issuer knows', function () {
  this.timeout(30_000);
  let server: AuthorizationServer;
  let verifier: TokenVerifier;
  before(async () => {
    server = await AuthorizationServer.start({ format: 'opaque', keys: [await newSigningKey('first')] });
  });
  after(() => server.close());
  beforeEach(() => {
    const introspection = { url: `${server.issuer}/token/introspection`, clientId: 'toolcell', clientSecret: SECRET };
    verifier = new TokenVerifier(settingsFor(server.issuer, { introspection }));
  });
  const asked = (): number => server.requests.filter((path) => path.includes('introspection')).length;

  it('are asked for once in a while', async () => {
    const token = await server.clientToken('agent', 'read');
    expect(token).not.to.contain('.');
    const before = asked();
    expect(await verifier.verify(token)).to.deep.include({ client: 'oauth:agent', scopes: ['read'] });
    expect(verifier.known(token)).to.deep.include({ client: 'oauth:agent' });
    expect(asked() - before).to.equal(1);
  });

  it('are refused if they were revoked or never issued, and the issuer is asked once for each', async () => {
    const token = await server.clientToken('agent');
    await server.revoke('agent', token);
    expect(await verifier.verify(token)).to.equal('inactive');
    const before = asked();
    for (let tries = 0; tries < 5; tries += 1) expect(await verifier.verify('never-issued')).to.equal('inactive');
    expect(asked() - before).to.equal(1);
  });

  it('are refused without a question if nobody may be asked', async () => {
    const deaf = new TokenVerifier(settingsFor(server.issuer));
    expect(await deaf.verify(await server.clientToken('agent'))).to.equal('opaque');
  });

  it('leave the caller unknown if the issuer refuses to answer', async () => {
    const introspection = { url: `${server.issuer}/token/introspection`, clientId: 'toolcell', clientSecret: 'wrong' };
    const wrong = new TokenVerifier(settingsFor(server.issuer, { introspection }));
    const error = await wrong.verify(await server.clientToken('agent')).catch((reason: Error) => reason);
    expect((error as Error).message).to.match(/^http:\/\/127\.0\.0\.1:\d+: it answered 40[01]$/);
  });
});
