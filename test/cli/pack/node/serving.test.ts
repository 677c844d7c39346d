// Who gets modules of Node: the author's own code always, a library only if it has no variant without Node.

import { expect } from 'chai';
import type { Packed } from '../../../../src/cli/pack/pack.ts';
import { packed as packFolder } from '../../../support/pack.ts';
import { type AuthorFiles, inFolder } from '../author-folder.ts';

const TOOL = { name: 'run', description: 'd', inputSchema: { type: 'object' }, outputSchema: {} };
const MANIFEST = { name: 'demo', tools: [TOOL] };

const library = (name: string, code: string, more: object = {}): AuthorFiles => ({
  [`lib/node_modules/${name}/package.json`]: { name, version: '1.0.0', license: 'MIT', main: 'index.js', ...more },
  [`lib/node_modules/${name}/index.js`]: code,
});

const packedWith = (files: AuthorFiles): Promise<Packed> =>
  inFolder({ 'plugin.json': MANIFEST, ...files }, (folder) => packFolder(folder));

const servedIn = ({ nodeModules }: Packed): readonly string[] =>
  nodeModules.map(({ module, askedBy }) => `${module} for ${askedBy.join(' and ')}`);

const codeOf = ({ files }: Packed): string =>
  new TextDecoder().decode(files.find(({ path }) => path === 'index.js')?.bytes);

const runIn = async (packed: Packed): Promise<unknown> => {
  const module = await import(`data:text/javascript,${encodeURIComponent(codeOf(packed))}`);
  return (module as { readonly run: () => unknown }).run();
};

const USE = { 'index.js': `export { run } from './lib/use.js';`, 'lib/use.js': `export { run } from 'one';` };

