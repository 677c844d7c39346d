// What an upgrade may reach more than before waits for the operator; what it may reach less does not.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import type {
  FetchWish,
  Manifest,
  ManifestCapabilities,
  SigningAlgorithm,
} from '../../../packages/plugin/src/manifest.ts';
import { changesBetween, recordOf } from '../../../src/catalog/lock/changes.ts';
import { LOCK_FILE, type LockedPlugin, lockText, readLock } from '../../../src/catalog/lock/lock.ts';
import { pathFits } from '../../../src/control/capabilities/egress/path-pattern.ts';

const DIGEST = `sha256-${'a'.repeat(64)}`;
const origin = 'https://api.example.com';

const manifestOf = (capabilities?: ManifestCapabilities): Manifest => ({
  name: 'subject',
  version: '1.0.0',
  tools: [{ name: 'work', description: 'Works.', inputSchema: { type: 'object' }, outputSchema: {} }],
  ...(capabilities && { capabilities }),
});

const entryOf = (capabilities?: ManifestCapabilities): LockedPlugin => ({
  ...recordOf(manifestOf(capabilities), { version: '1.0.0', digest: DIGEST }),
  dropped: {},
  accepted: [DIGEST],
  versions: [],
});

/** `!` before what widens, then both sides. */
const told = (before: ManifestCapabilities | undefined, after: ManifestCapabilities | undefined): readonly string[] =>
  changesBetween(entryOf(before), manifestOf(after)).map(
    (change) =>
      `${change.isWidening ? '! ' : ''}${change.where}: ${change.before ?? 'nothing'} → ${change.after ?? 'nothing'}`,
  );

const fetches = (...fetch: readonly FetchWish[]): ManifestCapabilities => ({ fetch });

/** Rules before and after, and whether that is more than before. */
const RULES: readonly (readonly [what: string, before: FetchWish, after: FetchWish, isWider: boolean])[] = [
  ['another origin', { origin }, { origin: 'https://b.example.com' }, true],
  ['another port', { origin }, { origin: `${origin}:8443` }, true],
  ['no TLS', { origin }, { origin: 'http://api.example.com' }, true],
  ['a pattern in place of an origin', { origin }, { origin: 'https://*.example.com' }, true],
  ['an origin in place of a pattern', { origin: 'https://*.example.com' }, { origin }, false],
  ['an origin in place of every host', { origin: 'https://*' }, { origin }, false],
  ['a method more', { origin }, { origin, methods: ['GET', 'POST'] }, true],
  ['another method', { origin }, { origin, methods: ['DELETE'] }, true],
  ['a method less', { origin, methods: ['GET', 'POST'] }, { origin, methods: ['POST'] }, false],
  ['a path that had none', { origin }, { origin, path: '/v1/*' }, false],
  ['a longer path', { origin, path: '/v1/*' }, { origin, path: '/v1/users/*' }, false],
  ['a shorter path', { origin, path: '/v1/*' }, { origin, path: '/*' }, true],
  ['a segment of a path that had all', { origin, path: '/v1/*' }, { origin, path: '/v1/{id}' }, false],
  ['another name of a segment', { origin, path: '/v1/{id}' }, { origin, path: '/v1/{user}' }, false],
  ['all segments in place of one', { origin, path: '/v1/{id}' }, { origin, path: '/v1/*' }, true],
  ['a further segment', { origin, path: '/v1/{id}' }, { origin, path: '/v1/{id}/{part}' }, true],
  ['another path', { origin, path: '/v1/*' }, { origin, path: '/v2/*' }, true],
  ['a path whose star stands elsewhere', { origin, path: '/*/a' }, { origin, path: '/b*/a' }, true],
];

