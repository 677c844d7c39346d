// Settings that name what is not there are told, with what was probably meant.

import { expect } from 'chai';
import type { Manifest, ManifestCapabilities } from '../../../packages/plugin/src/manifest.ts';
import { EMPTY_LOCK, type LockedPlugin } from '../../../src/catalog/lock/lock.ts';
import { idleSettings, type KnownPlugins } from '../../../src/catalog/operate/idle-settings.ts';
import type { Config } from '../../../src/settings/config.ts';
import { accepted, loadValues } from '../../settings/config-folder.ts';

const origin = 'https://api.example.com';
const elsewhere = 'https://elsewhere.example.net';

const manifestOf = (name: string, capabilities?: ManifestCapabilities): Manifest => ({
  name,
  tools: [{ name: 'currentWeather', description: 'Works.', inputSchema: { type: 'object' }, outputSchema: {} }],
  ...(capabilities && { capabilities }),
});

const weather = manifestOf('weather', { fetch: [{ origin }, { origin: 'https://*.example.org' }], store: {} });
const known: KnownPlugins = { manifests: [weather, manifestOf('plain')], names: ['broken', 'plain', 'weather'] };
const configOf = (values: object = {}): Config => accepted(loadValues(values)).config;
const linesOf = (values: object, of = known): readonly string[] => idleSettings(of, configOf(values));

describe('a setting without effect', () => {
  it('is an override of a plugin or a tool that does not exist', () => {
    const limits = { cpuMs: 100 };
    const overrides = {
      wether: { limits },
      entirely: { limits },
      weather: { tools: { currentWether: { limits }, currentWeather: { limits }, other: { limits } } },
      broken: { tools: { any: { limits } } },
    };
    expect(linesOf({ plugins: { overrides } })).to.deep.equal([
      'plugins.overrides.wether: there is no plugin of this name → did you mean plugins.overrides.weather?',
      'plugins.overrides.entirely: there is no plugin of this name → there are broken, plain, weather',
      'plugins.overrides.weather.tools.currentWether: weather has no tool of this name → did you mean plugins.overrides.weather.tools.currentWeather?',
      'plugins.overrides.weather.tools.other: weather has no tool of this name → there are currentWeather',
    ]);
  });

  it('is a member of a cordon that does not exist', () => {
    expect(linesOf({ pool: { cordons: { ours: ['plain', 'wether', 'broken'] } } })).to.deep.equal([
      'pool.cordons.ours: there is no plugin "wether" → did you mean "weather"?',
    ]);
  });

  it('is a grant or a secret for a plugin that does not exist, or for what it does not ask for', () => {
    const grants = {
      weather: { fetch: [origin, 'https://api.exmple.com', 'https://a.example.org'], store: true },
      wether: { store: true },
      plain: { store: true, privateFetch: [origin] },
      broken: { store: true },
    };
    const secrets = {
      A: { plugin: 'weather', origin, env: 'A' },
      B: { plugin: 'weather', origin: elsewhere, env: 'B' },
      C: { plugin: 'gone', origin, env: 'C' },
      D: { plugin: 'broken', origin: elsewhere, env: 'D' },
      // Of the embedding endpoint.
      E: { origin: elsewhere, env: 'E' },
    };
    expect(linesOf({ grants, secrets, discovery: { embeddings: { secret: 'E' } } })).to.deep.equal([
      `grants.weather: the plugin does not ask for https://api.exmple.com → did you mean ${origin}?`,
      'grants.wether: there is no plugin of this name → did you mean grants.weather?',
      `grants.plain: the plugin does not ask for ${origin} → it asks for no origin; remove it`,
      'grants.plain.store: the plugin does not ask for the store → remove it',
      `secrets.B.origin: weather does not ask for requests to ${elsewhere} → there are https://*.example.org, ${origin}`,
      'secrets.C.plugin: there is no plugin "gone" → there are broken, plain, weather',
    ]);
  });

  it('is a pin of a plugin that is gone', () => {
    const plugins = { gone: { pinned: '1.0.0' }, weather: { pinned: '2.0.0' }, free: {} } as unknown as Record<
      string,
      LockedPlugin
    >;
    expect(linesOf({}, { ...known, lock: { ...EMPTY_LOCK, plugins } })).to.deep.equal([
      'toolcell.lock: gone is pinned to 1.0.0, and no version of it is in the plugins folder → put that version back, or remove the entry "gone"',
    ]);
  });

  it('is none of a configuration that fits', () => {
    expect(linesOf({})).to.deep.equal([]);
    const grants = { weather: { fetch: ['https://*'], store: true } };
    expect(linesOf({ grants, plugins: { overrides: { plain: { limits: { cpuMs: 100 } } } } })).to.deep.equal([]);
  });

  it('says so if there is no plugin at all', () => {
    expect(linesOf({ grants: { weather: { store: true } } }, { manifests: [], names: [] })).to.deep.equal([
      'grants.weather: there is no plugin of this name → the plugins folder has no plugin; remove the setting, or add the plugin',
    ]);
  });
});
