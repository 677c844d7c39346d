// The page of containment figures: a run of some measurements keeps the sections of the others.

import { expect } from 'chai';
import { documentText, type Taken } from '../../bench/containment/document.ts';

const taken = (name: string, reached: string): Taken => ({
  name,
  title: `Title of ${name}`,
  command: `npm run bench:containment -- --only ${name}`,
  date: '2026-11-23',
  machine: {
    cpu: 'one',
    cores: 2,
    memoryGb: 24,
    kernel: 'Linux',
    node: 'v26.0.0',
    v8: '14',
    layers: [],
    autogroup: false,
    loadBefore: 0,
  },
  measurement: { figures: [{ name: 'a', asked: '1', reached, met: true }], setting: 'Setting.', details: [['a']] },
});

describe('the page of containment figures', () => {
  const order = ['noisy', 'big-results', 'store'];

  it('keeps every section that a run did not measure, whatever its name', () => {
    const whole = documentText('', [taken('noisy', 'old'), taken('big-results', 'kept'), taken('store', 'old')], order);
    const next = documentText(whole, [taken('store', 'new'), taken('noisy', 'new')], order);
    expect([...next.matchAll(/^## Title of (.*)$/gm)].map(([, name]) => name)).to.deep.equal(order);
    expect(next.match(/kept|old|new/g)).to.deep.equal(['new', 'kept', 'new']);
  });
});
