// The store against a map in memory: whatever is asked in whatever order, both say the same.

import { expect } from 'chai';
import fc from 'fast-check';
import { Store } from '../../../../src/control/capabilities/store.ts';
import type { StoreOperation } from '../../../../src/shared/protocol/capabilities.ts';
import { skipWithout } from '../../../support/skip.ts';
import { StoreModel } from '../store-model.ts';
import { asker, KINDS, missingFor, PLACES, type Place, wait } from '../stores.ts';

const LIMITS = { storeKeys: 4, storeBytes: 24 };
const SHORT_MS = 150;
/** An ask that begins so long before something expires is put off until it has. */
const MARGIN_MS = 75;
/** Attempts of each lane. The lanes use the store at the same time, each as plugins of its own. */
const ATTEMPTS = 12;
const LANES = 5;

/** A step: an ask with a version still to be looked up, or a pause in which all that is short-lived expires. */
type Step =
  | { readonly ask: StoreOperation; readonly version: 'any' | 'absent' | 'current' | 'former' }
  | { readonly ask?: never };

const key = fc.constantFrom('a', 'a/', 'ab', 'é', '😀', '\u{ff5e}', '{a}');
const version = fc.constantFrom('any', 'any', 'absent', 'current', 'former');
const value = fc.oneof(
  fc.json({ maxDepth: 1 }).filter((text) => text.length < 20),
  fc.nat({ max: 14 }).map((length) => `"${'x'.repeat(length)}"`),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ ask: fc.record({ op: fc.constant('get'), key }), version }) },
  {
    weight: 6,
    arbitrary: fc.record({
      ask: fc.record(
        { op: fc.constant('set'), key, value, ttlMs: fc.constantFrom(SHORT_MS, SHORT_MS, 3_600_000) },
        { requiredKeys: ['op', 'key', 'value'] },
      ),
      version,
    }),
  },
  { weight: 2, arbitrary: fc.record({ ask: fc.record({ op: fc.constant('delete'), key }), version }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ask: fc.record(
        {
          op: fc.constant('list'),
          prefix: fc.oneof(fc.constant(''), key),
          after: key,
          limit: fc.integer({ min: 1, max: 5 }),
        },
        { requiredKeys: ['op'] },
      ),
      version,
    }),
  },
  { weight: 1, arbitrary: fc.constant({}) },
) as fc.Arbitrary<Step>;

const withVersion = (step: Exclude<Step, { ask?: never }>, model: StoreModel, former: string): StoreOperation => {
  const { ask, version } = step;
  if ((ask.op !== 'set' && ask.op !== 'delete') || version === 'any') return ask;
  if (version === 'absent') return ask.op === 'set' ? { ...ask, ifVersion: null } : ask;
  return { ...ask, ifVersion: version === 'current' ? (model.versionOf(ask.key) ?? former) : former };
};

for (const kind of KINDS)
  describe(`the store on ${kind}, against a map in memory`, function () {
    this.timeout(90_000);
    let place: Place;
    let store: Store;
    let lastPlugin = 0;
    before(async function () {
      skipWithout(this, `the store on ${kind}`, missingFor(kind));
      place = await PLACES[kind]();
      store = new Store(place.settings);
    });
    after(async () => {
      await store?.close();
      await place?.end();
    });

    /** Lets what is about to expire do so, before the model is compared. */
    const settle = async (model: StoreModel, marginMs: number): Promise<void> => {
      while (model.nextExpiry < Date.now() + marginMs) {
        await wait(model.nextExpiry - Date.now() + 5);
        model.expire(Date.now());
      }
    };

    /** The versions that were given out; ends early where the machine was so slow that something expired during an ask. */
    const play = async (steps: readonly Step[]): Promise<string[]> => {
      lastPlugin += 1;
      const ask = asker(store, { pluginName: `plugin-${lastPlugin}`, limits: LIMITS });
      const model = new StoreModel(LIMITS);
      const versions = ['former'];
      for (const step of steps) {
        await settle(model, step.ask ? MARGIN_MS : 2 * SHORT_MS);
        if (!step.ask) continue;
        const asked = withVersion(step, model, versions.at(-1) as string);
        const { given, error } = await ask(asked);
        if (Date.now() >= model.nextExpiry) return versions;
        expect(error?.name, JSON.stringify(asked)).to.equal(model.errorOf(asked));
        if (error) continue;
        expect(given, JSON.stringify(asked)).to.deep.equal(model.perform(asked, given));
        if (asked.op === 'set') versions.push(given?.version as string);
      }
      return versions;
    };

    it('says what the map says, and gives out no version twice', async () => {
      const steps = fc.array(step, { minLength: 5, maxLength: 30 });
      const property = fc.asyncProperty(steps, async (taken) => {
        const versions = await play(taken);
        expect(new Set(versions).size).to.equal(versions.length);
      });
      const lane = () => fc.assert(property, { numRuns: ATTEMPTS, interruptAfterTimeLimit: 30_000 });
      await Promise.all(Array.from({ length: LANES }, lane));
    });
  });