describe('what an upgrade asks to reach', () => {
  for (const [what, before, after, isWider] of RULES) {
    it(`${isWider ? 'asks for more' : 'asks for no more'} than before with ${what}`, () => {
      const changes = changesBetween(entryOf(fetches(before)), manifestOf(fetches(after)));
      expect(changes.some(({ isWidening }) => isWidening)).to.equal(isWider);
      expect(changes).to.have.length(2);
    });
  }

  it('asks for more if one path fits the new rule and not the old one, however both are written', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '/', '*', '%', '61', '2f', 'c3', 'a9', '%61', '%C3', '%A9', ';', '.', '{x}'), {
        maxLength: 6,
      })
      .map((parts) => `/${parts.join('')}`);
    // Mostly a prefix with a star, and something longer.
    const pair = fc.tuple(text, text).map(([start, end]): readonly [wide: string, narrow: string] => {
      const prefix = start.replaceAll('*', '');
      return [`${prefix}*`, prefix + end.slice(1)];
    });
    fc.assert(
      fc.property(pair, text, ([wide, narrow], path) => {
        const changes = changesBetween(
          entryOf(fetches({ origin, path: wide })),
          manifestOf(fetches({ origin, path: narrow })),
        );
        if (changes.some(({ isWidening }) => isWidening)) return;
        const filled = narrow.replaceAll('{x}', '7');
        for (const one of [path, filled.replaceAll('*', ''), filled.replaceAll('*', path)])
          if (pathFits(one, narrow)) expect(pathFits(one, wide), `${one} fits ${narrow}, and ${wide}`).to.equal(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is told in lines that a person can read', () => {
    expect(
      told(undefined, { fetch: [{ origin, path: '/v1/*' }], store: {}, secrets: [{ name: 'KEY', origin }] }),
    ).to.deep.equal([
      `! /capabilities/fetch: nothing → GET ${origin}/v1/*`,
      '! /capabilities/store: nothing → scope plugin',
      `! /capabilities/secrets: nothing → KEY for ${origin}`,
    ]);
    expect(
      told({ fetch: [{ origin }], store: { scope: 'caller' }, secrets: [{ name: 'KEY', origin }] }, undefined),
    ).to.deep.equal([
      `/capabilities/fetch: GET ${origin}/* → nothing`,
      '/capabilities/store: scope caller → nothing',
      `/capabilities/secrets: KEY for ${origin} → nothing`,
    ]);
  });

  it('asks for more if it signs with another key or by another algorithm, and for less the other way round', () => {
    const signs = (...algorithms: readonly SigningAlgorithm[]) => ({ signing: [{ name: 'KEY', algorithms }] });
    expect(told(undefined, signs('HS256'))).to.deep.equal(['! /capabilities/signing: nothing → KEY with HS256']);
    expect(told(signs('HS256', 'HS512'), signs('HS512', 'HS256'))).to.deep.equal([]);
    expect(told(signs('HS256'), signs('HS256', 'HS512'))).to.deep.equal([
      '! /capabilities/signing: nothing → KEY with HS256, HS512',
      '/capabilities/signing: KEY with HS256 → nothing',
    ]);
    expect(told(signs('HS256', 'HS512'), signs('HS256')).join()).not.to.contain('!');
    expect(told(signs('HS256'), { signing: [{ name: 'OTHER', algorithms: ['HS256'] }] }).join()).to.contain('! ');
  });

  it('is the same however it is written', () => {
    const rules: readonly FetchWish[] = [{ origin, methods: ['GET', 'POST'] }, { origin: 'https://b.example.com' }];
    const spelled = [
      { origin: 'https://b.example.com', methods: ['GET'], path: '/*' },
      { origin, methods: ['POST', 'GET'] },
    ];
    expect(told({ fetch: rules, store: {} }, { fetch: spelled, store: { scope: 'plugin' } })).to.deep.equal([]);
  });

  it('asks for no more if two rules become one that means the same, or one becomes two', () => {
    const both = fetches({ origin, methods: ['GET', 'POST'] });
    const apart = fetches({ origin, methods: ['GET'] }, { origin, methods: ['POST'] });
    for (const changes of [told(both, apart), told(apart, both)]) expect(changes.join()).not.to.contain('!');
  });

  it('asks for more if the values of each caller become those of all callers, and for less the other way round', () => {
    expect(told({ store: { scope: 'caller' } }, { store: {} })).to.deep.equal([
      '! /capabilities/store: scope caller → scope plugin',
    ]);
    expect(told({ store: {} }, { store: { scope: 'caller' } })).to.deep.equal([
      '/capabilities/store: scope plugin → scope caller',
    ]);
  });

  it('asks for more if a secret may stand in another place, and for less if it may stand in fewer', () => {
    const key = (places: object) => ({ secrets: [{ name: 'KEY', origin, ...places }] });
    const usual = key({});
    const both = key({ headers: ['Authorization'], parameters: ['key'] });
    expect(told(usual, key({ headers: ['authorization'] }))).to.deep.equal([]);
    expect(told(usual, both)).to.deep.equal([
      `! /capabilities/secrets: nothing → KEY for ${origin} in header authorization, parameter key`,
      `/capabilities/secrets: KEY for ${origin} → nothing`,
    ]);
    expect(told(both, usual).join()).not.to.contain('!');
    expect(told(both, key({ parameters: ['q'] })).join()).to.contain('!');
    const inBody = key({ headers: ['Authorization'], bodyMembers: ['client_secret'] });
    expect(told(usual, inBody)).to.include(
      `! /capabilities/secrets: nothing → KEY for ${origin} in header authorization, member client_secret of the body`,
    );
    expect(told(inBody, usual).join()).not.to.contain('!');
    expect(told(inBody, key({ bodyMembers: ['q'] })).join()).to.contain('!');
  });

  it('asks for more if a secret is to be sent elsewhere', () => {
    const elsewhere = { secrets: [{ name: 'KEY', origin: 'https://b.example.com' }] };
    expect(told({ secrets: [{ name: 'KEY', origin }] }, elsewhere)).to.include(
      '! /capabilities/secrets: nothing → KEY for https://b.example.com',
    );
  });

  it('is kept in the lock file in one form, and an entry of before reads as having asked for nothing', async () => {
    const entry = entryOf({ fetch: [{ origin }], store: {}, secrets: [{ name: 'KEY', origin, description: 'Ours.' }] });
    expect(entry.capabilities).to.deep.equal({
      fetch: [{ origin, methods: ['GET'], path: '/*' }],
      store: { scope: 'plugin' },
      secrets: [{ name: 'KEY', origin }],
    });
    expect(entryOf().capabilities).to.deep.equal({});
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-lock-'));
    try {
      writeFileSync(join(folder, LOCK_FILE), lockText({ plugins: { subject: entry, old: entryOf() } }));
      expect((await readLock(folder)).plugins.subject).to.deep.equal(entry);
      const odd = { ...entry, capabilities: { fetch: [{ origin, methods: ['GET'], path: '/*', more: 1 }] } };
      writeFileSync(join(folder, LOCK_FILE), JSON.stringify({ lockVersion: 1, plugins: { subject: odd } }));
      expect(String(await readLock(folder).catch((error: unknown) => error))).to.contain('/capabilities/fetch/0');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
