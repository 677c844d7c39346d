// Archives that must not serve: each is refused with its place and reason within a second, writes nothing, and the good
// bundle beside it serves.

import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import fc from 'fast-check';
import { readArchive } from '../../../../src/catalog/bundle/archive/archive.ts';
import { readBundleAt } from '../../../../src/catalog/bundle/bundle.ts';
import { capsOf } from '../../../../src/catalog/bundle/bundle-caps.ts';
import { BundleRefused } from '../../../../src/catalog/model/refusal.ts';
import type { Config } from '../../../../src/settings/config.ts';
import { defaultConfig, ENTRY, makePlugins, manifest, type Plugins } from '../../plugins-folder.ts';
import { pax, paxRecord, TAR_END, type TarEntry, tar, tarEntry, tgz } from '../../tar-writer.ts';

interface Case {
  readonly bytes: Uint8Array;
  readonly plugins?: Partial<Config['plugins']>;
  readonly where?: RegExp;
  readonly reason: RegExp;
}

const GOOD: readonly TarEntry[] = [
  { name: 'package/plugin.json', body: manifest() },
  { name: 'package/index.js', body: ENTRY },
];

/** A good archive with more behind its own files. */
const withMore = (...more: readonly TarEntry[]): Uint8Array => tgz([...GOOD, ...more]);
const GZIP_HEADER = Buffer.from('1f8b0800000000000003', 'hex');
const file = (name: string, more: Partial<TarEntry> = {}): TarEntry => ({ name, body: 'x', ...more });

/** Gzip whose header has what `flags` say, with `extra` behind its ten bytes. */
const gzipWith = (flags: number, extra: Uint8Array): Uint8Array => {
  const plain = gzipSync(tar(GOOD));
  plain[3] = flags;
  return Buffer.concat([plain.subarray(0, 10), extra, plain.subarray(10)]);
};

/** Ten megabytes of zeros, deflated so that they can be repeated, a hundred times over. */
const gigabyte = (): Uint8Array => {
  const part = deflateRawSync(Buffer.alloc(10_000_000), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([GZIP_HEADER, ...Array.from({ length: 100 }, () => part), Buffer.alloc(20)]);
};

const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(60, 7)]);
const megabytes = (count: number): Buffer => Buffer.alloc(count * 1_000_000, 'a line of text\n');
const tall = (levels: number): string => `package/${'d/'.repeat(levels)}f`;

