// Math.random: every call draws from a stream of its own, seeded by the host.

import { expect } from 'chai';
import { compileEntry } from '../../src/catalog/compile/compile.ts';
import type { GuestRealm } from '../../src/runner/isolates/guest-realm.ts';
import { loadGuestRealm } from '../support/guest-realm.ts';
import { startTestHost, type TestHost } from '../support/host.ts';

const SOURCE = 'export const draw = ({ count }) => Array.from({ length: count }, () => Math.random());';
const COMPILE_MS = 10_000;
const TOOL = JSON.stringify({ toolName: 'draw', exportName: 'draw', resultBytes: 100_000, hostCalls: 0, logBytes: 0 });
const SEED = [1, 2, 3, 4];
const OTHER_SEED = [5, 6, 7, 8];

for (const isFrozen of [true, false])
  describe(`random numbers in ${isFrozen ? 'a shared realm' : 'an isolate of its own'}`, () => {
    let realm: GuestRealm;
    let prepare: () => Promise<GuestRealm>;
    before(async () => {
      const { GuestRealm, ModuleCode } = await loadGuestRealm();
      const text = await compileEntry({ entryName: 'draw.js', entrySource: SOURCE }, COMPILE_MS);
      const code = new ModuleCode(text, 'draw.js');
      prepare = () => GuestRealm.prepare({ code, memoryMb: 32, isFrozen });
    });
    beforeEach(async () => {
      realm = await prepare();
    });
    afterEach(() => realm.dispose());

    /** What a call draws that the host gives this seed. */
    const drawn = (seed: readonly number[], count: number): number[] => {
      const call = ['invoke', 1, TOOL, JSON.stringify({ count }), 'call-id', '', ...seed];
      const answer = realm.enter.applySync(undefined, call, { result: { copy: true } });
      return JSON.parse(String(answer).slice(1)) as number[];
    };

    it('begin where the seed of the call says, wherever the call before stopped', () => {
      const first = drawn(SEED, 20);
      drawn(OTHER_SEED, 7);
      expect(drawn(SEED, 20)).to.deep.equal(first);
    });

    it('do not go on with the stream of the call before', () => {
      const whole = drawn(SEED, 20);
      expect(drawn(SEED, 10)).to.deep.equal(whole.slice(0, 10));
      const next = drawn(OTHER_SEED, 10);
      expect(next.filter((number) => whole.includes(number))).to.deep.equal([]);
    });

    it('lie in the whole of [0, 1) and nowhere else', () => {
      const numbers = drawn(SEED, 2_000);
      expect(Math.min(...numbers)).to.be.within(0, 0.01);
      expect(Math.max(...numbers)).to.be.within(0.99, 1 - Number.EPSILON / 2);
    });
  });

for (const freshState of ['realm', 'isolate'] as const)
  describe(`random numbers in ${freshState} mode`, function () {
    this.timeout(60_000);
    let host: TestHost;
    before(async () => {
      const plugins = { lots: { source: SOURCE, tools: { draw: {} } } };
      host = await startTestHost({ freshState, plugins });
    });
    after(() => host.close());

    it('are others in every call, since the host gives each its own seed', async () => {
      const all: number[] = [];
      for (let i = 0; i < 50; i += 1) all.push(...((await host.call('draw', { count: 8 })).body as number[]));
      expect(new Set(all).size).to.equal(400);
    });
  });
