import { expect } from 'chai';
import { closest } from '../../src/catalog/closest.ts';

const NAMES = ['summarizeText', 'countText', 'sha256', 'sha224', 'name', 'constructor'];

describe('the closest names', () => {
  it('are those a few slips away, nearest first, whatever their case', () => {
    expect(closest('sumarizeText', NAMES)).to.deep.equal(['summarizeText']);
    expect(closest('SHA256', NAMES, 3)).to.deep.equal(['sha256', 'sha224']);
    expect(closest('summarise_text', NAMES)).to.deep.equal(['summarizeText']);
  });

  it('are none for a name like no other, for an empty one and for one that is too long to be a slip', () => {
    expect(closest('translate', NAMES)).to.deep.equal([]);
    expect(closest('', NAMES)).to.deep.equal([]);
    expect(closest('x'.repeat(1_000_000), NAMES)).to.deep.equal([]);
  });
});
