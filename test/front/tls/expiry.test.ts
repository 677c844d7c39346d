// An operator hears of the end of a certificate 30 days, 7 days and a day before, and when it has come.

import { expect } from 'chai';
import { expiryNotice } from '../../../src/front/tls/expiry.ts';

const DAY_MS = 86_400_000;
const END_MS = Date.parse('2030-01-31T12:00:00.000Z');

describe('the end of a certificate', () => {
  it('is told in stages, each more urgent', () => {
    const told = [31, 30, 20, 7, 6.5, 1, 0.1, 0, -1].map((days) => expiryNotice(END_MS, END_MS - days * DAY_MS));
    expect(told.map((notice) => notice && [notice.level, notice.stage])).to.deep.equal([
      undefined,
      ['warn', 30],
      ['warn', 30],
      ['warn', 7],
      ['warn', 7],
      ['error', 1],
      ['error', 1],
      ['error', 0],
      ['error', 0],
    ]);
    expect(told[2]?.text).to.equal('the TLS certificate ends in 20 days, on 2030-01-31T12:00:00.000Z');
    expect(told[6]?.text).to.equal('the TLS certificate ends in 1 day, on 2030-01-31T12:00:00.000Z');
    expect(told[8]?.text).to.equal('the TLS certificate has expired on 2030-01-31T12:00:00.000Z');
  });
});
