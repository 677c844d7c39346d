// Bundles that are archives: read as the folders they are, from what npm, GNU tar and others write.

import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { readArchive } from '../../../../src/catalog/bundle/archive/archive.ts';
import { readBundleAt } from '../../../../src/catalog/bundle/bundle.ts';
import { isIncomplete } from '../../../../src/catalog/model/refusal.ts';
import { ENTRY, makePlugins, manifest, type Plugins } from '../../plugins-folder.ts';
import { pax, paxRecord, type TarEntry, tar, tgz } from '../../tar-writer.ts';

const CAPS = { bytes: 1_000_000, files: 100 };
const GOOD: readonly TarEntry[] = [
  { name: 'package/plugin.json', body: manifest() },
  { name: 'package/index.js', body: ENTRY },
];

const errorOf = async (bytes: Uint8Array, caps = CAPS): Promise<Error> => {
  const error = await readArchive(bytes, caps).catch((reason: unknown) => reason);
  if (error instanceof Error) return error;
  throw new Error('the archive was taken');
};

describe('a bundle that is an archive', () => {
  let plugins: Plugins;

  beforeEach(() => {
    plugins = makePlugins();
  });
  afterEach(() => plugins.remove());

  it('is the same as its folder, digest included', async () => {
    const folder = plugins.write('subject', { 'plugin.json': manifest(), 'index.js': ENTRY });
    const inFolder = await readBundleAt(folder, CAPS);
    expect(await readArchive(tgz(GOOD), CAPS)).to.deep.equal(inFolder);
    writeFileSync(`${folder}-1.0.0.tgz`, tgz(GOOD));
    expect(await readBundleAt(`${folder}-1.0.0.tgz`, CAPS)).to.deep.equal(inFolder);
  });

  it('may be written by npm pack', async function () {
    this.timeout(30_000);
    const folder = plugins.write('subject', {
      'plugin.json': manifest({ entry: 'src/tool.js' }),
      'src/tool.js': ENTRY,
      'package.json': '{"name": "@me/subject", "version": "1.0.0"}',
      'docs/übersicht.md': 'Ü',
    });
    execFileSync('npm', ['pack', '--silent', '--pack-destination', plugins.folder], { cwd: folder, stdio: 'ignore' });
    const packed = await readBundleAt(join(plugins.folder, 'me-subject-1.0.0.tgz'), CAPS);
    expect(packed).to.deep.equal(await readBundleAt(folder, CAPS));
  });

  for (const format of ['gnu', 'ustar', 'pax']) {
    for (const layout of ['package', '.', '*']) {
      it(`may be written by tar in its ${format} format, from ${layout}`, async () => {
        const long = `${'a'.repeat(90)}/${'b'.repeat(60)}.md`;
        const folder = plugins.write('package', { 'plugin.json': manifest(), 'index.js': ENTRY, [long]: 'long' });
        const path = join(plugins.folder, 'subject-1.0.0.tgz');
        const what = layout === 'package' ? ['-C', plugins.folder, 'package'] : ['-C', folder, layout];
        execFileSync('sh', [
          '-c',
          `cd ${folder} && tar --format=${format} -czf "$0" ${layout === '*' ? '*' : '"$@"'}`,
          path,
          ...what,
        ]);
        expect(await readBundleAt(path, CAPS)).to.deep.equal(await readBundleAt(folder, CAPS));
      });
    }
  }

  it('may have folders as entries, hidden files, installed packages and harmless PAX headers', async () => {
    const bytes = tgz([
      { name: 'package/', type: '5' },
      ...GOOD,
      pax(paxRecord('mtime', '1700000000.5'), paxRecord('path', 'package/lib/früh.js')),
      { name: 'package/lib/x.js', body: 'x' },
      { name: 'package/lib/', type: '5' },
      { name: 'package/.git/config', body: 'x' },
      { name: 'package/node_modules/a/index.js', body: 'x' },
    ]);
    expect((await readArchive(bytes, CAPS)).entryName).to.equal('index.js');
  });

  it('does not look for its entry among hidden files and installed packages', async () => {
    const entries = [
      { name: 'plugin.json', body: manifest({ entry: 'node_modulesx/index.js' }) },
      { name: 'node_modules/index.js', body: ENTRY },
    ];
    expect((await errorOf(tgz(entries))).message).to.include('there is no file');
  });

  it('keeps its source map, which does not count for the digest and may be missing or bad', async () => {
    const plain = await readArchive(tgz(GOOD), CAPS);
    expect(plain).to.not.have.property('sourceMap');
    const map = '{"version":3,"sources":[],"mappings":""}';
    const mapped = await readArchive(tgz([...GOOD, { name: 'package/index.js.map', body: map }]), CAPS);
    expect(mapped.sourceMap).to.equal(map);
    expect(mapped.digest).to.equal(plain.digest);
    const odd = await readArchive(tgz([...GOOD, { name: 'package/index.js.map', body: Uint8Array.of(0xff) }]), CAPS);
    expect(odd).to.deep.equal(plain);
  });

  it('takes exactly as much as the caps allow', async () => {
    const bytes = Buffer.byteLength(manifest()) + Buffer.byteLength(ENTRY);
    expect((await readArchive(tgz(GOOD), { bytes, files: 2 })).entryName).to.equal('index.js');
    expect((await errorOf(tgz(GOOD), { bytes: bytes - 1, files: 2 })).message).to.include(`at most ${bytes - 1}`);
    expect((await errorOf(tgz(GOOD), { bytes, files: 1 })).message).to.include('more than 1 files');
  });

  it('is incomplete if it is cut off anywhere', async () => {
    const whole = tgz(GOOD);
    for (let length = 0; length < whole.length; length++) {
      const error = await errorOf(whole.subarray(0, length));
      expect(isIncomplete(error), `${length} of ${whole.length} bytes: ${error.message}`).to.equal(true);
    }
  });

  it('is incomplete if its space is reserved and its end not written yet', async () => {
    const whole = tgz(GOOD);
    for (let length = 0; length < whole.length - 8; length += 7) {
      const started = Buffer.alloc(whole.length + 20);
      started.set(whole.subarray(0, length));
      if (length === 0) continue;
      expect(isIncomplete(await errorOf(started)), `${length} bytes`).to.equal(true);
    }
  });

  it('is not incomplete if it is bad', async () => {
    const whole = tgz(GOOD);
    const flipped = Buffer.from(whole);
    flipped[whole.length - 6] = (flipped[whole.length - 6] ?? 0) ^ 1;
    for (const bytes of [flipped, gzipSync(tar(GOOD).subarray(0, 700)), tgz([{ name: '../x', body: 'x' }])]) {
      expect(isIncomplete(await errorOf(bytes))).to.equal(false);
    }
  });

  it('may not be a link or a file of another kind', async () => {
    mkdirSync(join(plugins.folder, 'real'));
    writeFileSync(join(plugins.folder, 'real', 'a.tgz'), tgz(GOOD));
    symlinkSync(join(plugins.folder, 'real', 'a.tgz'), join(plugins.folder, 'a.tgz'));
    writeFileSync(join(plugins.folder, 'a.tar.gz'), tgz(GOOD));
    for (const [name, reason] of [
      ['a.tgz', /is a link/],
      ['a.tar.gz', /neither a folder nor a \.tgz/],
    ] as const) {
      const error = await readBundleAt(join(plugins.folder, name), CAPS).catch((found: unknown) => found);
      expect(String(error)).to.match(reason);
    }
  });
});
