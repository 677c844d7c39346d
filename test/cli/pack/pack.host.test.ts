// A folder becomes one file: what is in it, that it is the same every time, and that a host serves it.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { readArchive } from '../../../src/catalog/bundle/archive/archive.ts';
import type { Packed } from '../../../src/cli/pack/pack.ts';
import { tgzOf } from '../../../src/cli/pack/tgz.ts';
import { type Host, startHost } from '../../../src/server/host.ts';
import { SHARED_CACHE } from '../../support/cache.ts';
import { callTool, testConfig } from '../../support/host.ts';
import { packed as packFolder } from '../../support/pack.ts';
import {
  type AuthorFiles,
  linkPackages,
  SDK_IMPORT,
  temporaryFolder,
  toolSource,
  writeFiles,
} from './author-folder.ts';

const MARKDOWN: AuthorFiles = {
  'plugin.json': { $schema: '../x.json', limits: { cpuMs: 500 }, name: 'demo', version: '1.2.3', description: 'Demo.' },
  'README.md': '# Demo\n',
  'tsconfig.json': { extends: 'toolcell/tsconfig.json', include: ['**/*.ts'] },
  LICENSE: 'MIT\n',
  '.env': 'SECRET=1',
  'notes.txt': 'not for anybody',
  'src/index.ts': `${SDK_IMPORT}import { defineContentTool, embeddedResource, imageBlock } from '@toolcell/plugin';
import { marked } from 'marked';
import * as z from 'zod';
import { shout } from './shout.ts';
import words from './words.json' with { type: 'json' };
${toolSource('renderMarkdown', 'marked.parse(text) as string', `title: 'Render', examples: [{ arguments: { text: '*a*' }, result: '<p><em>a</em></p>\\n' }],`)}
${toolSource('shoutText', 'shout(text) + words.length', `name: 'shout-text',`)}
export const drawText = defineContentTool({
  description: 'Draws.',
  inputSchema: z.object({ text: z.string() }),
  outputSchema: z.object({ bytes: z.int() }),
}, ({ text }) => {
  const bytes = new TextEncoder().encode(text);
  return {
    content: [imageBlock(bytes, 'image/x-text'), embeddedResource('text://drawn', bytes)],
    structuredContent: { bytes: bytes.length },
  };
});
export const repeatText = defineTool({
  description: 'Repeats.',
  inputSchema: z.object({ text: z.string(), times: z.int().max(9).default(2) }),
  outputSchema: z.string(),
}, ({ text, times }) => text.repeat(times));
`,
  'src/shout.ts': `export const shout = (text: string): string => {
  if (text === 'boom') throw new RangeError('too loud');
  return \`\${text.toUpperCase()}!\`;
};\n`,
  'src/words.json': ['one', 'two'],
};

const textOf = ({ files }: Packed, path: string): string =>
  new TextDecoder().decode(files.find((file) => file.path === path)?.bytes);