const CASES: Readonly<Record<string, Case>> = {
  // Links and devices
  'has a symbolic link': {
    bytes: withMore(file('package/lib', { type: '2', link: '/etc', body: '' })),
    where: /^package\/lib$/,
    reason: /symbolic link/,
  },
  'has a hard link to its own file': {
    bytes: withMore(file('package/copy.js', { type: '1', link: 'package/index.js', body: '' })),
    where: /copy\.js$/,
    reason: /hard link/,
  },
  'hides a link behind a dot': {
    bytes: withMore(file('package/.lib', { type: '2', link: '..', body: '' })),
    where: /\.lib$/,
    reason: /symbolic link/,
  },
  'writes through a link of its own': {
    bytes: withMore(file('package/out', { type: '2', link: '/tmp', body: '' }), file('package/out/evil.js')),
    reason: /symbolic link/,
  },
  'has a file with the target of a link': {
    bytes: withMore(file('package/a.js', { link: '/etc/passwd' })),
    reason: /link in disguise/,
  },
  'has a character device': { bytes: withMore(file('package/tty', { type: '3', body: '' })), reason: /a device/ },
  'has a block device': { bytes: withMore(file('package/disk', { type: '4', body: '' })), reason: /a device/ },
  'has a named pipe': { bytes: withMore(file('package/pipe', { type: '6', body: '' })), reason: /named pipe/ },
  'has a file with holes': { bytes: withMore(file('package/a', { type: 'S' })), reason: /with holes/ },
  'has an entry of an unknown kind': { bytes: withMore(file('package/a', { type: 'Z' })), reason: /unknown kind "Z"/ },
  'goes on in another archive': { bytes: withMore(file('package/a', { type: 'M' })), reason: /continuation/ },

  // Paths
  'climbs out of its folder': { bytes: withMore(file('../../evil.js')), where: /evil\.js$/, reason: /leads out/ },
  'climbs out below its folder': { bytes: withMore(file('package/../../evil.js')), reason: /leads out/ },
  'goes out and comes back': { bytes: withMore(file('package/lib/../index.js')), reason: /leads out/ },
  'has an absolute path': { bytes: withMore(file('/etc/cron.d/evil')), reason: /absolute/ },
  'has a path with a drive': {
    bytes: tgz([...GOOD.map((entry) => ({ ...entry, name: entry.name.slice(8) })), file('C:/evil.js')]),
    reason: /absolute/,
  },
  'has a path with backslashes': { bytes: withMore(file('package/..\\..\\evil.js')), reason: /backslash/ },
  'has an empty name on the way': { bytes: withMore(file('package/a//b.js')), reason: /leads out/ },
  'has a dot on the way': { bytes: withMore(file('package/./index.js')), reason: /leads out/ },
  'lies beside npm’s folder': {
    bytes: withMore(file('index.js', { body: ENTRY })),
    where: /^plugin\.json$/,
    reason: /missing/,
  },
  'lies in a folder of its own': {
    bytes: tgz(GOOD.map((entry) => ({ ...entry, name: String(entry.name).replace('package', 'greeter') }))),
    where: /^plugin\.json$/,
    reason: /missing/,
  },
  'is nested without end': { bytes: withMore(file(tall(40))), where: /^(d\/)+$/, reason: /8 folders deep/ },

  // Names
  'has a file twice': { bytes: withMore({ name: 'package/index.js', body: 'other' }), reason: /in the archive twice/ },
  'has a file and a folder of one name': { bytes: withMore(file('package/index.js/x')), reason: /twice/ },
  'has two names that differ in case only': {
    bytes: withMore(file('package/Index.js')),
    where: /^Index\.js$/,
    reason: /case or Unicode form/,
  },
  'has two folders that differ in case only': {
    bytes: withMore(file('package/lib/a'), file('package/LIB/b')),
    reason: /case or Unicode form/,
  },
  'has two names that differ in Unicode form only': {
    bytes: withMore(file('package/caf\u00e9'), file('package/cafe\u0301')),
    reason: /case or Unicode form/,
  },
  'has a name that reverses the text behind it': {
    bytes: withMore(file('package/\u202etxt.js')),
    where: /\\u202e/,
    reason: /text-direction/,
  },
  'has a name with a line feed': { bytes: withMore(file('package/a\nplugins: all well')), reason: /control/ },
  'has a name that is not UTF-8': {
    bytes: withMore({ name: Buffer.from('package/\u00ff', 'latin1') }),
    reason: /not UTF-8/,
  },

  // PAX headers and long names
  'renames a file by two PAX paths': {
    bytes: withMore(pax(paxRecord('path', 'package/a.js'), paxRecord('path', '/etc/evil')), file('package/a.js')),
    reason: /"path" twice/,
  },
  'renames a file out of its folder': {
    bytes: withMore(pax(paxRecord('path', '../evil.js')), file('package/a.js')),
    reason: /leads out/,
  },
  'makes a file its own entry by a PAX path': {
    bytes: withMore(pax(paxRecord('path', 'package/index.js')), file('package/a.js')),
    reason: /twice/,
  },
  'hides a PAX path inside another value': {
    bytes: withMore(pax(paxRecord('comment', `x\n${paxRecord('path', '../../evil')}`)), file('package/a.js')),
    reason: /read in two ways/,
  },
  'lies about the length of a PAX record': {
    bytes: withMore(pax(paxRecord('mtime', '1', 9)), file('package/a.js')),
    reason: /read in two ways/,
  },
  'gives a file two lengths': {
    bytes: withMore(pax(paxRecord('size', '0')), file('package/a.js', { body: tarEntry(file('package/evil.js')) })),
    reason: /two lengths/,
  },
  'makes a file a link by PAX': {
    bytes: withMore(pax(paxRecord('linkpath', '/etc/passwd')), file('package/a.js')),
    reason: /"linkpath".*not allowed/,
  },
  'makes a file one with holes by PAX': {
    bytes: withMore(pax(paxRecord('GNU.sparse.major', '1')), file('package/a.js')),
    reason: /"GNU\.sparse\.major".*not allowed/,
  },
  'has a header for all files': {
    bytes: tgz([{ ...pax(paxRecord('path', 'package/x')), type: 'g' }, ...GOOD]),
    reason: /header for all files/,
  },
  'has a PAX header of a megabyte': {
    bytes: withMore(pax(paxRecord('comment', 'x'.repeat(99_000))), file('package/a')),
    reason: /a header of \d+ bytes/,
  },
  'has a name as long as a book': {
    bytes: withMore({ name: '././@LongLink', type: 'L', body: 'x'.repeat(5_000) }, file('package/a')),
    reason: /a name of 5000 bytes/,
  },
  'has two headers for one file': {
    bytes: withMore(
      { name: '././@LongLink', type: 'L', body: 'package/a.js\0' },
      pax(paxRecord('path', 'package/b.js')),
      file('package/c.js'),
    ),
    reason: /more than one header/,
  },
  'ends behind a header for a file': { bytes: withMore(pax(paxRecord('path', 'package/a'))), reason: /no end/ },
  'is a folder by its PAX path and a file by its length': {
    bytes: withMore(
      pax(paxRecord('path', 'package/a/')),
      file('package/a.js', { body: tarEntry(file('package/evil')) }),
    ),
    reason: /different files/,
  },
  'is a folder by its name and a file by its length': {
    bytes: withMore(file('package/a/', { body: tarEntry(file('package/evil')) })),
    reason: /a folder by its name/,
  },

  // Lengths and sums
  'has a folder with bytes of its own': {
    bytes: withMore(file('package/a/', { type: '5' })),
    reason: /bytes of its own/,
  },
  'says it is longer than it is': {
    bytes: withMore(file('package/a', { size: '77777777777\0' })),
    reason: /middle of an entry/,
  },
  'writes a length in binary': {
    bytes: withMore(file('package/a', { size: '\u0080\0\0\0\0\0\0\0\0\0\0\u0001' })),
    reason: /not written as tar writes/,
  },
  'writes a negative length': { bytes: withMore(file('package/a', { size: '-0000000001\0' })), reason: /not written/ },
  'has a wrong sum in a header': { bytes: withMore(file('package/a', { sum: '000000\0 ' })), reason: /damaged/ },
  'has a header without a format': { bytes: withMore(file('package/a', { magic: '\0'.repeat(8) })), reason: /damaged/ },

  // The gzip around it
  'is nothing': { bytes: new Uint8Array(0), reason: /incomplete/ },
  'is empty inside': { bytes: gzipSync(new Uint8Array(0)), reason: /no end/ },
  'is an archive of nothing': { bytes: gzipSync(TAR_END), reason: /archive is empty/ },
  'is cut in half': { bytes: tgz(GOOD).subarray(0, 200), reason: /incomplete/ },
  'is a zip with another name': { bytes: zip, reason: /not a gzip archive/ },
  'is text': { bytes: Buffer.from('<!doctype html><title>404 not found</title>'), reason: /not a gzip archive/ },
  'is damaged in the middle': {
    bytes: ((bytes) => bytes.fill(0xff, 30, 40))(tgz(GOOD)),
    reason: /damaged/,
  },
  'is damaged at its end': {
    bytes: ((bytes) => bytes.fill(1, bytes.length - 8))(Buffer.from(tgz(GOOD))),
    reason: /checksum/,
  },
  'has a gzip header with reserved flags': { bytes: gzipWith(0xe0, new Uint8Array(0)), reason: /not a gzip archive/ },
  'has a gzip name without end': {
    bytes: gzipWith(8, new Uint8Array(0)).map((byte) => byte || 1),
    reason: /incomplete/,
  },
  'has another archive after it': {
    bytes: Buffer.concat([tgz(GOOD), tgz([{ name: 'package/index.js', body: 'other' }])]),
    reason: /bytes after its end/,
  },
  'has another archive inside, after its end': {
    bytes: gzipSync(Buffer.concat([tar(GOOD), tar([{ name: 'package/index.js', body: 'other' }])])),
    reason: /after its end/,
  },
  'has a text after it': {
    bytes: Buffer.concat([tgz(GOOD), Buffer.from('rm -rf /')]),
    reason: /8 bytes after its end/,
  },
  'is gzip inside gzip': { bytes: gzipSync(tgz(GOOD)), reason: /not a tar archive inside/ },
  'ends without an end': { bytes: gzipSync(Buffer.concat(GOOD.map(tarEntry))), reason: /no end/ },

  // Bombs
  'has 10,000 files': {
    bytes: withMore(...Array.from({ length: 10_000 }, (_, index) => file(`package/${index}`))),
    reason: /inflates to more than/,
  },
  'has 10,000 files, where there may be many bytes': {
    bytes: withMore(...Array.from({ length: 10_000 }, (_, index) => file(`package/${index}`))),
    plugins: { bundleBytes: 50_000_000 },
    reason: /more than 200 files/,
  },
  'has 10,000 empty folders': {
    bytes: withMore(
      ...Array.from({ length: 10_000 }, (_, index) => file(`package/d${index}/`, { type: '5', body: '' })),
    ),
    plugins: { bundleBytes: 50_000_000 },
    reason: /more than 200 files/,
  },
  'inflates to a gigabyte': { bytes: gigabyte(), reason: /inflates to more than/ },
  'inflates to 200 times its size': {
    bytes: withMore(file('package/zeros', { body: Buffer.alloc(4_000_000) })),
    reason: /200 times its size/,
  },
  'has more bytes than allowed': {
    bytes: withMore(file('package/data', { body: Buffer.alloc(60_000, 'abc') })),
    plugins: { bundleBytes: 50_000 },
    where: /^data$/,
    reason: /at most 50000/,
  },
  'is larger than any bundle': {
    bytes: Buffer.concat([tgz(GOOD), megabytes(8)]),
    reason: /at most \d+, which is what a bundle of \d+ takes/,
  },
  'deflates nothing, without end': {
    bytes: Buffer.concat([
      GZIP_HEADER,
      ...Array.from({ length: 50_000 }, () => Buffer.from('000000ffff', 'hex')),
      deflateRawSync(new Uint8Array(0)),
      Buffer.alloc(8),
    ]),
    reason: /no end/,
  },

  // What folders are refused for as well
  'has a manifest that pollutes': {
    bytes: tgz([
      { name: 'plugin.json', body: '{"name": "subject", "tools": [], "__proto__": {"entry": "/etc/passwd"}}' },
    ]),
    where: /^plugin\.json:1:\d+ \/__proto__$/,
    reason: /not allowed/,
  },
  'has a manifest in UTF-16': {
    bytes: tgz([{ name: 'plugin.json', body: Buffer.from(manifest(), 'utf16le') }]),
    where: /^plugin\.json/,
    reason: /not valid/,
  },
  'names an entry that is a hidden file': {
    bytes: tgz([{ name: 'plugin.json', body: manifest({ entry: '.git/index.js' }) }]),
    reason: /form/,
  },
};