describe('modules of Node in a bundle', function () {
  this.timeout(120_000);

  it('are reported with their bytes and those who ask for them', async () => {
    const packed = await packedWith({
      ...library('one', `const { join } = require('path');\nexports.run = () => join('a', 'b');`),
      ...USE,
      'index.js': `import { EventEmitter } from 'node:events';\nexport { run } from './lib/use.js';\nexport const made = new EventEmitter();`,
    });
    expect(servedIn(packed)).to.deep.equal(['events for your code', 'path for one']);
    for (const { bytes } of packed.nodeModules) expect(bytes).to.be.within(1_000, 20_000);
    expect(await runIn(packed)).to.equal('a/b');
  });

  it('are left out if nobody imports them', async () => {
    const packed = await packedWith({ 'index.js': `export const run = () => 1;` });
    expect(packed.nodeModules).to.deep.equal([]);
    expect(packed.bytes.length).to.be.below(1_500);
  });

  it('do not replace what a library has for browsers', async () => {
    const packed = await packedWith({
      ...library('one', `const path = require('path');\nexports.run = () => path.sep;`, {
        browser: { path: './own.js' },
      }),
      'lib/node_modules/one/own.js': `exports.sep = 'own';`,
      ...USE,
    });
    expect(servedIn(packed)).to.deep.equal([]);
    expect(await runIn(packed)).to.equal('own');
  });

  it('do not replace what a library leaves out for browsers, whatever package of that name is installed', async () => {
    const installed = {
      'lib/node_modules/url/package.json': { name: 'url', version: '9.0.0', main: 'a.js' },
      'lib/node_modules/url/a.js': `exports.own = true;`,
    };
    const packed = await packedWith({
      ...installed,
      ...library('one', `const url = require('url');\nexports.run = () => Object.keys(url).length;`, {
        browser: { url: false },
      }),
      ...USE,
    });
    expect(servedIn(packed)).to.deep.equal([]);
    expect(await runIn(packed)).to.equal(0);
  });

  it('do not replace what a library imports in a try and can do without', async () => {
    const code = `let found = 'none';\ntry { found = require('util'); } catch {}\nexports.run = () => found;`;
    const packed = await packedWith({ ...library('one', code), ...USE });
    expect(servedIn(packed)).to.deep.equal([]);
  });

  it('give way to a package of the same name that a library depends on', async () => {
    const own = {
      'lib/node_modules/events/package.json': { name: 'events', version: '9.0.0', main: 'a.js' },
      'lib/node_modules/events/a.js': `exports.own = true;`,
    };
    const code = `exports.run = () => require('events').own === true;`;
    const depending = await packedWith({ ...own, ...library('one', code, { dependencies: { events: '*' } }), ...USE });
    expect(servedIn(depending)).to.deep.equal([]);
    expect(await runIn(depending)).to.equal(true);
    const other = await packedWith({ ...own, ...library('one', code), ...USE });
    expect(servedIn(other)).to.deep.equal(['events for one']);
    expect(await runIn(other)).to.equal(false);
  });

  it('are globals for code that uses them without asking', async () => {
    const packed = await packedWith({
      'index.js': `export const run = () => [Buffer.from('a').toString('hex'), process.platform, global.Buffer === Buffer, typeof setImmediate(() => {})];`,
    });
    expect(servedIn(packed)).to.deep.equal([
      'buffer for the globals',
      'process for the globals',
      'timers for the globals',
    ]);
    expect(await runIn(packed)).to.deep.equal(['61', 'linux', true, 'object']);
  });

  it('are no globals for code that asks for them', async () => {
    const packed = await packedWith({
      'index.js': `export const run = () => (typeof Buffer === 'undefined' ? 1 : Buffer.from('a').length);`,
    });
    expect(packed.nodeModules).to.deep.equal([]);
  });

  it('leave a name alone that the bundle puts on the global object itself', async () => {
    const packed = await packedWith({
      'own.js': `globalThis.Buffer = { from: () => 'own' };`,
      'index.js': `import './own.js';\nexport const run = () => Buffer.from('a');`,
    });
    expect(packed.nodeModules).to.deep.equal([]);
  });

  it('take the place of a variant for browsers that lacks what is imported', async () => {
    const packed = await packedWith({
      ...library('one', `import fs from 'fs';\nexport const run = () => typeof fs.readFileSync;`, {
        type: 'module',
        browser: 'browser.js',
      }),
      'lib/node_modules/one/browser.js': `export const other = 1;`,
      ...USE,
    });
    expect(servedIn(packed)).to.include('fs for one');
    expect(packed.variants).to.deep.equal([]);
  });

  it('have their large parts only if the source names them', async () => {
    const sizeOf = async (code: string): Promise<number> => {
      const packed = await packedWith({ 'index.js': `import * as crypto from 'node:crypto';\n${code}` });
      return packed.nodeModules.find(({ module }) => module === 'crypto')?.bytes ?? 0;
    };
    const small = await sizeOf(`export const run = () => crypto.randomUUID();`);
    const withCiphers = await sizeOf(`export const run = (name) => crypto.createCipheriv(name, '', '').final();`);
    const withBoth = await sizeOf(
      `export const run = (name) => [crypto.createDecipheriv, crypto.createSign(name).sign('')];`,
    );
    expect(withCiphers - small).to.be.within(3_000, 30_000);
    expect(withBoth - withCiphers).to.be.within(10_000, 100_000);
  });

  it('say what to write if the source does not name a large part that is used', async () => {
    const code = `const zlib = require('zlib');\nexports.run = () => { try { zlib['brotli' + 'DecompressSync']('a'); } catch (error) { return error.message; } };`;
    const packed = await packedWith({ ...library('one', code), ...USE });
    expect(await runIn(packed)).to.equal(
      'zlib.brotliDecompress is not available in a tool: write "brotliDecompress" in the source: only what it names is packed',
    );
  });

  it('have the same bytes for the same folder', async () => {
    const files = { 'index.js': `import util from 'util';\nexport const run = () => util.format(Buffer.from('a'));` };
    const [one, other] = [await packedWith(files), await packedWith(files)];
    expect(one.digest).to.equal(other.digest);
    expect(codeOf(one)).not.to.contain('/shims/');
  });
});

describe('a module of Node that a tool cannot have', function () {
  this.timeout(120_000);

  it('is named in a warning if a library imports it, with the file, and works until it is used', async () => {
    const code = `const { spawn } = require('child_process');\nconst net = require('node:net');
class Socket extends net.Socket {}\nexports.run = () => { try { spawn('ls'); } catch (error) { return error.message; } };`;
    const packed = await packedWith({ ...library('one', code), ...USE });
    expect(packed.warnings.filter((text) => text.includes('does not have'))).to.deep.equal([
      'node_modules/one/index.js:1:27: the library one imports "node:child_process", a module of Node, which a tool does not have → a call that uses it fails: a tool cannot start a process',
      'node_modules/one/index.js:2:21: the library one imports "node:net", a module of Node, which a tool does not have → a call that uses it fails: use fetch, and list the origins in plugin.json under "capabilities"',
    ]);
    expect(await runIn(packed)).to.equal(
      'node:child_process (spawn) is not available in a tool: a tool cannot start a process',
    );
  });
});
