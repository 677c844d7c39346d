// The key that a connection sent last: known again, but not for longer than it holds, and not for another connection.

import { expect } from 'chai';
import { createKey } from '../../../src/front/doors/issue-keys.ts';
import { Keyring, LastKeys } from '../../../src/front/doors/keyring.ts';

const issue = () => createKey([], { client: 'agent', scopes: [] }, undefined).result;

/** A keyring that counts its searches. */
class CountingRing extends Keyring {
  searches = 0;

  override find(...search: Parameters<Keyring['find']>): ReturnType<Keyring['find']> {
    this.searches += 1;
    return super.find(...search);
  }
}

describe('the key that a connection sent last', () => {
  const connection = {};

  it('is found without a search, on its own connection only', () => {
    const { key, record } = issue();
    const ring = new CountingRing([record]);
    const last = new LastKeys(ring);
    for (let count = 0; count < 5; count += 1) expect(last.find(connection, key)).to.equal(record);
    expect(ring.searches).to.equal(1);
    expect(last.find({}, key)).to.equal(record);
    expect(ring.searches).to.equal(2);
  });

  it('is no other key, however alike', () => {
    const [{ key, record }, other] = [issue(), issue()];
    const last = new LastKeys(new Keyring([record, other.record]));
    expect(last.find(connection, key)).to.equal(record);
    expect(last.find(connection, other.key)).to.equal(other.record);
    expect(last.find(connection, `${other.key.slice(0, -1)}_`)).to.equal('damaged');
    expect(last.find(connection, '')).to.equal('unknown');
    expect(last.find(connection, key)).to.equal(record);
  });

  it('is refused with the next request after it was revoked', () => {
    const [{ key, record }, other] = [issue(), issue()];
    const ring = new Keyring([record, other.record]);
    const last = new LastKeys(ring);
    expect(last.find(connection, key)).to.equal(record);
    ring.replace([other.record]);
    expect(last.find(connection, key)).to.equal('unknown');
    ring.replace([record]);
    expect(last.find(connection, key)).to.equal(record);
  });

  it('is refused from the time on at which it expires', () => {
    const { key, record } = issue();
    const expiring = { ...record, expiresAt: '2030-01-01T00:00:00.000Z' };
    const last = new LastKeys(new Keyring([expiring]));
    const endMs = Date.parse(expiring.expiresAt);
    expect(last.find(connection, key, endMs - 1)).to.equal(expiring);
    expect(last.find(connection, key, endMs)).to.equal('expired');
  });
});
