// What a plugin asks for beside what is granted: what its calls may reach, and what an operator is told.

import { expect } from 'chai';
import fc from 'fast-check';
import type { Manifest, ManifestCapabilities } from '../../../packages/plugin/src/manifest.ts';
import { capabilityRequests, grantsFor, requestedBy, waitsForGrants } from '../../../src/catalog/model/capabilities.ts';
import { mergedBlock, missingFor } from '../../../src/catalog/model/missing-grants.ts';
import { snapshotOf } from '../../../src/catalog/model/snapshot.ts';
import { blockLines } from '../../../src/server/reach-lines.ts';
import type { Config } from '../../../src/settings/config.ts';
import { NO_GRANTS } from '../../../src/shared/protocol/capabilities.ts';
import { accepted, loadValues } from '../../settings/config-folder.ts';

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
    expect(grants.fetch.requested).to.deep.equal([]);
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
        requested: [
          { origin: 'https://*.example.org', methods: ['GET'], path: '/*' },
          { origin, methods: ['GET', 'POST'], path: '/v1/*' },
        ],
        granted: [origin, 'http://10.0.0.1:8080'],
        grantedPrivate: ['http://10.0.0.1:8080'],
      },
      store: { scope: 'caller', isGranted: true },
      secrets: { requested: [{ name: 'KEY', origin, headers: ['authorization'], parameters: [], bodyMembers: [] }] },
      signing: { requested: [] },
    });
  });

  it('has the keys that it asks to sign with, which the operator binds one by one, algorithms too', () => {
    const manifest = manifestOf({ signing: [{ name: 'KEY', algorithms: ['HS512', 'HS256'] }] });
    expect(grantsFor(manifest, configOf()).signing).to.deep.equal({
      requested: [{ name: 'KEY', algorithms: ['HS256', 'HS512'] }],
    });
    const bound = (plugin: string, algorithms: readonly string[]) =>
      configOf({ secrets: { KEY: { plugin, algorithms, file: '/keys/k' } } });
    const stateOf = (config: Config) => capabilityRequests(manifest, config).map(({ state }) => state);
    expect(capabilityRequests(manifest, configOf())).to.deep.equal([
      { capability: 'sign HS256, HS512 with KEY', state: 'not granted' },
    ]);
    expect(stateOf(bound('weather', ['HS256']))).to.deep.equal(['in part']);
    expect(stateOf(bound('other', ['HS256', 'HS512']))).to.deep.equal(['not granted']);
    expect(stateOf(bound('weather', ['HS256', 'HS512', 'HS384']))).to.deep.equal(['granted']);
    expect(waitsForGrants(manifest, configOf())).to.equal(true);
    const algorithms = ['HS256', 'HS512'];
    expect(missingFor(manifest, configOf())?.secrets).to.deep.equal({
      KEY: { plugin: 'weather', algorithms, env: 'KEY' },
    });
    expect(missingFor(manifest, bound('weather', ['HS256']))?.secrets).to.deep.equal({
      KEY: { plugin: 'weather', algorithms, file: '/keys/k' },
    });
    expect(missingFor(manifest, bound('weather', algorithms))).to.equal(undefined);
  });

  it('has a secret in the header authorization, or in the places that the manifest names, and in no others', () => {
    const placesOf = (places: object) => {
      const { requested } = grantsFor(
        manifestOf({ secrets: [{ name: 'KEY', origin, ...places }] }),
        configOf(),
      ).secrets;
      return requested.map(({ headers, parameters, bodyMembers }) => [headers, parameters, bodyMembers]);
    };
    expect(placesOf({})).to.deep.equal([[['authorization'], [], []]]);
    expect(placesOf({ headers: ['X-Key', 'x-key', 'A'] })).to.deep.equal([[['a', 'x-key'], [], []]]);
    expect(placesOf({ parameters: ['key'] })).to.deep.equal([[[], ['key'], []]]);
    expect(placesOf({ headers: ['X'], parameters: ['Key'] })).to.deep.equal([[['x'], ['Key'], []]]);
    expect(placesOf({ bodyMembers: ['b', 'a', 'b'] })).to.deep.equal([[[], [], ['a', 'b']]]);
    expect(placesOf({ headers: ['X'], bodyMembers: ['Key'] })).to.deep.equal([[['x'], [], ['Key']]]);
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
    const grants = snapshot.routes.get('weather-tool')?.grants;
    expect(grants?.fetch.granted).to.deep.equal([origin]);
    for (const part of [
      grants,
      grants?.fetch,
      grants?.fetch.requested,
      grants?.fetch.requested[0],
      grants?.fetch.granted,
    ])
      expect(part).to.be.frozen;
    expect(grants?.fetch.requested[0]?.methods).to.be.frozen;
    expect(snapshot.routes.get('other-tool')?.grants.fetch.granted).to.deep.equal([]);
  });

  it('is asked for with the same wishes whatever order they are written in', () => {
    const { fetch = [], ...rest } = ALL;
    expect(requestedBy(manifestOf({ ...rest, fetch: fetch.toReversed() }))).to.deep.equal(requestedBy(manifestOf(ALL)));
  });
});

