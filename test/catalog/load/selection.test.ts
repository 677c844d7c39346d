// The choice of the version that serves: bundles are tried out one after the other, and none for nothing.

import { expect } from 'chai';
import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { select } from '../../../src/catalog/load/selection.ts';
import type { Selection, SoundBundle } from '../../../src/catalog/load/types.ts';
import { EMPTY_LOCK } from '../../../src/catalog/lock/lock.ts';
import { claimedAmong, ownersIn } from '../../../src/catalog/lock/names.ts';
import { manifest } from '../plugins-folder.ts';

const bundleOf = (version: string): SoundBundle => ({
  bundle: version,
  manifest: JSON.parse(manifest({ version })) as Manifest,
  digest: `sha256-${version}`,
  entryName: 'index.js',
  factoryCode: '',
});

/** Chooses among versions of one plugin of which some are broken. Tells which were tried out, and how many at a time. */
const choose = async (versions: readonly string[], broken: readonly string[]) => {
  const candidates = versions.map(bundleOf);
  const tried: string[] = [];
  let running = 0;
  let most = 0;
  const selection: Selection = await select(candidates, {
    entry: undefined,
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
  return { chosen: selection.chosen?.bundle, tried, most };
};

describe('the choice of a version', () => {
  it('tries out one bundle after the other, highest first, and none below the one that serves', async () => {
    const { chosen, tried, most } = await choose(['1.0.0', '1.3.0', '1.2.0', '1.1.0'], ['1.3.0', '1.2.0']);
    expect({ chosen, tried, most }).to.deep.equal({ chosen: '1.1.0', tried: ['1.3.0', '1.2.0', '1.1.0'], most: 1 });
  });

  it('tries out all if none works', async () => {
    const { chosen, tried } = await choose(['1.0.0', '1.1.0'], ['1.0.0', '1.1.0']);
    expect({ chosen, tried }).to.deep.equal({ chosen: undefined, tried: ['1.1.0', '1.0.0'] });
  });
});
