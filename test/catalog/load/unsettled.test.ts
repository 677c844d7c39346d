// Bundles of which changes are heard while the folder is read: one that may be half written waits, one that is as it was does not.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { bundleStamps } from '../../../src/catalog/bundle/stamps.ts';
import { BundleMemory } from '../../../src/catalog/load/bundle-memory.ts';
import { readFolder } from '../../../src/catalog/load/read-folder.ts';
import { openCatalog } from '../../../src/catalog/serve/live-catalog.ts';
import { defaultConfig, ENTRY, makePlugins, manifest, type Plugins, yesInspector } from '../plugins-folder.ts';

describe('bundles of which changes are heard', () => {
  let plugins: Plugins;
  let options: Parameters<typeof readFolder>[0];
  let memory: BundleMemory;
  beforeEach(async () => {
    plugins = makePlugins();
    memory = new BundleMemory();
    options = { folder: plugins.folder, config: defaultConfig(), inspector: yesInspector, memory };
    write('old', '1.0.0');
    write('new', '1.1.0');
    memory.expect((await bundleStamps(plugins.folder)) ?? new Map());
    const catalog = await openCatalog(options);
    options = { ...options, serving: catalog.snapshot };
    catalog.close();
  });
  afterEach(() => plugins.remove());

  const write = (bundle: string, version: string, source = ENTRY): void => {
    plugins.write(bundle, { 'plugin.json': manifest({ version }), 'index.js': source });
  };
  const versions = async (unsettled: readonly string[]): Promise<readonly (string | undefined)[]> => {
    memory.expect((await bundleStamps(plugins.folder)) ?? new Map());
    const { loaded } = await readFolder({ ...options, unsettled: new Set(unsettled) });
    return loaded.map(({ manifest: { version } }) => version);
  };

  it('serve if they are as they were when they were read', async () => {
    expect(await versions(['old', 'new'])).to.deep.equal(['1.1.0']);
  });

  it('take the place of one that is gone, where they are as they were read', async () => {
    rmSync(join(plugins.folder, 'new'), { recursive: true });
    expect(await versions(['old'])).to.deep.equal(['1.0.0']);
  });

  it('wait if anything of them has changed', async () => {
    rmSync(join(plugins.folder, 'new'), { recursive: true });
    write('old', '1.0.0', `${ENTRY}// and a line more`);
    expect(await versions(['old'])).to.deep.equal([]);
    expect(await versions([])).to.deep.equal(['1.0.0']);
  });
});
