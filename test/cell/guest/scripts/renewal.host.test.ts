// State that freezing does not cover: clocks are coarse, and registered symbols and private fields on builtins are new for every call.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../../../support/host.ts';

const SOURCE = `
export const clocks = () => {
  const { Now } = Temporal;
  const read = [Now.instant(), Now.zonedDateTimeISO('UTC').toInstant(), Now.plainDateTimeISO('UTC').toZonedDateTime('UTC').toInstant()];
  const fine = read.filter((instant) => instant.epochNanoseconds % 1_000_000n !== 0n).length;
  const time = Now.plainTimeISO('UTC');
  return [fine, time.microsecond, time.nanosecond, String(Now.plainDateISO('UTC')) === new Date().toISOString().slice(0, 10), Date.now() % 1];
};
export const register = () => {
  const filler = 'x'.repeat(1_000_000);
  for (let i = 0; i < 4; i += 1) Symbol.for(filler + i + Math.random());
  return Symbol.keyFor(Symbol.for('a')) === 'a' && Symbol.for('a') === Symbol.for('a');
};
class Returns { constructor(value) { return value; } }
export const stamp = () => {
  class Stamp extends Returns { #held = new Array(250_000).fill(1.5); }
  const held = [];
  for (const shared of [Object.prototype, Array.prototype, console, Math.max]) {
    try { new Stamp(shared); held.push(1); } catch {}
  }
  return held.length;
};
`;
const CALLS = 30;

for (const freshState of ['isolate', 'realm'] as const)
  describe(`state that freezing does not cover, in ${freshState} mode`, function () {
    this.timeout(120_000);
    let host: TestHost;
    before(async () => {
      const tools = { clocks: {}, register: {}, stamp: {} };
      host = await startTestHost({
        freshState,
        limits: { memoryMb: 48 },
        plugins: { renewed: { source: SOURCE, tools } },
      });
    });
    after(() => host.close());

    it('gives whole milliseconds on every clock', async () => {
      expect((await host.call('clocks')).body).to.deep.equal([0, 0, 0, true, 0]);
    });

    it('forgets the symbols that a call has registered', async () => {
      for (let i = 0; i < CALLS; i += 1) expect((await host.call('register')).body).to.equal(true);
    });

    it('keeps no private fields on builtins', async () => {
      const { body } = await host.call('stamp');
      for (let i = 0; i < CALLS; i += 1) expect((await host.call('stamp')).body).to.equal(body);
      if (freshState === 'realm' && Number.parseInt(process.versions.v8, 10) >= 14) expect(body).to.equal(0);
    });
  });
