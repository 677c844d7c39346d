// The settings of access tokens are enough to check one, and no address of them can be answered by strangers on the way.

import { expect } from 'chai';
import { allowsAnonymous } from '../../../src/settings/load/access-relations.ts';
import { accepted, loadText, problemsOf } from '../config-folder.ts';

const GOOD = { issuer: 'https://login.example.com', resource: 'https://tools.example.com' };
const load = (oauth: object, more: object = {}) => loadText(JSON.stringify({ access: { oauth }, ...more }));

describe('the settings of access tokens', () => {
  it('are a door: nobody without one comes in, also on a network', () => {
    const { config } = accepted(load(GOOD, { server: { host: '0.0.0.0' } }));
    expect(allowsAnonymous(config)).to.equal(false);
    expect(allowsAnonymous(accepted(load({})).config)).to.equal(true);
  });

  const REFUSED: readonly (readonly [string, object, RegExp])[] = [
    [
      'an issuer without https',
      { ...GOOD, issuer: 'http://login.example.com' },
      /oauth\.issuer: .* is no address with https/,
    ],
    ['keys without https', { ...GOOD, jwksUrl: 'http://login.example.com/jwks' }, /oauth\.jwksUrl: .* is no address/],
    ['an address that is none', { ...GOOD, issuer: 'https://[' }, /oauth\.issuer: .* is no address/],
    ['an address with a password', { ...GOOD, issuer: 'https://a:b@login.example.com' }, /oauth\.issuer/],
    [
      'an issuer without the address of this server',
      { issuer: GOOD.issuer },
      /oauth\.issuer: it needs access\.oauth\.resource/,
    ],
    [
      'the address of /mcp',
      { ...GOOD, resource: 'https://tools.example.com/mcp' },
      /oauth\.resource: .* ends with \/mcp/,
    ],
    [
      'an address of this server without an issuer',
      { resource: GOOD.resource },
      /oauth\.resource: it needs access\.oauth\.issuer/,
    ],
    [
      'a question without a secret',
      { ...GOOD, introspectionUrl: 'https://login.example.com/i' },
      /oauth\.introspectionUrl: it needs access\.oauth\.introspectionClientId/,
    ],
  ];
  for (const [what, oauth, problem] of REFUSED)
    it(`are refused with ${what}`, () => expect(problemsOf(load(oauth)).join('\n')).to.match(problem));

  it('let the issuer be on this machine', () => {
    for (const issuer of ['http://127.0.0.1:8080', 'http://localhost:8080/realm', 'http://[::1]:8080'])
      expect(accepted(load({ ...GOOD, issuer })).config.access.oauth.issuer).to.equal(issuer);
  });
});
