import { expect } from 'chai';
import { networkIn } from '../../../src/shared/text/network.ts';

describe('a network in a configuration', () => {
  it('is an address, or an address with the number of its leading bits', () => {
    expect(networkIn('10.0.0.7')).to.deep.equal({ address: '10.0.0.7', bits: 32 });
    expect(networkIn('10.0.0.0/8')).to.deep.equal({ address: '10.0.0.0', bits: 8 });
    expect(networkIn('::1')).to.deep.equal({ address: '::1', bits: 128 });
    expect(networkIn('fd00::/0')).to.deep.equal({ address: 'fd00::', bits: 0 });
  });

  for (const text of [
    '',
    '/8',
    '10.0.0.0/',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/8/8',
    '10.0.0.0/ 8',
    '10.0.0.0/0x8',
    'proxy',
  ])
    it(`is not ${JSON.stringify(text)}`, () => {
      expect(networkIn(text)).to.equal(undefined);
    });
});
