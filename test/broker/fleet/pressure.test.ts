// Tests what follows if cordons keep taking each other's runners.

import { expect } from 'chai';
import { Pressure } from '../../../src/broker/fleet/pressure.ts';

/** Evictions at an even rate, from `fromMs` for `seconds`, with a look each second. Returns what the operator heard. */
const press = (
  pressure: Pressure,
  perSecond: number,
  { fromMs = 0, seconds = 60, isBoundByMemory = false } = {},
): string[] => {
  const heard: string[] = [];
  for (let second = 0; second < seconds; second += 1) {
    for (let nth = 0; nth < perSecond; nth += 1)
      pressure.note('last', fromMs + second * 1_000 + (nth * 1_000) / perSecond);
    const text = pressure.look(fromMs + (second + 1) * 1_000, isBoundByMemory);
    if (text !== undefined) heard.push(text);
  }
  return heard;
};

describe('pressure for runners', () => {
  it('is told once while it lasts, with the setting, and again after it was gone', () => {
    const pressure = new Pressure(16);
    const first = press(pressure, 2, { seconds: 300 });
    expect(first).to.have.lengthOf(1);
    expect(first[0]).to.include('pool.runners (16)').and.include('120 times in a minute');
    expect(press(pressure, 0, { fromMs: 300_000, seconds: 120 })).to.deep.equal([]);
    expect(press(pressure, 2, { fromMs: 420_000, seconds: 120 })).to.have.lengthOf(1);
  });

  it('is told with the memory if that is what there is too little of', () => {
    const [text] = press(new Pressure(16), 2, { isBoundByMemory: true });
    expect(text).to.include('the memory that the control group leaves').and.not.include('pool.runners');
  });

  it('is not told for a burst, nor for runners of plugins that have others', () => {
    const pressure = new Pressure(16);
    expect(press(pressure, 20, { seconds: 2 })).to.deep.equal([]);
    expect(press(pressure, 0, { fromMs: 2_000, seconds: 120 })).to.deep.equal([]);
    for (let eviction = 0; eviction < 500; eviction += 1) pressure.note('extra', 122_000);
    expect(press(pressure, 0, { fromMs: 122_000, seconds: 120 })).to.deep.equal([]);
    expect(pressure.evictions).to.deep.equal({ extra: 500, last: 40, busy: 0 });
  });

  it('asks for up to three more spares, at most a quarter of all runners, and for none when it is gone', () => {
    const few = new Pressure(4);
    const many = new Pressure(64);
    press(many, 1, { seconds: 20 });
    expect(many.moreSpares(20_000)).to.equal(0);
    press(many, 20, { fromMs: 20_000, seconds: 20 });
    press(few, 20, { seconds: 20 });
    expect([many.moreSpares(40_000), few.moreSpares(20_000)]).to.deep.equal([3, 1]);
    expect(many.moreSpares(60_000)).to.equal(0);
  });
});
