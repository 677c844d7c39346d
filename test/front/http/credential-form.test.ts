// A credential has one form, whichever header brings it, and no text is the key of what the server remembers of another one.

import { expect } from 'chai';
import fc from 'fast-check';
import { createKey } from '../../../src/front/doors/issue-keys.ts';
import { Keyring } from '../../../src/front/doors/keyring.ts';
import { EVERYWHERE, KnownTokens } from '../../../src/front/doors/tokens/known-tokens.ts';
import { ALGORITHMS } from '../../../src/front/doors/tokens/settings.ts';
import { TokenVerifier } from '../../../src/front/doors/tokens/verifier.ts';
import { AuthorizationServer, newSigningKey, RESOURCE } from '../../support/authorization-server.ts';
import { expectProblem } from './expect.ts';
import { callBody, type Front, startFront } from './front.ts';
import { exchange, requestText } from './wire.ts';

const READING = '/mcp/sets/reading';
const LIST = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/list' },
  params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
});

describe('the form of a credential', function () {
  this.timeout(30_000);
  const { keys, result: issued } = createKey([], { client: 'ada', scopes: [] }, undefined);
  let issuer: AuthorizationServer;
  let verifier: TokenVerifier;
  let front: Front;
  before(async () => {
    issuer = await AuthorizationServer.start({ keys: [await newSigningKey('first')] });
    verifier = new TokenVerifier({
      ...{ issuer: issuer.issuer, resource: RESOURCE, scopes: [], audience: [RESOURCE], isAudienceNamed: false },
      ...{ algorithms: ALGORITHMS, clockSkewMs: 30_000, jwksUrl: '', claims: { org: '', user: '' } },
    });
    front = await startFront({
      door: { keys: new Keyring(keys), tokens: verifier, allowsAnonymous: true, pauseBefore: async () => {} },
    });
  });
  after(async () => {
    await front.close();
    await issuer.close();
  });

  it('keeps a token for a toolset inside it, whatever is written behind it', async () => {
    const token = await issuer.sign({ ...issuer.goodClaims(), aud: `${RESOURCE}${READING}` });
    const json = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const inside = await front.request('POST', READING, { ...json, 'X-API-Key': token }, LIST);
    expect(inside.status, inside.body).not.to.equal(401);
    expect(verifier.known(token, READING)).to.have.property('client', 'oauth:agent');
    for (const text of [
      ...['', ` ${READING}`, `\t${READING}`, `  ${READING}`, `${READING}`, `,${READING}`, ` ${EVERYWHERE}`].map(
        (more) => `${token}${more}`,
      ),
      JSON.stringify([token, READING]),
    ])
      for (const header of [{ 'X-API-Key': text }, { Authorization: `Bearer ${text}` }])
        for (const path of ['/mcp', '/mcp/callTool', '/tools/echo', '/mcp/sets/other', '/mcp/metadata']) {
          const method = path.endsWith('metadata') ? 'GET' : 'POST';
          const body = path === '/mcp/callTool' ? callBody() : path === '/tools/echo' ? '{}' : LIST;
          const reply = await front.request(method, path, { ...json, ...header }, method === 'GET' ? undefined : body);
          expectProblem(reply, 'unauthenticated');
        }
  });

  it('is the same in both headers', async () => {
    const send = async (header: string): Promise<unknown> =>
      (await exchange(front.port, [requestText('GET /mcp/metadata', ['Host: localhost', header])])).replies[0]?.status;
    const { key } = issued;
    for (const [text, status] of [
      [key, 200],
      [`${key} `, 200],
      ...[`${key} x`, `${key}\tx`, `${key},x`, `x ${key}`, `${key} ${key}`, `${key}é`, `"${key}"`, ''].map(
        (wrong) => [wrong, 401] as const,
      ),
    ] as const) {
      expect(await send(`X-API-Key: ${text}`), `X-API-Key: ${text}`).to.equal(status);
      expect(await send(`Authorization: Bearer ${text}`), `Authorization: Bearer ${text}`).to.equal(status);
    }
  });

  it('and what is kept of it let no text find another entry', () => {
    const held = fc.constantFrom(EVERYWHERE, '', '/mcp', READING, '/mcp/sets/a' as const);
    const text = fc.oneof(fc.string(), fc.constantFrom('t', `t ${READING}`, `t ${EVERYWHERE}`, 't '));
    fc.assert(
      fc.property(text, held, text, held, (token, heldIn, other, otherIn) => {
        const known = new KnownTokens();
        known.keep(token, heldIn, { caller: { name: 'ada', scopes: [] }, untilMs: 2 });
        expect(known.find(other, otherIn, 1) !== undefined).to.equal(token === other && heldIn === otherIn);
      }),
    );
  });
});