describe('what an operator is told of capabilities', () => {
  const states = (values: object, manifest = manifestOf(ALL)): readonly string[] =>
    capabilityRequests(manifest, configOf(values)).map(
      ({ capability, state, isOptional }) => `${capability}: ${state}${isOptional ? ' (optional)' : ''}`,
    );
  const blockFor = (values: object = {}, capabilities = ALL): object | undefined => {
    const missing = missingFor(manifestOf(capabilities), configOf(values));
    return missing && mergedBlock([['weather', missing]]);
  };

  it('is what is asked for, and how much of it is granted', () => {
    expect(states({})).to.deep.equal([
      'fetch GET https://*.example.org/*: not granted',
      `fetch GET, POST ${origin}/v1/*: not granted`,
      'store for each caller: not granted',
      `secret KEY for ${origin}: not granted`,
    ]);
    const grants = { weather: { fetch: ['https://a.example.org', 'https://*.example.com'], store: true } };
    const secrets = { KEY: { plugin: 'weather', origin, callerHeader: 'x-key' } };
    expect(states({ grants, secrets })).to.deep.equal([
      'fetch GET https://*.example.org/*: in part',
      `fetch GET, POST ${origin}/v1/*: granted`,
      'store for each caller: granted',
      `secret KEY for ${origin}: granted`,
    ]);
    expect(states({ secrets: { KEY: { ...secrets.KEY, plugin: 'other' } } })[3]).to.contain('not granted');
  });

  it('is one block with all that is missing, and with what is granted already', () => {
    expect(blockFor()).to.deep.equal({
      grants: { weather: { fetch: ['https://*.example.org', origin], store: true } },
      secrets: { KEY: { plugin: 'weather', origin, env: 'KEY' } },
    });
    const grants = { weather: { fetch: ['https://a.example.org', 'https://other.example.net', origin] } };
    const secrets = { KEY: { plugin: 'weather', origin, env: 'K' } };
    expect(blockFor({ grants, secrets })).to.deep.equal({
      grants: { weather: { fetch: [...grants.weather.fetch, 'https://*.example.org'], store: true } },
    });
    const all = { weather: { fetch: ['https://*'], store: true } };
    expect(blockFor({ grants: all, secrets })).to.equal(undefined);
  });

  it('is a block that can be pasted, also that of several plugins', () => {
    const both = (['weather', 'other'] as const).map(
      (name) => [name, missingFor(manifestOf(ALL, name), configOf())] as const,
    );
    const text = `{\n${blockLines(mergedBlock(both)).join('\n')}\n}`;
    const { config } = accepted(loadValues(JSON.parse(text)));
    expect(Object.keys(config.grants)).to.deep.equal(['weather', 'other']);
    for (const section of ['"grants"', '"secrets"']) expect(text.split(section)).to.have.lengthOf(2);
  });

  it('never grants more than is asked for', () => {
    const wish = fc.record({
      origin: fc.constantFrom(
        origin,
        'https://*.example.org',
        'https://a.example.org',
        'https://*',
        'http://10.0.0.1:8080',
      ),
    });
    const asked = fc.record({ fetch: fc.array(wish), store: fc.option(fc.constant({}), { nil: undefined }) });
    fc.assert(
      fc.property(asked, fc.boolean(), ({ fetch, store }, hasSome) => {
        const capabilities = { fetch, ...(store && { store }) };
        const grants = hasSome ? { weather: { fetch: ['https://*.example.org'] } } : {};
        const missing = missingFor(manifestOf(capabilities), configOf({ grants }))?.grants;
        const had: readonly string[] = hasSome ? ['https://*.example.org'] : [];
        for (const one of [...(missing?.fetch ?? []), ...(missing?.privateFetch ?? [])])
          expect([...fetch.map((each) => each.origin), ...had]).to.include(one);
        if (missing?.store) expect(store).not.to.equal(undefined);
        const after = configOf({ grants: { ...grants, ...(missing && { weather: missing }) } });
        expect(waitsForGrants(manifestOf(capabilities), after)).to.equal(false);
        expect(missingFor(manifestOf(capabilities), after)).to.equal(undefined);
      }),
    );
  });

  it('puts origins that lead to private addresses, as far as their names tell, where they may', () => {
    const grantOf = (asked: string): unknown =>
      missingFor(manifestOf({ fetch: [{ origin: asked }] }), configOf())?.grants;
    for (const asked of [
      'http://127.0.0.1:8080',
      'http://localhost',
      'http://a.internal',
      'http://172.20.0.1',
      'http://[::1]',
    ])
      expect(grantOf(asked), asked).to.deep.equal({ privateFetch: [asked] });
    for (const asked of ['https://localhost.example.com', 'https://172.33.0.1', 'https://127.example.com'])
      expect(grantOf(asked), asked).to.deep.equal({ fetch: [asked] });
  });
});

