// What a plugin asks for beside what is granted: what its calls may reach, and what an operator is told.

import { expect } from 'chai';
import { grantsFor, idleGrants, wishesOf, wishStates } from '../../src/catalog/capabilities.ts';
import { snapshotOf } from '../../src/catalog/snapshot.ts';
import type { Config } from '../../src/config/config.ts';
import { NO_GRANTS } from '../../src/protocol/capabilities.ts';
import type { Manifest, ManifestCapabilities } from '../../src/sdk/manifest.ts';
import { accepted, loadValues } from '../config/config-folder.ts';

const origin = 'https://api.example.com';

const manifestOf = (capabilities?: ManifestCapabilities, name = 'weather'): Manifest => ({
  name,
  tools: [{ name: `${name}-tool`, description: 'Works.', inputSchema: { type: 'object' }, outputSchema: {} }],
  ...(capabilities && { capabilities }),
});

const configOf = (values: object = {}): Config => accepted(loadValues(values)).config;

const ALL: ManifestCapabilities = {
  fetch: [{ origin, methods: ['POST', 'GET'], path: '/v1/*' }, { origin: 'https://*.example.org' }],
  store: { scope: 'caller' },
  secrets: [{ name: 'KEY', origin }],
};

describe('what a plugin may reach', () => {
  it('is nothing where it asks for nothing, whatever is granted', () => {
    const config = configOf({ grants: { weather: { fetch: ['https://*'], store: true } } });
    const grants = grantsFor(manifestOf(), config);
    expect(grants.fetch.asked).to.deep.equal([]);
    expect(grants.store).to.deep.equal({ scope: undefined, isGranted: false });
  });

  it('is nothing where nothing is granted, whatever it asks for', () => {
    const grants = grantsFor(manifestOf(ALL), configOf());
    expect(grants.fetch.granted).to.deep.equal([]);
    expect(grants.store).to.deep.equal({ scope: 'caller', isGranted: false });
    expect(grantsFor(manifestOf(), configOf())).to.deep.equal(NO_GRANTS);
  });

  it('is what it asks for, complete, beside what is granted', () => {
    const config = configOf({
      grants: { weather: { fetch: [origin], privateFetch: ['http://10.0.0.1:8080'], store: true } },
    });
    expect(grantsFor(manifestOf(ALL), config)).to.deep.equal({
      fetch: {
        asked: [
          { origin: 'https://*.example.org', methods: ['GET'], path: '/*' },
          { origin, methods: ['GET', 'POST'], path: '/v1/*' },
        ],
        granted: [origin, 'http://10.0.0.1:8080'],
        grantedPrivate: ['http://10.0.0.1:8080'],
      },
      store: { scope: 'caller', isGranted: true },
    });
  });

  it('is nothing for a plugin whose name objects have', () => {
    expect(grantsFor(manifestOf(ALL, 'constructor'), configOf()).fetch.granted).to.deep.equal([]);
    const config = configOf({ grants: { other: { store: true } } });
    expect(grantsFor(manifestOf(ALL, 'constructor'), config).store.isGranted).to.equal(false);
  });

  it('stands frozen on the routes of its tools, and on those of no other plugin', () => {
    const config = configOf({ grants: { weather: { fetch: [origin] } } });
    const digest = `sha256-${'a'.repeat(64)}`;
    const loaded = [
      { bundle: 'weather', manifest: manifestOf(ALL), digest },
      { bundle: 'other', manifest: manifestOf(ALL, 'other'), digest: digest.replaceAll('a', 'b') },
    ];
    const snapshot = snapshotOf({ loaded, refused: [] }, config);
    const grants = snapshot.find('weather-tool')?.grants;
    expect(grants?.fetch.granted).to.deep.equal([origin]);
    for (const part of [grants, grants?.fetch, grants?.fetch.asked, grants?.fetch.asked[0], grants?.fetch.granted])
      expect(part).to.be.frozen;
    expect(grants?.fetch.asked[0]?.methods).to.be.frozen;
    expect(snapshot.find('other-tool')?.grants.fetch.granted).to.deep.equal([]);
  });

  it('is asked for with the same wishes whatever order they are written in', () => {
    const { fetch = [], ...rest } = ALL;
    expect(wishesOf(manifestOf({ ...rest, fetch: fetch.toReversed() }))).to.deep.equal(wishesOf(manifestOf(ALL)));
  });
});

