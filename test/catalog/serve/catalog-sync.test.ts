// A catalog that follows its folder: it reads no more often than changes need, and never keeps its process alive.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type CatalogSync, openCatalogSync } from '../../../src/catalog/serve/catalog-sync.ts';
import { generateKeys, signBytes } from '../../../src/cli/pack/signing/signature.ts';
import { onWindows, skipWithout } from '../../support/skip.ts';
import { defaultConfig, ENTRY, makePlugins, manifest, type Plugins, TOOL, yesInspector } from '../plugins-folder.ts';
import { tgz } from '../tar-writer.ts';

const PROCESS = fileURLToPath(new URL('./sync-process.ts', import.meta.url));
const SHORT_PROCESS = fileURLToPath(new URL('./short-process.ts', import.meta.url));

describe('a catalog that follows its folder', () => {
  let plugins: Plugins;
  let sync: CatalogSync | undefined;
  let swaps: number;
  beforeEach(() => {
    plugins = makePlugins();
    for (const name of ['one', 'two', 'three'])
      plugins.write(name, {
        'plugin.json': manifest({
          name,
          tools: [{ ...TOOL, name: `${name}-tool`, export: 'work' }],
        }),
        'index.js': ENTRY,
      });
    swaps = 0;
  });
  afterEach(async () => {
    await sync?.close();
    sync = undefined;
    plugins.remove();
  });

  it('reads it at most once at a time, and once more for all who ask meanwhile', async () => {
    sync = await openCatalogSync({
      folder: plugins.folder,
      config: defaultConfig(),
      inspector: yesInspector,
      onSwap: () => {
        swaps += 1;
      },
    });
    const first = sync.reload();
    await new Promise((resolve) => setImmediate(resolve));
    const later = Array.from({ length: 5 }, () => sync?.reload());
    expect(new Set(later).size).to.equal(1);
    expect(later[0]).to.not.equal(first);
    await Promise.all([first, ...later]);
    expect(swaps).to.equal(2);
  });

  it('serves by the keys that are trusted now, whatever it served before', async () => {
    const [mine, theirs] = [generateKeys(), generateKeys()];
    const place = (name: string, { secretKeyText }: typeof mine): void => {
      const tools = [{ ...TOOL, name: `${name}-tool`, export: 'work' }];
      const bytes = tgz([
        { name: 'package/plugin.json', body: manifest({ name, version: '1.0.0', tools }) },
        { name: 'package/index.js', body: ENTRY },
      ]);
      const archive = join(plugins.folder, `${name}-1.0.0.tgz`);
      writeFileSync(archive, bytes);
      const signature = signBytes({ bytes, secretKeyText, trustedComment: 'a test' });
      writeFileSync(`${archive}.minisig`, signature);
    };
    place('mine', mine);
    place('theirs', theirs);
    const { plugins: settings, ...rest } = defaultConfig();
    const trusting = (requireSignature: boolean, ...keys: readonly (typeof mine)[]) => ({
      ...rest,
      plugins: { ...settings, requireSignature, trustedKeys: keys.map(({ publicKey }) => publicKey) },
    });
    const open = await openCatalogSync({
      ...{ folder: plugins.folder, inspector: yesInspector },
      config: trusting(true, mine, theirs),
    });
    sync = open;
    const servesWith = async (...keys: Parameters<typeof trusting>): Promise<string> => {
      open.reconfigure(trusting(...keys));
      await open.upToDate();
      return open.catalog.snapshot.toolNames.join(' ');
    };
    expect(open.catalog.snapshot.toolNames).to.deep.equal(['mine-tool', 'theirs-tool']);
    expect(await servesWith(true, mine)).to.equal('mine-tool');
    expect(open.catalog.snapshot.refused.map(({ reason }) => reason).join()).to.contain(
      `is signed with the key ${theirs.keyId}, which is not trusted`,
    );
    expect(await servesWith(true, theirs)).to.equal('theirs-tool');
    expect(await servesWith(true, theirs, mine)).to.equal('mine-tool theirs-tool');
    expect(await servesWith(false, mine)).to.equal('mine-tool one-tool theirs-tool three-tool two-tool');
    const signers = open.catalog.snapshot.loaded.map(({ signedBy }) => signedBy);
    expect(signers.filter((key) => key !== undefined)).to.deep.equal([mine.publicKey]);
  });

  it('stops what a removed key has signed, also if its archive is gone bad or is being written', async () => {
    const key = generateKeys();
    const bytes = tgz([
      { name: 'package/plugin.json', body: manifest({ version: '1.0.0' }) },
      { name: 'package/index.js', body: ENTRY },
    ]);
    const archive = join(plugins.folder, 'subject-1.0.0.tgz');
    writeFileSync(archive, bytes);
    writeFileSync(
      `${archive}.minisig`,
      signBytes({ bytes, secretKeyText: key.secretKeyText, trustedComment: 'a test' }),
    );
    const { plugins: settings, ...rest } = defaultConfig();
    const requiring = (trustedKeys: readonly string[]) => ({
      ...rest,
      plugins: { ...settings, requireSignature: true, trustedKeys },
    });
    const open = await openCatalogSync({
      ...{ folder: plugins.folder, inspector: yesInspector, config: requiring([key.publicKey]) },
    });
    sync = open;
    writeFileSync(archive, 'no archive');
    await open.reload();
    expect(open.catalog.snapshot.toolNames).to.deep.equal(['work']);
    open.reconfigure(requiring([generateKeys().publicKey]));
    await open.upToDate();
    expect(open.catalog.snapshot.toolNames).to.deep.equal([]);
  });

  it('does not keep its process alive', async () => {
    const child = spawn(process.execPath, [PROCESS, plugins.folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const killer = setTimeout(() => child.kill('SIGKILL'), 20_000);
    const [said, [code]] = await Promise.all([readAll(child.stdout), once(child, 'exit')]);
    clearTimeout(killer);
    expect({ said, code }).to.deep.equal({ said: '3 listed', code: 0 });
  }).timeout(30_000);

  it('keeps what it serves while the system has no descriptors, and follows the folder again when it has', async function () {
    skipWithout(this, 'a folder that cannot be read for a moment', onWindows());
    const limited = ['-c', 'ulimit -n 80 && exec "$0" "$@"', process.execPath, SHORT_PROCESS, plugins.folder];
    const child = spawn('/bin/sh', limited, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said, [code]] = await Promise.all([readAll(child.stdout), once(child, 'exit')]);
    expect(code).to.equal(0);
    const { whenShort, afterLooks, whenEnough, problems } = JSON.parse(said);
    expect({ whenShort, afterLooks, whenEnough }).to.deep.equal({
      whenShort: 'one-tool three-tool two-tool',
      afterLooks: 'one-tool three-tool two-tool',
      whenEnough: 'one-tool two-tool',
    });
    expect(problems[0]).to.match(/was not taken up, and what was read before goes on: .*EMFILE/);
    // The others have passed meanwhile, and wait until they can be recorded.
    expect(new Set(problems)).to.have.length.within(1, 2);
  }).timeout(60_000);
});
