// Math.random: every call draws from a stream of its own, seeded by the host.

import { expect } from 'chai';
import { compileEntry } from '../../../src/catalog/compile/compile.ts';
import type { GuestIsolate } from '../../../src/cell/runner/isolates/guest-isolate.ts';
import { type GuestEntry, INVOKE, type Seed } from '../../../src/shared/protocol/guest-wire.ts';
import { loadGuestRealm } from '../../support/guest-realm.ts';
import { startTestHost, type TestHost } from '../../support/host.ts';

const SOURCE = 'export const draw = ({ count }) => Array.from({ length: count }, () => Math.random());';
const COMPILE_MS = 10_000;
const TOOL = JSON.stringify({ toolName: 'draw', exportName: 'draw', resultBytes: 100_000, hostCalls: 0, logBytes: 0 });
const SEED: Seed = [1, 2, 3, 4];
const OTHER_SEED: Seed = [5, 6, 7, 8];

for (const isFrozen of [true, false])
  describe(`random numbers in ${isFrozen ? 'a shared realm' : 'an isolate of its own'}`, () => {
    let realm: GuestIsolate;
    let prepare: () => Promise<GuestIsolate>;
    before(async () => {
      const { GuestIsolate, ModuleCode } = await loadGuestRealm();
      const text = await compileEntry({ entryName: 'draw.js', entrySource: SOURCE }, COMPILE_MS);
      const code = new ModuleCode(text, 'draw.js');
      prepare = () => GuestIsolate.prepare({ code, memoryMb: 32 }, isFrozen);
    });
    beforeEach(async () => {
      realm = await prepare();
    });
    afterEach(() => realm.dispose());

    /** The numbers that a call with this seed draws. */
    const drawn = (seed: Seed, count: number): number[] => {
      const call: GuestEntry = [INVOKE, 1, TOOL, JSON.stringify({ count }), 'call-id', '', ...seed];
      const answer = realm.enter.applySync(undefined, call, { result: { copy: true } });
      return JSON.parse(String(answer).slice(1)) as number[];
    };

    it('depend on the seed of the call only, not on how many the call before drew', () => {
      const first = drawn(SEED, 20);
      drawn(OTHER_SEED, 7);
      expect(drawn(SEED, 20)).to.deep.equal(first);
    });

    it('do not continue the stream of the call before', () => {
      const whole = drawn(SEED, 20);
      expect(drawn(SEED, 10)).to.deep.equal(whole.slice(0, 10));
      const next = drawn(OTHER_SEED, 10);
      expect(next.filter((number) => whole.includes(number))).to.deep.equal([]);
    });

    it('cover [0, 1) and nothing else', () => {
      const numbers = drawn(SEED, 2_000);
      expect(Math.min(...numbers)).to.be.within(0, 0.01);
      expect(Math.max(...numbers)).to.be.within(0.99, 1 - Number.EPSILON / 2);
    });
  });

for (const freshState of ['realm', 'isolate'] as const)
  describe(`random numbers in ${freshState} mode`, function () {
    this.timeout(120_000);
    let host: TestHost;
    before(async () => {
      const plugins = { lots: { source: SOURCE, tools: { draw: {} } } };
      host = await startTestHost({ freshState, plugins });
    });
    after(() => host.close());

    it('differ in every call, because the host gives each its own seed', async () => {
      const all: number[] = [];
      for (let i = 0; i < 50; i += 1) all.push(...((await host.call('draw', { count: 8 })).body as number[]));
      expect(new Set(all).size).to.equal(400);
    });
  });
