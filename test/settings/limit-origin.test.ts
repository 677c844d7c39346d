// The setting that is named for a passed limit is the one in force, at the place that sets it.

import { expect } from 'chai';
import type { Config } from '../../src/settings/config.ts';
import { type LimitedManifest, limitSetting, limitsFor } from '../../src/settings/limits.ts';
import { testConfig } from '../support/config.ts';

const PLAIN: LimitedManifest = { name: 'slow', tools: [{ name: 'spin' }, { name: 'other' }] };

const configWith = (overrides: Config['plugins']['overrides']): Config => testConfig('.', { overrides });

const settingIn = (config: Config, manifest = PLAIN, toolName = 'spin'): string | undefined =>
  limitSetting({ limit: 'cpuMs', toolName, manifest, config });

describe('the setting of a limit', () => {
  it('is the one for the whole server if no other is set', () => {
    expect(settingIn(configWith({}))).to.equal('limits.cpuMs');
  });

  it("is the plugin's override, and the tool's before it", () => {
    const plugin = { limits: { cpuMs: 200 } };
    expect(settingIn(configWith({ slow: plugin }))).to.equal('plugins.overrides.slow.limits.cpuMs');
    const both = configWith({ slow: { ...plugin, tools: { spin: { limits: { cpuMs: 50 } } } } });
    expect(settingIn(both)).to.equal('plugins.overrides.slow.tools.spin.limits.cpuMs');
    expect(settingIn(both, PLAIN, 'other')).to.equal('plugins.overrides.slow.limits.cpuMs');
  });

  it("is the manifest's if that asks for less, the tool's before the plugin's", () => {
    const manifest = { ...PLAIN, limits: { cpuMs: 300 } };
    expect(settingIn(configWith({}), manifest)).to.equal('plugin.json /limits/cpuMs');
    const tool = { ...manifest, tools: [{ name: 'other' }, { name: 'spin', limits: { cpuMs: 100 } }] };
    expect(settingIn(configWith({}), tool)).to.equal('plugin.json /tools/1/limits/cpuMs');
    expect(settingIn(configWith({ slow: { limits: { cpuMs: 50 } } }), tool)).to.equal(
      'plugins.overrides.slow.limits.cpuMs',
    );
  });

  it('is the one whose value is in force', () => {
    for (const manifestMs of [undefined, 100, 700])
      for (const pluginMs of [undefined, 200, 900])
        for (const toolMs of [undefined, 150, 800]) {
          const config = configWith({
            slow: {
              ...(pluginMs && { limits: { cpuMs: pluginMs } }),
              ...(toolMs && { tools: { spin: { limits: { cpuMs: toolMs } } } }),
            },
          });
          const limits = manifestMs === undefined ? {} : { cpuMs: manifestMs };
          const setting = settingIn(config, { ...PLAIN, limits }) ?? '';
          const values: Record<string, number | undefined> = {
            'plugin.json /limits/cpuMs': manifestMs,
            'plugins.overrides.slow.limits.cpuMs': pluginMs,
            'plugins.overrides.slow.tools.spin.limits.cpuMs': toolMs,
            'limits.cpuMs': config.limits.cpuMs,
          };
          expect(values[setting], setting).to.equal(limitsFor(limits, config, 'slow', 'spin').cpuMs);
        }
  });

  it('is undefined for other limits than those of calls, and for names of Object.prototype', () => {
    const config = configWith({});
    expect(limitSetting({ limit: 'maxQueued', toolName: 'spin', manifest: PLAIN, config })).to.equal(undefined);
    expect(limitSetting({ limit: 'constructor', toolName: 'spin', manifest: PLAIN, config })).to.equal(undefined);
    const odd = { name: 'constructor', tools: [{ name: '__proto__' }] };
    expect(settingIn(config, odd, '__proto__')).to.equal('limits.cpuMs');
  });
});
