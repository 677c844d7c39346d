// The choice of the version that serves: bundles are tried out one after the other, and none for nothing.

import { expect } from 'chai';
import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { select } from '../../../src/catalog/load/selection.ts';
import type { Selection, SoundBundle } from '../../../src/catalog/load/types.ts';
import { withApproval } from '../../../src/catalog/lock/acceptance.ts';
import { EMPTY_LOCK, entryOf, type LockedPlugin } from '../../../src/catalog/lock/lock.ts';
import { claimedAmong, ownersIn } from '../../../src/catalog/lock/names.ts';
import type { Config } from '../../../src/settings/config.ts';
import { defaultConfig, manifest } from '../plugins-folder.ts';

const bundleOf = (version: string, more: object = {}): SoundBundle => ({
  bundle: version,
  manifest: JSON.parse(manifest({ version, ...more })) as Manifest,
  digest: `sha256-${version}`,
  entryName: 'index.js',
  factoryCode: '',
});

/** Chooses among versions of one plugin of which some are broken. Tells which were tried out, and how many at a time. */
const choose = async (versions: readonly string[], broken: readonly string[], more: Choice = {}) => {
  const { asking = [], servedLast, pinned, grants = {} } = more;
  const store = { capabilities: { store: {} } };
  const candidates = versions.map((version) => bundleOf(version, asking.includes(version) ? store : {}));
  const digest = `sha256-${servedLast}`;
  const accepted = candidates.map((one) => one.digest);
  const entry = { ...entryAfter(bundleOf(servedLast ?? '')), digest, accepted, ...(pinned && { pinned }) };
  const config = defaultConfig();
  const tried: string[] = [];
  let running = 0;
  let most = 0;
  const selection: Selection = await select(candidates, {
    entry: servedLast === undefined ? undefined : entry,
    config: { ...config, grants, plugins: { ...config.plugins, ...more.plugins } },
    owners: ownersIn(EMPTY_LOCK),
    claimed: claimedAmong(candidates),
    policy: 'widening',
    servingDigest: undefined,
    inspect: async (candidate) => {
      const { bundle, manifest, digest } = candidate;
      tried.push(bundle);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      if (broken.includes(bundle))
        return { ok: false, refused: [{ bundle, where: 'index.js', reason: 'is broken', hint: 'repair it' }] };
      return { ok: true, loaded: { bundle, manifest, digest } };
    },
  });
  const standby = selection.standby.map(({ version, cause }) => `${version} ${cause}`);
  return { chosen: selection.chosen?.bundle, tried, most, standby };
};

interface Choice {
  /** Versions that ask for the store. */
  readonly asking?: readonly string[];
  readonly servedLast?: string;
  readonly pinned?: string;
  readonly grants?: Config['grants'];
  readonly plugins?: Partial<Config['plugins']>;
}

/** The entry of the lock file for a bundle that serves. */
const entryAfter = (bundle: SoundBundle): LockedPlugin =>
  entryOf(withApproval(EMPTY_LOCK, bundle), 'subject') as LockedPlugin;

describe('the choice of a version', () => {
  it('tries out one bundle after the other, highest first, and none below the one that serves', async () => {
    const { chosen, tried, most } = await choose(['1.0.0', '1.3.0', '1.2.0', '1.1.0'], ['1.3.0', '1.2.0']);
    expect({ chosen, tried, most }).to.deep.equal({ chosen: '1.1.0', tried: ['1.3.0', '1.2.0', '1.1.0'], most: 1 });
  });

  it('tries out all if none works', async () => {
    const { chosen, tried } = await choose(['1.0.0', '1.1.0'], ['1.0.0', '1.1.0']);
    expect({ chosen, tried }).to.deep.equal({ chosen: undefined, tried: ['1.1.0', '1.0.0'] });
  });

  const BOTH = ['1.0.0', '2.0.0'];
  const waiting = { asking: ['2.0.0'], servedLast: '1.0.0' };

  it('leaves the place to the version that served last until the next one has its grants', async () => {
    const { chosen, tried, standby } = await choose(BOTH, [], waiting);
    expect({ chosen, tried, standby }).to.deep.equal({
      ...{ chosen: '1.0.0', tried: ['1.0.0'] },
      standby: ['2.0.0 waits for grants'],
    });
    expect(await choose(BOTH, [], { ...waiting, grants: { subject: { store: true } } })).to.include({
      chosen: '2.0.0',
    });
  });

  for (const [title, more, broken] of [
    ['it was pinned', { ...waiting, pinned: '2.0.0' }, []],
    ['tools without grants are listed', { ...waiting, plugins: { listUngranted: true } }, []],
    ['the version before asks for what is missing, too', { ...waiting, asking: BOTH }, []],
    ['it has served before, and its grants were taken back', { ...waiting, servedLast: '2.0.0' }, []],
    ['the version before does not work', waiting, ['1.0.0']],
    ['no version has served', { asking: ['2.0.0'] }, []],
  ] as const)
    it(`takes a version without its grants if ${title}`, async () => {
      expect((await choose(BOTH, broken, more)).chosen).to.equal('2.0.0');
    });
});
