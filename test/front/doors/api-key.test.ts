// The text of API keys: made once, known again, and told from damaged ones.

import { expect } from 'chai';
import fc from 'fast-check';
import { KEY_IN_TEXT, keyFormOf, keyHashOf, makeKey } from '../../../src/front/doors/api-key.ts';

describe('API keys', () => {
  it('have a prefix, 256 random bits and a checksum, in characters that survive copying', () => {
    expect(makeKey()).to.match(/^toolcell_[0-9A-Za-z]{49}$/);
  });

  it('differ', () => {
    expect(new Set(Array.from({ length: 1_000 }, makeKey))).to.have.lengthOf(1_000);
  });

  it('spread over all digits in all places of the random part', () => {
    const keys = Array.from({ length: 4_000 }, () => makeKey().slice('toolcell_'.length));
    // The first of the 43 digits holds less than a whole digit of the 256 bits.
    for (let place = 1; place < 43; place += 1)
      expect(new Set(keys.map((digits) => digits[place])).size, `digit ${place}`).to.equal(62);
  });

  it('are damaged by any one wrong character', () => {
    const digit = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
    fc.assert(
      fc.property(fc.integer({ min: 9, max: 57 }), digit, (place, wrong) => {
        const key = makeKey();
        fc.pre(key[place] !== wrong);
        expect(keyFormOf(key)).to.equal('key');
        expect(keyFormOf(key.slice(0, place) + wrong + key.slice(place + 1))).to.equal('damaged');
      }),
    );
  });

  it('are damaged if they are cut off, and no key without the prefix', () => {
    const key = makeKey();
    expect(keyFormOf(key.slice(0, -1))).to.equal('damaged');
    expect(keyFormOf(`${key}0`)).to.equal('damaged');
    expect(keyFormOf(key.toUpperCase())).to.equal('other');
    expect(keyFormOf('eyJhbGciOiJub25lIn0.e30.')).to.equal('other');
  });

  it('are found in the middle of a text, as a scanner for leaked secrets does it', () => {
    expect(KEY_IN_TEXT.test(`curl "http://host/mcp?x=${makeKey()}&y"`)).to.equal(true);
    expect(KEY_IN_TEXT.test('toolcell_is_a_host')).to.equal(false);
  });

  it('are kept as their SHA-256', () => {
    expect(keyHashOf('toolcell_x')).to.equal('sha256:90d7f48002cb2c942b18f62d25fd82e2d95c992fc1d77711e7f6b35b2f531dee');
  });
});
