// The error that refuses a bundle.

import { expect } from 'chai';
import { BundleRefused, refusalsIn } from '../../../src/catalog/model/refusal.ts';

describe('the refusal of a bundle', () => {
  it('has a reason: without one it cannot be made', () => {
    expect(() => new BundleRefused([])).to.throw(TypeError, 'without a reason');
  });

  it('is made of any error that a bundle causes', () => {
    for (const error of [new Error('no\nsuch'), Object.assign(new Error('x'), { code: 'EACCES' }), 'a text'])
      expect(refusalsIn(error)).to.have.length(1);
  });
});