describe('what an operator is told of capabilities', () => {
  const states = (values: object): readonly string[] =>
    wishStates(manifestOf(ALL), configOf(values)).map(
      ({ wish, state, line }) => `${wish}: ${state}${line ? ` → ${line}` : ''}`,
    );

  it('is what is asked for and the line that would grant it', () => {
    expect(states({})).to.deep.equal([
      'fetch GET https://*.example.org/*: not granted → "grants": { "weather": {"fetch": ["https://*.example.org"]} }',
      `fetch GET, POST ${origin}/v1/*: not granted → "grants": { "weather": {"fetch": ["${origin}"]} }`,
      'store for each caller: not granted → "grants": { "weather": {"store": true} }',
      `secret KEY for ${origin}: not granted → "secrets": { "KEY": {"plugin": "weather", "origin": "${origin}", "env": "KEY"} }`,
    ]);
  });

  it('is what is granted, whole or in part', () => {
    const grants = { weather: { fetch: ['https://a.example.org', 'https://*.example.com'], store: true } };
    const secrets = { KEY: { plugin: 'weather', origin, callerHeader: 'x-key' } };
    expect(states({ grants, secrets })).to.deep.equal([
      'fetch GET https://*.example.org/*: in part → "grants": { "weather": {"fetch": ["https://a.example.org", "https://*.example.com", "https://*.example.org"]} }',
      `fetch GET, POST ${origin}/v1/*: granted`,
      'store for each caller: granted',
      `secret KEY for ${origin}: granted`,
    ]);
    const other = { KEY: { ...secrets.KEY, plugin: 'other' } };
    expect(states({ secrets: other })[3]).to.contain('not granted');
  });

  it('is a line that can be pasted: JSON that a configuration takes', () => {
    for (const { line } of wishStates(manifestOf(ALL), configOf())) {
      accepted(loadValues(JSON.parse(`{ ${line} }`)));
    }
  });

  it('is the line for private addresses where the name tells that it leads to one', () => {
    const lineOf = (asked: string) =>
      wishStates(manifestOf({ fetch: [{ origin: asked }] }), configOf()).map(({ line }) => line)[0];
    for (const asked of [
      'http://127.0.0.1:8080',
      'http://localhost',
      'http://a.internal',
      'http://172.20.0.1',
      'http://[::1]',
    ])
      expect(lineOf(asked), asked).to.equal(`"grants": { "weather": {"privateFetch": ["${asked}"]} }`);
    for (const asked of ['https://localhost.example.com', 'https://172.33.0.1', 'https://127.example.com'])
      expect(lineOf(asked), asked).to.match(/"fetch"/);
  });

  it('is what was written for nobody', () => {
    const config = configOf({
      grants: {
        weather: { fetch: [origin, 'https://elsewhere.example.net'], store: true },
        gone: { store: true },
        plain: { store: true },
      },
      secrets: {
        A: { plugin: 'weather', origin, env: 'A' },
        B: { plugin: 'weather', origin: 'https://elsewhere.example.net', env: 'B' },
        C: { plugin: 'gone', origin, env: 'C' },
      },
    });
    expect(idleGrants([manifestOf(ALL), manifestOf(undefined, 'plain')], config)).to.deep.equal([
      'grants.weather: the plugin does not ask for https://elsewhere.example.net',
      'grants.gone: no plugin of this name serves',
      'grants.plain.store: the plugin does not ask for the store',
      'secrets.B: weather does not ask for requests to https://elsewhere.example.net',
      'secrets.C: no plugin "gone" serves',
    ]);
    expect(idleGrants([manifestOf(ALL)], configOf())).to.deep.equal([]);
  });
});
