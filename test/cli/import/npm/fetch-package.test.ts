// npm fetches a package in a box, and runs nothing of it.

import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { gzipSync } from 'fflate';
import { Header } from 'tar';
import { fetchPackage, packageIn } from '../../../../src/cli/import/npm/fetch-package.ts';
import { EXPRESS, SMALL_SDK, weatherServer } from '../../../support/mcp-packages.ts';
import { type NpmRegistry, startNpmRegistry } from '../../../support/npm-registry.ts';
import { noBubblewrap, noCommands, skipWithout } from '../../../support/skip.ts';
import { temporaryFolder } from '../../pack/author-folder.ts';

describe('the name of a package', () => {
  it('may have a scope and a version', () => {
    expect(packageIn('@scope/name@1.2.3')).to.deep.equal({ name: '@scope/name', range: '1.2.3' });
    expect(packageIn('name')).to.deep.equal({ name: 'name', range: undefined });
    expect(packageIn('name@^2')).to.deep.equal({ name: 'name', range: '^2' });
  });

  it('is no address, folder, alias or flag', () => {
    const words = [
      'git+https://example.com/a.git',
      'owner/name',
      './name',
      '../name',
      'a@npm:b',
      '--registry=x',
      'a@file:../b',
      'a b',
      '',
    ];
    for (const word of words) expect(packageIn(word), word).to.equal(undefined);
  });
});

describe('a package that npm fetches', function () {
  this.timeout(180_000);
  let registry: NpmRegistry;
  let home: string;
  before(async function () {
    skipWithout(this, 'packages of npm', noBubblewrap() ?? noCommands('npm'));
    registry = await startNpmRegistry(SMALL_SDK, EXPRESS, weatherServer());
  });
  after(() => registry?.close());
  beforeEach(() => {
    home = temporaryFolder();
    mkdirSync(join(home, 'inner/import'), { recursive: true });
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const fetched = (word: string, limits?: { files: number; bytes: number }) =>
    fetchPackage(packageIn(word) ?? { name: word, range: undefined }, {
      env: { PATH: process.env.PATH },
      registry: registry.url,
      folder: join(home, 'inner/import'),
      isTrusted: false,
      ...(limits && { limits }),
    });

  const refusal = async (...asked: Parameters<typeof fetched>): Promise<string> => {
    try {
      await fetched(...asked);
    } catch (error) {
      return String(error);
    }
    return 'was fetched';
  };

  it('is there with what it depends on, and none of its scripts has run', async () => {
    const { folder, name, version, integrity } = await fetched('@weather/mcp-server');
    expect({ name, version }).to.deep.equal({ name: '@weather/mcp-server', version: '1.0.0' });
    expect(integrity).to.match(/^sha512-/);
    expect(existsSync(join(folder, 'node_modules/@modelcontextprotocol/sdk/types.js'))).to.equal(true);
    expect(readdirSync(home, { recursive: true }).filter((path) => String(path).endsWith('/ran'))).to.deep.equal([]);
  });

  it('is named if the registry does not have it, or not in that version', async () => {
    expect(await refusal('no-such-server')).to.match(/the registry has no no-such-server.*correct the name/);
    expect(await refusal('@weather/mcp-server@9.9.9')).to.contain('no such version');
  });

  it('is refused if it has too many files', async () => {
    const block = (path: string): Buffer => {
      const bytes = Buffer.alloc(512);
      new Header({ path: `package/${path}`, mode: 0o644, size: 0, type: 'File', mtime: new Date(0) }).encode(bytes);
      return bytes;
    };
    const description = { name: 'many-files', version: '1.0.0' };
    const text = JSON.stringify(description);
    const head = Buffer.alloc(1024);
    new Header({
      path: 'package/package.json',
      mode: 0o644,
      size: text.length,
      type: 'File',
      mtime: new Date(0),
    }).encode(head);
    head.write(text, 512);
    const files = Array.from({ length: 2_000 }, (_, index) => block(`f${index % 100}/${index}.js`));
    const archive = gzipSync(Buffer.concat([head, ...files, Buffer.alloc(1024)]), { level: 1 });
    registry.publish({ description, files: {}, archive });
    expect(await refusal('many-files', { files: 1_000, bytes: 1e9 })).to.contain('more than 1,000 files');
  });

  it('is refused if it is too large', async () => {
    expect(await refusal('@weather/mcp-server', { files: 1_000, bytes: 1_000 })).to.contain('has more than 0 MB');
  });

  it('brings no link out of its folder', async () => {
    const link = Buffer.alloc(512);
    new Header({
      path: 'package/index.js',
      type: 'SymbolicLink',
      linkpath: '/etc/hostname',
      mode: 0o644,
      size: 0,
      mtime: new Date(0),
    }).encode(link);
    const description = { name: 'with-link', version: '1.0.0' };
    const text = JSON.stringify(description);
    const head = Buffer.alloc(1024);
    new Header({
      path: 'package/package.json',
      mode: 0o644,
      size: text.length,
      type: 'File',
      mtime: new Date(0),
    }).encode(head);
    head.write(text, 512);
    registry.publish({ description, files: {}, archive: gzipSync(Buffer.concat([head, link, Buffer.alloc(1024)])) });
    const { folder } = await fetched('with-link');
    expect(existsSync(join(folder, 'node_modules/with-link/index.js'))).to.equal(false);
  });
});