describe('a packed folder', function () {
  this.timeout(120_000);
  let folder: string;
  let packed: Packed;
  before(async () => {
    folder = temporaryFolder();
    linkPackages(folder);
    writeFiles(folder, MARKDOWN);
    packed = await packFolder(folder);
  });
  after(() => rmSync(folder, { recursive: true }));

  it('is named after the plugin, and contains the files of a bundle and nothing else', () => {
    expect(packed.fileName).to.equal('demo-1.2.3.tgz');
    expect(packed.files.map(({ path }) => path)).to.deep.equal([
      'LICENSE',
      'README.md',
      'THIRD-PARTY-LICENSES.txt',
      'index.js',
      'index.js.map',
      'plugin.json',
    ]);
    expect(packed.warnings).to.deep.equal([]);
  });

  it('is read by a server as the same plugin, with the digest that packing returned', async () => {
    const bundle = await readArchive(packed.bytes, { bytes: 5_000_000, files: 20 });
    expect(bundle.digest)
      .to.equal(packed.digest)
      .and.match(/^sha256-[0-9a-f]{64}$/);
    expect(bundle.manifest).to.deep.equal(packed.manifest);
    expect(bundle.sourceMap).to.be.a('string');
  });

  it('lists the tools that the entry defines, in one order of fields', () => {
    const { tools, ...plugin } = JSON.parse(textOf(packed, 'plugin.json')) as { tools: { name: string }[] };
    expect(Object.keys(plugin)).to.deep.equal(['name', 'version', 'description', 'entry', 'limits']);
    expect(tools.map(({ name }) => name)).to.deep.equal(['drawText', 'renderMarkdown', 'repeatText', 'shout-text']);
    expect(Object.keys(tools[1] ?? {})).to.deep.equal([
      'name',
      'title',
      'description',
      'inputSchema',
      'outputSchema',
      'examples',
    ]);
    expect(tools[3]).to.include({ export: 'shoutText' });
    expect(tools[2]).to.deep.include({ outputSchema: { type: 'string' } });
    expect(tools[2]).to.have.nested.property('inputSchema.properties.times.default', 2);
    expect(tools[0]).to.include({ contentBlocks: true }).and.have.nested.property('outputSchema.type', 'object');
    expect(tools[2]).to.have.nested.property('inputSchema.required').that.deep.equals(['text']);
  });

  it('keeps the requested capabilities, and the host replies of its examples', async () => {
    const home = temporaryFolder();
    try {
      linkPackages(home);
      const effects = "[{ fetch: 'https://api.example.com/v1', answer: { json: 1 } }]";
      const capabilities = { fetch: [{ origin: 'https://api.example.com', path: '/v1' }], store: {} };
      writeFiles(home, {
        'plugin.json': { capabilities, name: 'reaches' },
        'index.ts': `${SDK_IMPORT}const headers = new Headers({ a: typeof fetch });\n${toolSource('reach', "headers.get('a')", `examples: [{ arguments: { text: 'a' }, result: 'a', effects: ${effects} }],`)}`,
      });
      const { manifest } = await packFolder(home);
      expect(manifest.capabilities).to.deep.equal(capabilities);
      expect(Object.keys(manifest)).to.deep.equal(['name', 'version', 'entry', 'capabilities', 'tools']);
      expect(manifest.tools[0]?.examples?.[0]?.effects).to.deep.equal([
        { fetch: 'https://api.example.com/v1', answer: { json: 1 } },
      ]);
    } finally {
      rmSync(home, { recursive: true });
    }
  });

  it('lists the libraries whose code is in it', () => {
    expect(textOf(packed, 'THIRD-PARTY-LICENSES.txt')).to.match(
      /^marked [\d.]+ \(MIT\)\nSource: https:\/\/github\.com\/markedjs\/marked\n/,
    );
  });

  it("keeps a map to the author's own lines, and no path of the machine", () => {
    const map = JSON.parse(textOf(packed, 'index.js.map')) as { sources: string[]; sourcesContent: (string | null)[] };
    expect(map.sources).to.include.members(['src/index.ts', 'src/shout.ts', 'toolcell/define-tool.ts']);
    expect(map.sources.some((source) => source.startsWith('node_modules/marked/'))).to.equal(true);
    expect(map.sourcesContent[map.sources.indexOf('src/shout.ts')]).to.contain('toUpperCase');
    for (const { path } of packed.files)
      expect(textOf(packed, path), path)
        .not.to.contain(folder)
        .and.not.contain(import.meta.dirname);
  });

  it('is the same, byte for byte, when it is packed again, or elsewhere, with packages installed elsewhere', async () => {
    expect(Buffer.compare((await packFolder(folder)).bytes, packed.bytes)).to.equal(0);
    const elsewhere = temporaryFolder();
    try {
      linkPackages(elsewhere);
      writeFiles(join(elsewhere, 'deep/in/a/workspace'), MARKDOWN);
      symlinkSync(join(elsewhere, 'deep/in/a/workspace'), join(elsewhere, 'short'));
      expect((await packFolder(join(elsewhere, 'short'))).digest).to.equal(packed.digest);
      expect(Buffer.compare((await packFolder(join(elsewhere, 'short'))).bytes, packed.bytes)).to.equal(0);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });
});

describe('a library in a bundle', function () {
  this.timeout(120_000);
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const PLUGIN = {
    name: 'demo',
    tools: [{ name: 'run', description: 'd', inputSchema: { type: 'object' }, outputSchema: {} }],
  };
  const codeWith = async (library: AuthorFiles, entry = `export { run } from 'two-faced';`): Promise<string> => {
    const files = Object.entries(library).map(([path, text]) => [`node_modules/two-faced/${path}`, text]);
    writeFiles(folder, { 'plugin.json': PLUGIN, 'index.js': entry, ...Object.fromEntries(files) });
    return textOf(await packFolder(folder), 'index.js');
  };

  it('is its variant for browsers if the other one needs Node', async () => {
    const variants = { browser: './browser.js', default: './node.js' };
    const library = {
      'package.json': { name: 'two-faced', version: '1.0.0', exports: variants },
      'node.js': `import { readFileSync } from 'node:fs';\nexport const run = () => readFileSync('x');`,
      'browser.js': `export const run = () => 'anywhere';`,
    };
    expect(await codeWith(library)).to.contain('anywhere');
    const plain = { ...library, 'node.js': `export const run = () => 'no platform';` };
    expect(await codeWith(plain))
      .to.contain('no platform')
      .and.not.contain('anywhere');
  });

  it('is its variant for browsers even if the other one asks for a package that is not installed, too', async () => {
    const library = {
      'package.json': {
        name: 'two-faced',
        version: '1.0.0',
        main: 'index.js',
        browser: { './index.js': './browser.js' },
      },
      'index.js': `exports.run = () => [require('node:fs'), require('react-native-fetch-blob')];`,
      'browser.js': `exports.run = () => 'anywhere';`,
    };
    expect(await codeWith(library)).to.contain('anywhere');
  });

  const ASKS = {
    'node_modules/asks/package.json': {
      name: 'asks',
      version: '1.0.0',
      exports: { browser: './browser.js', default: './node.js' },
    },
    'node_modules/asks/node.js': `import 'node:fs';\nexport const name = 'asks, of Node';`,
    'node_modules/asks/browser.js': `export const name = 'asks, of browsers';`,
  };
  const PLAIN = {
    'package.json': { name: 'two-faced', version: '1.0.0', main: 'index.js', browser: { './part.js': './page.js' } },
    'index.js': `exports.run = () => [require('asks').name, require('./part.js').part];`,
    'part.js': `exports.part = 'no platform';`,
    'page.js': `exports.part = document.title;`,
  };

  it('keeps its variant if only another library asks for Node, beside it or imported by it', async () => {
    for (const entry of [`export { run } from 'two-faced';`, `import 'asks';\nexport { run } from 'two-faced';`]) {
      writeFiles(folder, ASKS);
      expect(await codeWith(PLAIN, entry))
        .to.contain('no platform')
        .and.contain('asks, of browsers')
        .and.not.match(/document|of Node/);
      const { variants } = await packFolder(folder);
      expect(variants).to.deep.equal(['asks is taken in its variant for browsers, because it imports "node:fs"']);
    }
  });

  it('is its variant for browsers if that one does without a library that asks for Node', async () => {
    writeFiles(folder, {
      ...ASKS,
      'node_modules/asks/package.json': { name: 'asks', version: '1.0.0', main: 'node.js' },
    });
    for (const browser of [{ asks: './spare.js' }, { asks: false }, { './index.js': './spare.js' }]) {
      const library = {
        'package.json': { name: 'two-faced', version: '1.0.0', main: 'index.js', browser },
        'index.js': `const { name } = require('asks'); exports.run = () => ['answered', name];`,
        'spare.js': `exports.run = () => 'answered'; exports.name = 'spare';`,
      };
      expect(await codeWith(library))
        .to.contain('answered')
        .and.not.contain('of Node');
      expect((await packFolder(folder)).variants).to.deep.equal([
        'two-faced is taken in its variant for browsers, because asks, which it uses, imports "node:fs"',
      ]);
    }
  });

  const USES_PROCESS = {
    'package.json': { name: 'two-faced', version: '1.0.0', main: 'index.js', browser: { './index.js': './page.js' } },
    'index.js': `const env = process.env; exports.run = () => env;`,
  };

  it('is its variant for browsers if the other one uses a name of Node', async () => {
    expect(await codeWith({ ...USES_PROCESS, 'page.js': `exports.run = () => 'anywhere';` })).to.contain('anywhere');
    expect((await packFolder(folder)).variants).to.deep.equal([
      'two-faced is taken in its variant for browsers, because it uses "process"',
    ]);
  });

  it('keeps its variant if the one for browsers needs a page in place of Node', async () => {
    const code = await codeWith({
      ...USES_PROCESS,
      'page.js': `const { title } = document; exports.run = () => title;`,
    });
    expect(code).to.contain('process').and.not.contain('document');
  });

  it('has the files that its "browser" field replaces, and not those that it empties', async () => {
    const library = {
      'package.json': {
        name: 'two-faced',
        version: '1.0.0',
        license: 'MIT',
        main: 'index.js',
        browser: { './reads.js': './asks.js', './spare.js': false, path: false },
      },
      'index.js': `require('path'); exports.run = () => [require('./reads.js').read(), Object.keys(require('./spare.js'))];`,
      'reads.js': `exports.read = () => require('fs').readFileSync('x');`,
      'asks.js': `exports.read = () => 'in a browser';`,
      'spare.js': `exports.spare = require('os');`,
    };
    const code = await codeWith(library);
    expect(code)
      .to.contain('in a browser')
      .and.not.match(/readFileSync|spare:/);
    const { files, warnings } = await packFolder(folder);
    expect(files.map(({ path }) => path)).to.include('THIRD-PARTY-LICENSES.txt');
    expect(warnings).to.deep.equal([
      'two-faced 1.0.0 (MIT) ships no text of its licence; check that you may pass it on',
    ]);
  });

  it('has nothing of a file that its "browser" field empties, under any name, with a map or without', async () => {
    writeFiles(folder, {
      'plugin.json': { name: 'demo' },
      'node_modules/emptied/package.json': {
        name: 'emptied',
        version: '1.0.0',
        main: 'index.js',
        browser: { './full.js': false, './absent': false, fs: false },
      },
      'node_modules/emptied/full.js': `module.exports = 'NOT EMPTY';\n//# sourceMappingURL=full.js.map\n`,
      'node_modules/emptied/absent.js': `module.exports = 'NOT EMPTY';`,
      'node_modules/emptied/index.js': `exports.all = [require('./full.js'), require('./absent'), require('fs')];`,
      'index.ts': `${SDK_IMPORT}import { all } from 'emptied';\n${toolSource('count', 'String(all.length)')}`,
    });
    expect(textOf(await packFolder(folder), 'index.js')).not.to.contain('NOT EMPTY');
  });

  it('may write to the global object, and to its prototype, as the polyfill of setImmediate does', async () => {
    const library = {
      'package.json': { name: 'two-faced', version: '1.0.0', main: 'index.js' },
      'index.js': `(function (global) {
        if (global.setImmediate) return;
        const parent = Object.getPrototypeOf(global);
        (parent && parent.setTimeout ? parent : global).setImmediate = (task) => setTimeout(task, 0);
      })(typeof self === 'undefined' ? (typeof global === 'undefined' ? this : global) : self);
      export const run = () => new Promise((resolve) => setImmediate((...values) => resolve(values), 1, 2));`,
    };
    const file = join(folder, 'index.mjs');
    writeFileSync(file, `Object.freeze(globalThis);\n${await codeWith(library)}`);
    const { stdout } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', `console.log(JSON.stringify(await (await import(${JSON.stringify(file)})).run()))`],
      { encoding: 'utf8' },
    );
    expect(stdout).to.equal('[1,2]\n');
  });

  /** The answer of `run()` in Node, with a frozen global object, of a folder whose library is `library`. */
  const answerWith = async (library: AuthorFiles, entry?: string): Promise<unknown> => {
    const file = join(folder, 'index.mjs');
    const prelude = 'delete globalThis.Buffer; delete globalThis.navigator; Object.freeze(globalThis);';
    writeFileSync(file, `${prelude}\n${await codeWith(library, entry)}`);
    const main = `console.log(JSON.stringify(await (await import(${JSON.stringify(file)})).run()))`;
    return JSON.parse(spawnSync(process.execPath, ['--input-type=module', '-e', main], { encoding: 'utf8' }).stdout);
  };

  const READS_BUFFER = {
    'package.json': { name: 'two-faced', version: '1.0.0', main: 'index.js' },
    'index.js': `const CRLF = Buffer.from('a');\nexports.run = () => [typeof Buffer, CRLF];`,
  };
  const PUTS: Readonly<Record<string, string>> = {
    'globalThis.Buffer = made': `globalThis.Buffer = made;`,
    'an alias of the global object': `const root = typeof self === 'object' ? self : globalThis; root.Buffer ??= made;`,
    'a function that takes the global object': `(function (root) { root['Buffer'] = made; })(globalThis);`,
    'Object.assign': `Object.assign(globalThis, { Buffer: made });`,
    'Object.defineProperty': `Object.defineProperty(globalThis, 'Buffer', { get: () => made });`,
  };
  for (const [how, put] of Object.entries(PUTS))
    it(`reads as a bare name what another module put on the global object by ${how}`, async () => {
      const library = { ...READS_BUFFER, 'polyfill.js': `const made = { from: (text) => [text] };\n${put}` };
      const entry = `import 'two-faced/polyfill.js';\nexport { run } from 'two-faced';`;
      expect(await answerWith(library, entry)).to.deep.equal(['object', ['a']]);
      expect((await packFolder(folder)).warnings.join()).not.to.contain('Buffer');
    });

  it('reads a global function of a tool that another module replaced', async () => {
    const library = {
      'package.json': { name: 'two-faced', version: '1.0.0', main: 'index.js' },
      'index.js': `const real = globalThis.atob; Object.defineProperty(globalThis, 'atob', { value: (text) => real(text) + '!' });\nexports.run = () => atob('aGk=');`,
    };
    expect(await answerWith(library)).to.equal('hi!');
  });

  const COMPILES: Readonly<Record<string, string>> = {
    'new Function': `new Function('text', 'return made.from(text) + typeof Array')`,
    'a call of Function': `Function('text', 'return made.from(text) + typeof Array')`,
    'a class that extends Function': `new (class extends Function { constructor(...all) { super(...all); } })('text', 'return made.from(text) + typeof Array')`,
  };
  for (const [how, made] of Object.entries(COMPILES))
    it(`reads what it put on the global object from code that it compiles with ${how}`, async () => {
      const library = {
        'package.json': { name: 'two-faced', version: '1.0.0', main: 'index.js' },
        'index.js': `const name = ['ma', 'de'].join(''); globalThis[name] = { from: (text) => [text] };
          exports.run = () => { const made = ${made}; return [made('a'), made instanceof Function, typeof made]; };`,
      };
      expect(await answerWith(library)).to.deep.equal(['afunction', true, 'function']);
    });

  it('does not take a property of another object for one of the global object', async () => {
    const library = { ...READS_BUFFER, 'polyfill.js': `globalThis.other = 1;\nexports.Buffer = { from: () => 1 };` };
    await codeWith(library, `import 'two-faced/polyfill.js';\nexport { run } from 'two-faced';`);
    const { nodeModules } = await packFolder(folder);
    expect(nodeModules.map(({ module, askedBy }) => [module, askedBy])).to.deep.equal([['buffer', ['the globals']]]);
  });

  it('finds the globals of a tool, and no others', async () => {
    const library = {
      'package.json': { name: 'two-faced', version: '1.0.0', main: 'index.js' },
      'index.js': `export const run = () => typeof atob === 'function' ? atob('aGk=') : Buffer.from('x');`,
    };
    expect(await codeWith(library)).to.have.length.below(120);
    const early = `const host = new URL('https://example.com/a').host;\nconst bytes = new TextEncoder().encode(host);
      export const run = () => [host, bytes.length, atob('aGk='), typeof crypto.getRandomValues, typeof structuredClone];`;
    expect(await codeWith({ ...library, 'index.js': early })).to.contain('TextEncoder');
    expect(await codeWith({ ...library, 'index.js': 'export const run = () => 1;' })).to.have.length.below(60);
  });

  it('may try to import a module of Node, if it works without', async () => {
    const library = {
      'package.json': { name: 'two-faced', version: '1.0.0', main: 'index.js' },
      'index.js': `let crypto; try { crypto = require('crypto'); } catch {}\nexports.run = () => typeof crypto;`,
    };
    expect(await codeWith(library)).to.contain('crypto');
  });

  it('is named in a bundle that was built before, in its author’s words', async () => {
    writeFiles(folder, {
      'plugin.json': PLUGIN,
      'index.js': 'export const run = () => 1;',
      'THIRD-PARTY-LICENSES.txt': 'MIT, of somebody',
    });
    expect(textOf(await packFolder(folder), 'THIRD-PARTY-LICENSES.txt')).to.equal('MIT, of somebody');
  });
});

