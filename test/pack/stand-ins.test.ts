// The stand-ins for atob, btoa, TextEncoder and TextDecoder do what Node's own do, for any input.

import { expect } from 'chai';
import fc from 'fast-check';
import * as standIns from '../../src/pack/stand-ins.ts';

describe('the stand-ins', () => {
  it('encode any text as UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect([...new standIns.TextEncoder().encode(text)]).to.deep.equal([...new TextEncoder().encode(text)]);
      }),
    );
    expect([...new standIns.TextEncoder().encode('a\ud800b%41')]).to.deep.equal([
      ...new TextEncoder().encode('a\ud800b%41'),
    ]);
  });

  it('decode any bytes, whole, cut short or wrong', () => {
    const leads = fc.constantFrom(
      0x00,
      0x41,
      0x7f,
      0x80,
      0x9f,
      0xa0,
      0xbf,
      0xc1,
      0xc2,
      0xdf,
      0xe0,
      0xed,
      0xef,
      0xbb,
      0xf0,
      0x90,
      0xf4,
      0x8f,
      0xf5,
      0xff,
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(leads, fc.integer({ min: 0, max: 255 }))), fc.boolean(), (list, ignoreBOM) => {
        const bytes = Uint8Array.from(list);
        const options = { ignoreBOM };
        expect(new standIns.TextDecoder('utf-8', options).decode(bytes)).to.equal(
          new TextDecoder('utf-8', options).decode(bytes),
        );
        const isGood = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).equals(
          Buffer.from(bytes),
        );
        const decode = () => new standIns.TextDecoder('utf8', { fatal: true }).decode(bytes);
        if (isGood) decode();
        else expect(decode).to.throw(TypeError);
      }),
      { numRuns: 2_000 },
    );
  });

  it('refuse an encoding they do not know', () => {
    expect(() => new standIns.TextDecoder('windows-1252')).to.throw(RangeError, 'knows utf-8 only');
  });

  it('turn bytes into base64 and back', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const binary = String.fromCharCode(...bytes);
        expect(standIns.btoa(binary)).to.equal(btoa(binary));
        expect(standIns.atob(btoa(binary))).to.equal(binary);
      }),
    );
    expect(() => standIns.btoa('€')).to.throw(RangeError);
    expect(() => standIns.atob('§')).to.throw(SyntaxError);
  });
});
