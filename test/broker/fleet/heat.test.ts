// Tests how often cordons count as called, and which of them keep their runner by that.

import { expect } from 'chai';
import fc from 'fast-check';
import { HALF_LIFE_MS, Heat, Heats, MOST_REMEMBERED } from '../../../src/broker/fleet/heat.ts';
import { type HeldRunner, type RunnerHolder, roomFor } from '../../../src/broker/fleet/room.ts';

const RUN_MS = 5;

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

interface Plugin extends RunnerHolder<HeldRunner> {
  readonly name: string;
  runners: Writable<HeldRunner>[];
}

/** Plugins on a few places, as the fleet has them. A call is over before the next one begins, unless it is held. */
class Places {
  readonly #heats = new Heats();
  readonly #places: number;
  readonly plugins = new Map<string, Plugin>();
  nowMs = 0;
  misses = 0;

  constructor(places: number) {
    this.#places = places;
  }

  get used(): number {
    return this.plugins.values().reduce((sum, { runners }) => sum + runners.length, 0);
  }

  call(name: string, gapMs: number, isHeld = false): void {
    this.nowMs += gapMs;
    const heat = this.#heats.of(name);
    heat.noteCall(this.nowMs);
    const known = this.plugins.get(name);
    const plugin = { runners: [], ...known, name, callsQueued: 1, queuedSinceMs: this.nowMs, heat: heat.level };
    this.plugins.set(name, plugin);
    const [runner = this.#taken(plugin)] = plugin.runners;
    if (!runner) return;
    runner.callsInFlight += isHeld ? 1 : 0;
    runner.idleSinceMs = this.nowMs + RUN_MS;
  }

  end(name: string): void {
    const [runner] = this.plugins.get(name)?.runners ?? [];
    if (runner) runner.callsInFlight = 0;
  }

  #taken(plugin: Plugin): Writable<HeldRunner> | undefined {
    this.misses += 1;
    if (this.used >= this.#places && !this.#makeRoom(plugin)) return undefined;
    const runner = { state: 'ready' as const, callsInFlight: 0, idleSinceMs: 0, heldSinceMs: this.nowMs };
    plugin.runners.push(runner);
    return runner;
  }

  #makeRoom(plugin: Plugin): boolean {
    const room = roomFor(plugin, this.plugins.values(), this.nowMs);
    if (!room) return false;
    const owner = this.plugins.values().find(({ runners }) => runners.includes(room.runner)) as Plugin;
    if (room.reason !== 'busy') expect(room.runner.callsInFlight, `${owner.name} runs a call`).to.equal(0);
    else return false;
    owner.runners = [];
    return true;
  }
}

describe('the heat of a cordon', () => {
  it('halves in its half-life, and is twice as much for twice as many calls', () => {
    const [once, twice, later] = [new Heat(), new Heat(), new Heat()];
    once.noteCall(0);
    twice.noteCall(0);
    twice.noteCall(0);
    later.noteCall(HALF_LIFE_MS);
    expect([twice.level - once.level, later.level - once.level]).to.deep.equal([1, 1]);
    expect(new Heat().level).to.equal(Number.NEGATIVE_INFINITY);
  });

  it('is remembered for the hottest cordons, and never for more than some', () => {
    const heats = new Heats();
    for (let cordon = 0; cordon < 5 * MOST_REMEMBERED; cordon += 1) {
      heats.of('often').noteCall(cordon);
      heats.of(`once ${cordon}`).noteCall(cordon);
      expect(heats.hottest(cordon).length).to.be.at.most(MOST_REMEMBERED);
    }
    expect(heats.hottest(0)[0]).to.equal('often');
    expect(heats.of('often').level).to.be.above(1);
  }).timeout(20_000);
});

describe('eviction by heat', () => {
  it('leaves most plugins their runner if more are called in turn than there are places', () => {
    const places = new Places(16);
    for (let call = 0; call < 24 * 20; call += 1) places.call(`p${call % 24}`, 50);
    places.misses = 0;
    for (let call = 0; call < 24 * 20; call += 1) places.call(`p${call % 24}`, 50);
    expect(places.misses).to.be.below(24 * 10);
  });

  it('leaves a plugin that is called often its runner while many others are called once', () => {
    const places = new Places(4);
    for (let call = 0; call < 100; call += 1) places.call('often', 50);
    for (let call = 0; call < 500; call += 1) {
      places.misses = 0;
      places.call('often', 25);
      expect(places.misses, `after ${call} others`).to.equal(0);
      places.call(`once ${call}`, 25);
    }
  });

  it('gives the places to others soon after their plugins are called no more', () => {
    const places = new Places(8);
    for (let call = 0; call < 4_000; call += 1) places.call(`old ${call % 8}`, 25);
    for (let call = 0; call < 1_600; call += 1) places.call(`new ${call % 8}`, 25);
    places.misses = 0;
    for (let call = 0; call < 80; call += 1) places.call(`new ${call % 8}`, 25);
    expect(places.misses).to.equal(0);
  });

  it('never ends an idle runner in place of a busy one, and keeps to the number of places, whatever is called', () => {
    const step = fc.record({
      plugin: fc.nat(9),
      gapMs: fc.integer({ min: 0, max: 2_000 }),
      isHeld: fc.boolean(),
      ends: fc.option(fc.nat(9), { nil: undefined }),
    });
    const live = (count: number, steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
      const places = new Places(count);
      for (const { plugin, gapMs, isHeld, ends } of steps) {
        if (ends !== undefined) places.end(`p${ends}`);
        const busy = [...places.plugins.values()].filter(({ runners }) => (runners[0]?.callsInFlight ?? 0) > 0);
        places.call(`p${plugin}`, gapMs, isHeld);
        for (const { name } of busy) expect(places.plugins.get(name)?.runners, name).to.have.lengthOf(1);
        expect(places.used).to.be.at.most(count);
      }
    };
    fc.assert(fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 120 }), live), { numRuns: 200 });
  }).timeout(30_000);
});