describe('an archive', () => {
  it('has the same bytes on every machine', () => {
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(500);
    const bytes = tgzOf([
      { path: 'index.js', bytes: Buffer.from(text) },
      { path: 'plugin.json', bytes: Buffer.from('{}') },
    ]);
    expect(createHash('sha256').update(bytes).digest('hex')).to.equal(
      'f54418958f19dc8c6690fb3f1f6ad137ae14c3bc7a9419d2b30d5b98154d3b14',
    );
  });
});

describe('a packed plugin in a host', function () {
  this.timeout(120_000);
  let folder: string;
  let host: Host;
  before(async () => {
    folder = temporaryFolder();
    linkPackages(folder);
    writeFiles(join(folder, 'author'), MARKDOWN);
    const { files } = await packFolder(join(folder, 'author'));
    for (const { path, bytes } of files) {
      mkdirSync(dirname(join(folder, 'plugins/demo', path)), { recursive: true });
      writeFileSync(join(folder, 'plugins/demo', path), bytes);
    }
    const config = testConfig(join(folder, 'plugins'));
    host = await startHost({
      config,
      searchPath: process.env.PATH ?? '',
      ...SHARED_CACHE,
      onCall: () => {},
      onGuestLog: () => {},
    });
  });
  after(async () => {
    await host?.close();
    rmSync(folder, { recursive: true });
  });

  it('serves unchanged', () => expect(host.catalog.refused).to.deep.equal([]));

  it('answers with its libraries', async () => {
    expect((await callTool(host.url, 'renderMarkdown', { text: '*a*' })).body).to.equal('<p><em>a</em></p>\n');
    expect((await callTool(host.url, 'shout-text', { text: 'a' })).body).to.equal('A!2');
  });

  it('checks and completes arguments with the schema of its library', async () => {
    expect((await callTool(host.url, 'drawText', { text: 'ü' })).body).to.deep.equal({
      content: [
        { type: 'image', data: 'w7w=', mimeType: 'image/x-text' },
        { type: 'resource', resource: { uri: 'text://drawn', blob: 'w7w=' } },
      ],
      structuredContent: { bytes: 2 },
    });
    expect((await callTool(host.url, 'repeatText', { text: 'ab' })).body).to.equal('abab');
    const { code, body } = await callTool(host.url, 'repeatText', { text: 1 });
    expect(code).to.equal('invalid_arguments');
    expect(body)
      .to.have.property('detail')
      .that.matches(/\/text must be a string/);
  });
});
