// The limits of a tool: the operator's with their overrides, lowered by the manifest.

import { expect } from 'chai';
import fc from 'fast-check';
import type { Config, PluginOverride } from '../../src/settings/config.ts';
import { LIMIT_NAMES, limitsFor, operatorLimits } from '../../src/settings/limits.ts';
import { SETTINGS } from '../../src/settings/settings.ts';
import { FIXED_LIMITS, type LimitName, type Limits } from '../../src/shared/protocol/limits.ts';
import { accepted, loadNothing } from './config-folder.ts';

const { config: standard } = accepted(loadNothing());

const withOverrides = (overrides: Record<string, PluginOverride>): Config => ({
  ...standard,
  plugins: { ...standard.plugins, overrides },
});

/** The operator's limits with those that are constants. */
const allOf = ({ limits }: Config): Limits => ({ ...limits, ...FIXED_LIMITS });

describe('limitsFor', () => {
  it('gives the operator’s limits if nothing is requested', () => {
    expect(limitsFor({}, standard, 'text-tools', 'summarizeText')).to.deep.equal(allOf(standard));
  });

  it('lowers a limit to the requested one, and never raises it', () => {
    const limits = limitsFor({ cpuMs: 100, wallMs: 60_000 }, standard, 'text-tools', 'summarizeText');
    expect(limits).to.deep.equal({ ...allOf(standard), cpuMs: 100 });
  });

  it('replaces limits by the override of the plugin, and that by the override of the tool', () => {
    const config = withOverrides({
      a: { limits: { cpuMs: 2_000, memoryMb: 32 }, tools: { heavy: { limits: { cpuMs: 4_000 } } } },
    });
    expect(limitsFor({}, config, 'a', 'heavy')).to.deep.equal({ ...allOf(standard), cpuMs: 4_000, memoryMb: 32 });
    expect(limitsFor({}, config, 'a', 'light')).to.deep.equal({ ...allOf(standard), cpuMs: 2_000, memoryMb: 32 });
    expect(limitsFor({}, config, 'b', 'heavy')).to.deep.equal(allOf(standard));
    expect(limitsFor({ cpuMs: 3_000 }, config, 'a', 'heavy').cpuMs).to.equal(3_000);
  });

  it('ignores values that could mean "no limit"', () => {
    for (const value of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1.5, undefined, null, '9', [9], 2 ** 60]) {
      const asked = { memoryMb: value, wallMs: value } as Partial<Limits>;
      expect(limitsFor(asked, standard, 'a', 't'), String(value)).to.deep.equal(allOf(standard));
    }
  });

  it('raises a value below the minimum to the minimum, because less does not work', () => {
    expect(limitsFor({ memoryMb: 1, logBytes: 1 }, standard, 'a', 't')).to.include({
      memoryMb: 16,
      logBytes: 256,
    });
  });

  it('finds nothing under the names that objects inherit', () => {
    const config = withOverrides({ a: { tools: {} } });
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(limitsFor({}, config, name, name)).to.deep.equal(allOf(standard));
      expect(limitsFor({}, config, 'a', name)).to.deep.equal(allOf(standard));
    }
    const inherited: Partial<Limits> = Object.create({ cpuMs: 100 });
    expect(limitsFor(inherited, standard, 'a', 't')).to.deep.equal(allOf(standard));
  });

  it('gives frozen limits, each of them in its range and none above the operator’s', () => {
    const { limits: rows } = SETTINGS;
    const allowed = (name: LimitName): fc.Arbitrary<number> =>
      name in rows ? fc.integer(rows[name as keyof typeof rows]) : fc.constant(allOf(standard)[name]);
    const someLimits = (of: (name: LimitName) => fc.Arbitrary<unknown>): fc.Arbitrary<Partial<Limits>> =>
      fc.record(Object.fromEntries(LIMIT_NAMES.map((name) => [name, of(name)])), { requiredKeys: [] });
    const wish = (): fc.Arbitrary<unknown> => fc.oneof(fc.integer(), fc.double(), fc.anything());
    fc.assert(
      fc.property(someLimits(allowed), someLimits(allowed), someLimits(wish), (ofPlugin, ofTool, asked) => {
        const config = withOverrides({ a: { limits: ofPlugin, tools: { t: { limits: ofTool } } } });
        const limits = limitsFor(asked, config, 'a', 't');
        const most = operatorLimits(config, 'a', 't');
        expect(limits).to.be.frozen;
        expect(Object.keys(limits)).to.deep.equal(LIMIT_NAMES);
        for (const name of LIMIT_NAMES) {
          const { min } = rows[name as keyof typeof rows] ?? { min: 1 };
          expect(limits[name], name).to.be.within(min, most[name]);
        }
      }),
    );
  });
});
