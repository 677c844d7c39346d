// Which lists of tools have to be made, and which are kept.

import { expect } from 'chai';
import type { Manifest } from '../../packages/plugin/src/manifest.ts';
import { snapshotOf } from '../../src/catalog/model/snapshot.ts';
import { accessOver } from '../../src/server/access.ts';
import { type Caller, NOBODY } from '../../src/shared/protocol/caller.ts';
import type { Selection } from '../../src/shared/protocol/selection.ts';
import { accepted, loadValues } from '../settings/config-folder.ts';

const manifest: Manifest = {
  name: 'many',
  tools: ['one', 'other', 'third'].map((name) => ({
    ...{ name, description: 'Works.', inputSchema: { type: 'object' }, outputSchema: {} },
  })),
};
const CLIENT: Caller = { ...NOBODY, name: 'agent', client: 'agent' };

describe('a list of tools', () => {
  const { config } = accepted(
    loadValues({
      discovery: { toolsets: { ones: { tools: ['o*'] } } },
      access: { default: 'allow', rules: { agents: { clients: ['agent'], tools: ['third'] } } },
    }),
  );
  let world: ReturnType<typeof accessOver>;
  let snapshot = snapshotOf({ loaded: [], refused: [] }, config);
  const keyOf = (caller: Caller, selection?: Selection): string | undefined =>
    world.metadata.newListKey?.(caller, selection);

  beforeEach(() => {
    const digest = `sha256-${'a'.repeat(43)}`;
    snapshot = snapshotOf({ loaded: [{ bundle: 'many', manifest, digest }], refused: [] }, config);
    world = accessOver(
      () => snapshot,
      () => config,
    );
  });

  it('has to be made once for a selection, and again for another catalog', () => {
    for (const selection of [{ tools: ['one'] }, { set: 'ones' }, { set: 'ones', tools: ['third'] }]) {
      expect(keyOf(NOBODY, selection)).to.be.a('string').and.equal(keyOf(NOBODY, selection));
      world.metadata(NOBODY, selection);
      expect(keyOf(NOBODY, selection)).to.equal(undefined);
    }
    snapshot = snapshotOf(snapshot, config);
    expect(keyOf(NOBODY, { tools: ['one'] })).to.be.a('string');
  });

  it('has a key of its own for each caller and selection', () => {
    const keys = [NOBODY, CLIENT].flatMap((caller) =>
      [{ tools: ['one'] }, { plugins: ['one'] }, { set: 'ones' }].map((selection) => keyOf(caller, selection)),
    );
    expect(new Set(keys).size).to.equal(keys.length);
  });

  it('need not be made if it is that of all tools, or if there is none', () => {
    expect(keyOf(NOBODY, { set: 'none' })).to.equal(undefined);
    world.metadata(NOBODY, { tools: ['*'] });
    expect(keyOf(NOBODY, { tools: ['*'] })).to.equal(undefined);
  });
});
