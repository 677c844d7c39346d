import { expect } from 'chai';
import { nearest } from '../../../src/shared/text/nearest.ts';

const NAMES = ['summarizeText', 'countText', 'sha256', 'sha224', 'name', 'constructor'];

describe('the nearest names', () => {
  it('are those a few slips away, nearest first, in any case', () => {
    expect(nearest('sumarizeText', NAMES)).to.deep.equal(['summarizeText']);
    expect(nearest('SHA256', NAMES, 3)).to.deep.equal(['sha256', 'sha224']);
    expect(nearest('summarise_text', NAMES)).to.deep.equal(['summarizeText']);
  });

  it('are none for a name like no other, an empty one and a very long one', () => {
    expect(nearest('translate', NAMES)).to.deep.equal([]);
    expect(nearest('', NAMES)).to.deep.equal([]);
    expect(nearest('x'.repeat(1_000_000), NAMES)).to.deep.equal([]);
  });
});