const READER = fileURLToPath(new URL('./read-archive.ts', import.meta.url));

/** Writes the right sum into a header that was changed. */
const sumAnew = (bytes: Buffer, at: number): void => {
  bytes.fill(' ', at + 148, at + 156);
  const sum = bytes.subarray(at, at + 512).reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148, 'latin1');
};

describe('an archive that must not serve', () => {
  let plugins: Plugins;

  beforeEach(() => {
    plugins = makePlugins();
    plugins.copy('greeter');
  });
  afterEach(() => plugins.remove());

  for (const [name, subject] of Object.entries(CASES)) {
    it(`${name}: refused, and its neighbour serves`, async () => {
      const path = join(plugins.folder, 'subject-1.0.0.tgz');
      writeFileSync(path, subject.bytes);
      const config = { ...defaultConfig().plugins, ...subject.plugins };
      const startedMs = performance.now();
      const error = await readBundleAt(path, capsOf(config)).catch((reason: unknown) => reason);
      expect(performance.now() - startedMs).to.be.below(5_000);
      expect(error).to.be.instanceOf(BundleRefused);
      const catalog = await plugins.load({ config: { ...defaultConfig(), plugins: config } });
      const [first] = catalog.refused;
      expect(first?.reason).to.match(subject.reason);
      expect(first?.bundle).to.equal('subject-1.0.0.tgz');
      expect(first?.where).to.match(subject.where ?? /./);
      expect(first?.hint).to.match(/./);
      expect(catalog.toolNames).to.deep.equal(['echo', 'greet']);
      expect(readdirSync(plugins.folder).sort()).to.deep.equal(['greeter', 'subject-1.0.0.tgz']);
      expect(globSync('**/{evil,zeros}*', { cwd: plugins.folder })).to.deep.equal([]);
    });
  }

  it('uses no more than 128 MB, whatever it inflates to', () => {
    // As in the server: without what Node needs to take the types out of the sources, which is 35 MB.
    const env = { ...process.env, NODE_COMPILE_CACHE: join(plugins.folder, '.code') };
    for (const name of [
      'inflates to a gigabyte',
      'has 10,000 files',
      'inflates to 200 times its size',
      'deflates nothing, without end',
    ]) {
      const path = join(plugins.folder, 'subject-1.0.0.tgz');
      writeFileSync(path, CASES[name]?.bytes ?? '');
      execFileSync(process.execPath, [READER, path], { env });
      const told = execFileSync(process.execPath, [READER, path], { encoding: 'utf8', env });
      const { refusal, mostMb, tookMs } = JSON.parse(told) as { refusal: string; mostMb: number; tookMs: number };
      expect(refusal, name).to.match(CASES[name]?.reason ?? /^$/);
      expect(mostMb, name).to.be.below(128);
      expect(tookMs, name).to.be.below(1_000);
    }
  });

  it('with changed bits is refused, or is still a complete bundle', async () => {
    const whole = tar(GOOD);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (changes, isSumRight) => {
          const changed = Buffer.from(whole);
          for (const [at, byte] of changes) changed[at] = byte;
          if (isSumRight) for (const [at] of changes) sumAnew(changed, at - (at % 512));
          const outcome = await readArchive(gzipSync(changed), { bytes: 100_000, files: 20 }).catch(
            (error: unknown) => error,
          );
          if (outcome instanceof Error) expect(outcome).to.be.instanceOf(BundleRefused);
          else expect(outcome).to.have.property('entryName', 'index.js');
        },
      ),
      { numRuns: 400 },
    );
  });
});
