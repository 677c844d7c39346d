// What tells callers apart, and whose share a caller uses up.

import { expect } from 'chai';
import fc from 'fast-check';
import { type Caller, identityOf, NOBODY, networkSharer, sharerOf } from '../../../src/shared/protocol/caller.ts';

const ada: Caller = { name: 'client:ada', client: 'ada', scopes: [] };

describe('a caller', () => {
  it('is another one with another issuer, another organisation or another name, and not with another key or scope', () => {
    const name = fc.constantFrom('client:ada', 'client:ada user:["x"]', 'anonymous', '[null,null,"client:ada"]', '');
    const part = fc.option(fc.constantFrom('a', 'b', 'a","b', 'null', ''), { nil: undefined });
    const caller = fc.record({ name, issuer: part, org: part });
    const found = new Map<string, string>();
    fc.assert(
      fc.property(caller, ({ name, issuer, org }) => {
        // A name of a caller begins with a letter.
        fc.pre(!name.startsWith('['));
        const parts = JSON.stringify([name, issuer ?? null, org ?? null]);
        const identity = identityOf({
          name,
          ...(issuer !== undefined && { issuer }),
          ...(org !== undefined && { org }),
        });
        expect(found.get(identity) ?? parts).to.equal(parts);
        found.set(identity, parts);
      }),
    );
    expect(identityOf({ ...ada, scopes: ['x'], keyId: '1' } as Caller)).to.equal(identityOf(ada));
  });

  it('keeps its identity from before if it has neither issuer nor organisation', () => {
    expect([identityOf(NOBODY), identityOf(ada)]).to.deep.equal(['anonymous', 'client:ada']);
  });

  it('has a share of its own if the server has checked who it is, else that of its network, or of all unchecked ones', () => {
    const made = (name: string): Caller => ({ name, scopes: [] });
    expect(sharerOf(ada, '192.0.2.1')).to.equal(sharerOf(ada, '192.0.2.2'));
    expect(sharerOf(ada)).not.to.equal(sharerOf({ ...ada, org: 'acme' }));
    expect(sharerOf(made('bearer:a'))).to.equal(sharerOf(made('bearer:b')));
    expect(sharerOf(made('bearer:a'), '192.0.2.1')).to.equal(sharerOf(NOBODY, '192.0.2.1'));
    expect(sharerOf(NOBODY, '192.0.2.1')).not.to.equal(sharerOf(NOBODY, '192.0.2.2'));
    expect(sharerOf(NOBODY, '2001:db8:1:2::3')).to.equal(networkSharer('2001:db8:1:2:ffff::'));
  });
});