describe('a plugin that waits for a grant', () => {
  const loadedOf = (capabilities: ManifestCapabilities | undefined, name = 'weather') => ({
    bundle: name,
    manifest: manifestOf(capabilities, name),
    digest: `sha256-${'a'.repeat(64)}`,
  });
  const listedWith = (values: object, ...capabilities: (ManifestCapabilities | undefined)[]): readonly string[] => {
    const loaded = capabilities.map((each, index) => loadedOf(each, `p${index}`));
    const { metadata, routes } = snapshotOf({ loaded, refused: [] }, configOf(values));
    expect(routes.size).to.equal(loaded.length);
    const { tools, plugins } = JSON.parse(metadata.text);
    expect(plugins.map(({ name }: Manifest) => `${name}-tool`)).to.deep.equal(tools.map(({ name }: Manifest) => name));
    return tools.map(({ name }: Manifest) => name);
  };
  const fetch = [{ origin }];

  it('is not listed to agents before all is granted that it needs', () => {
    expect(listedWith({}, { fetch }, undefined, { store: {} })).to.deep.equal(['p1-tool']);
    expect(listedWith({ grants: { p0: { fetch: [origin] } } }, { fetch }, undefined)).to.deep.equal([
      'p0-tool',
      'p1-tool',
    ]);
    expect(listedWith({ grants: { p0: { store: true } } }, { fetch, store: {} })).to.deep.equal([]);
    expect(listedWith({}, { fetch, secrets: [{ name: 'KEY', origin }] })).to.deep.equal([]);
  });

  it('is listed if the operator asks for that', () => {
    expect(listedWith({ plugins: { listUngranted: true } }, { fetch })).to.deep.equal(['p0-tool']);
  });

  it('is listed if it has some of the origins of a pattern', () => {
    const grants = { p0: { fetch: ['https://a.example.org'] } };
    expect(listedWith({ grants }, { fetch: [{ origin: 'https://*' }] })).to.deep.equal(['p0-tool']);
  });

  it('is listed if what it lacks is optional to it', () => {
    const optional = true;
    const all = { fetch: [{ origin, optional }], store: { optional }, secrets: [{ name: 'KEY', origin, optional }] };
    expect(listedWith({}, all)).to.deep.equal(['p0-tool']);
    // Of two wishes for one origin the stricter counts.
    expect(
      listedWith(
        {},
        {
          fetch: [
            { origin, optional },
            { origin, path: '/v1' },
          ],
        },
      ),
    ).to.deep.equal([]);
  });
});
