// The random bytes of a call, which depend on the keys of its entries.

import { createCipheriv } from 'node:crypto';
import { expect } from 'chai';
import { makeRandomBytes } from '../../../../../src/cell/guest/web/crypto/random.ts';

const KEYS = ['ab'.repeat(32), 'cd'.repeat(32)] as const;

/** The bytes of several draws. Each entry names the key in force and the number of bytes. */
const draws = (...entries: readonly (readonly [key: 0 | 1, bytes: number])[]): string[] => {
  let key: 0 | 1 = 0;
  const randomBytes = makeRandomBytes(() => KEYS[key]);
  return entries.map(([number, bytes]) => {
    key = number;
    return randomBytes(bytes).toHex();
  });
};

describe('random bytes', () => {
  it('are the key stream of ChaCha20, with a nonce for every request', () => {
    const expected = [1, 2].map((request) => {
      const iv = Buffer.alloc(16);
      iv.writeUInt32LE(request, 4);
      return createCipheriv('chacha20', Buffer.from(KEYS[0], 'hex'), iv).update(Buffer.alloc(100)).toString('hex');
    });
    expect(draws([0, 100], [0, 100])).to.deep.equal(expected);
  });

  it('are the same for the same keys, and differ for others', () => {
    const first = draws([0, 16], [0, 16], [1, 16]);
    expect(draws([0, 16], [0, 16], [1, 16])).to.deep.equal(first);
    expect(new Set(first).size).to.equal(3);
  });

  it('are not available without a key', () => {
    expect(() => makeRandomBytes(() => '')(1)).to.throw(TypeError, 'while a call runs');
  });
});
