// The record of a changed configuration: setting by setting, also inside maps, with what may be a secret hidden.

import { expect } from 'chai';
import type { Config } from '../../../src/settings/config.ts';
import { settingChanges, settingsInForce } from '../../../src/settings/live/setting-changes.ts';
import { accepted, loadValues } from '../config-folder.ts';

/** With paths that do not depend on the folder of the file. */
const configOf = (values: {
  readonly plugins?: object;
  readonly store?: object;
  readonly [section: string]: unknown;
}): Config => {
  const plugins = { folder: '/srv/plugins', ...values.plugins };
  const store = { file: '/srv/store.sqlite', ...values.store };
  return accepted(loadValues({ ...values, plugins, store })).config;
};

describe('the difference of two configurations', () => {
  const secret = { plugin: 'weather', origin: 'https://a.example' };

  it('names each setting with its old and its new value', () => {
    const before = configOf({
      limits: { cpuMs: 500 },
      grants: { weather: { fetch: ['https://a.example'] }, gone: {} },
    });
    const after = configOf({
      limits: { cpuMs: 700 },
      grants: { weather: { fetch: ['https://a.example', 'https://b.example'], store: true } },
      plugins: { overrides: { weather: { tools: { forecast: { limits: { memoryMb: 32 } } } } } },
    });
    expect(settingChanges(before, after)).to.deep.equal({
      from: {
        'plugins.overrides.weather.tools.forecast.limits.memoryMb': null,
        'limits.cpuMs': 500,
        'grants.weather.fetch': ['https://a.example'],
        'grants.weather.store': null,
        'grants.gone': {},
      },
      to: {
        'plugins.overrides.weather.tools.forecast.limits.memoryMb': 32,
        'limits.cpuMs': 700,
        'grants.weather.fetch': ['https://a.example', 'https://b.example'],
        'grants.weather.store': true,
        'grants.gone': null,
      },
    });
    expect(settingChanges(before, structuredClone(before))).to.equal(undefined);
  });

  it('hides what may be a secret, also if only that differs', () => {
    const before = configOf({
      secrets: { KEY: { ...secret, command: 'echo one-secret' } },
      store: { redisUrl: 'redis://:pw1@h' },
    });
    const after = configOf({
      secrets: { KEY: { ...secret, command: 'echo two-secret' } },
      store: { redisUrl: 'redis://:pw2@h' },
    });
    const hidden = { 'secrets.KEY.command': '(hidden)', 'store.redisUrl': '(hidden)' };
    expect(settingChanges(before, after)).to.deep.equal({ from: hidden, to: hidden });
    expect(JSON.stringify(settingsInForce(after))).not.to.match(/secret"|two|pw2/);
    expect(settingsInForce(after)).to.include({ 'secrets.KEY.plugin': 'weather', 'store.redisUrl': '(hidden)' });
  });
});
