import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Bundle, readBundleAt } from '../../../src/catalog/bundle/bundle.ts';
import { BundleRefused } from '../../../src/catalog/model/refusal.ts';
import { ENTRY, makePlugins, manifest, type Plugins } from '../plugins-folder.ts';

const CAPS = { bytes: 1_000_000, files: 100 };

describe('reading a bundle', () => {
  let plugins: Plugins;

  beforeEach(() => {
    plugins = makePlugins();
  });
  afterEach(() => plugins.remove());

  const good = (): string => plugins.write('subject', { 'plugin.json': manifest(), 'index.js': ENTRY });

  it('gives manifest, entry and digest', async () => {
    const bundle = await readBundleAt(good(), CAPS);
    expect(bundle.manifest.name).to.equal('subject');
    expect(bundle).to.include({ entryName: 'index.js', entrySource: ENTRY });
    expect(bundle.digest).to.match(/^sha256-[0-9a-f]{64}$/);
  });

  it('does not look into hidden folders and installed packages', async () => {
    const folder = good();
    plugins.write('subject', {
      '.git/huge': new Uint8Array(2_000_000),
      'node_modules/a/huge': new Uint8Array(2_000_000),
    });
    expect((await readBundleAt(folder, CAPS)).entryName).to.equal('index.js');
  });

  it('gives different digests to bundles whose files only split differently', async () => {
    const digests = new Set<string>();
    for (const [entry, source] of [
      ['a.js', `/**/${ENTRY}`],
      ['a.js', `${ENTRY}/**/`],
      ['aa.js', ENTRY],
    ] as const) {
      const folder = plugins.write(`b${digests.size}`, { 'plugin.json': manifest({ entry }), [entry]: source });
      digests.add((await readBundleAt(folder, CAPS)).digest);
    }
    expect(digests.size).to.equal(3);
  });

  it('takes exactly as much as the caps allow', async () => {
    const folder = good();
    const bytes = Buffer.byteLength(manifest()) + Buffer.byteLength(ENTRY);
    expect((await readBundleAt(folder, { bytes, files: 2 })).entryName).to.equal('index.js');
    for (const caps of [
      { bytes: bytes - 1, files: 2 },
      { bytes, files: 1 },
    ]) {
      expect(await readBundleAt(folder, caps).catch((error: unknown) => error)).to.be.instanceOf(BundleRefused);
    }
  });

  it('never reads through a link that replaces a file during the load', async () => {
    const folder = good();
    const entry = join(folder, 'index.js');
    const secret = join(plugins.folder, 'secret.js');
    writeFileSync(secret, 'the secret');
    let isSwapping = true;
    const swap = async (): Promise<void> => {
      for (let turn = 0; isSwapping; turn++) {
        const next = join(plugins.folder, `next${turn % 2}`);
        rmSync(next, { force: true });
        if (turn % 2 === 0) symlinkSync(secret, next);
        else writeFileSync(next, ENTRY);
        renameSync(next, entry);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const swapping = swap();
    const outcomes: (Bundle | unknown)[] = [];
    for (let attempt = 0; attempt < 200; attempt++) {
      outcomes.push(await readBundleAt(folder, CAPS).catch((error: unknown) => error));
    }
    isSwapping = false;
    await swapping;
    for (const outcome of outcomes) {
      if (outcome instanceof Error) expect(outcome.message).to.not.contain('the secret');
      else expect(outcome).to.include({ entrySource: ENTRY });
    }
  });
});
