// Who calls with a certificate and another credential: both have to name the same client, and neither gives more than the other.

import { expect } from 'chai';
import { callerOfCertificate, withCertificate } from '../../../src/front/http/certificate-caller.ts';
import type { Caller } from '../../../src/shared/protocol/caller.ts';
import { CallError } from '../../../src/shared/protocol/errors.ts';

const KEY: Caller = { name: 'client:ada', client: 'ada', scopes: ['read', 'more'], keyId: 'abcdefgh' };

describe('a certificate and a key', () => {
  it('name one client together, with the scopes that both have', () => {
    expect(withCertificate(KEY, { client: 'ada', org: 'acme', scopes: ['read', 'write'] })).to.deep.equal({
      ...KEY,
      org: 'acme',
      scopes: ['read'],
    });
    expect(withCertificate(KEY, { client: 'ada' })).to.deep.equal(KEY);
    expect(withCertificate(KEY, { client: 'ada', scopes: [] }).scopes).to.deep.equal([]);
  });

  it('are refused if they differ in the client or the organisation', () => {
    const anonymous: Caller = { name: 'bearer:abc', scopes: [] };
    for (const [caller, certified] of [
      [KEY, { client: 'eve' }],
      [KEY, { client: 'Ada' }],
      [anonymous, { client: 'ada' }],
      [
        { ...KEY, org: 'acme' },
        { client: 'ada', org: 'other' },
      ],
    ] as const)
      expect(() => withCertificate(caller, certified)).to.throw(CallError, /different clients/);
  });

  it('alone, a certificate has the scopes of its settings, and none without them', () => {
    expect(callerOfCertificate({ client: 'ada', org: 'acme', scopes: ['read'] })).to.deep.equal({
      name: 'client:ada',
      client: 'ada',
      org: 'acme',
      scopes: ['read'],
    });
    expect(callerOfCertificate({ client: 'ada' }).scopes).to.deep.equal([]);
  });

  it('is the same caller for each request of a client', () => {
    const certified = { client: 'ada' };
    expect(callerOfCertificate(certified)).to.equal(callerOfCertificate(certified));
  });
});
