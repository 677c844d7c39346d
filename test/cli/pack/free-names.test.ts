// Names that the sandbox does not have: found where code needs them, at the author's line, and not where code asks first.

import { expect } from 'chai';
import { freeNamesIn } from '../../../src/cli/pack/free-names.ts';
import { GUEST_NAMES } from '../../../src/cli/pack/guest-names.ts';
import { GLOBALS } from '../../cell/guest/walk.ts';
import { packed as packFolder } from '../../support/pack.ts';
import { type AuthorFiles, inFolder, SDK_IMPORT, toolSource } from './author-folder.ts';

const namesIn = (code: string): readonly string[] =>
  freeNamesIn({ code, entryName: 'index.js' }).map(({ name }) => name);

/** Each uses `process` or `Buffer` only where there is one. */
const GUARDED: Readonly<Record<string, string>> = {
  'typeof alone': `export const f = () => typeof process;`,
  'a condition': `export const f = () => (typeof process !== 'undefined' ? process.env.A : '');`,
  'an if': `export function f() { if (typeof Buffer === 'function') return Buffer.from('a'); return 1; }`,
  'an else': `export function f() { if (typeof Buffer === 'undefined') return 1; else return Buffer.from('a'); }`,
  'an early return': `export function f() { if (typeof process === 'undefined') { return 1; } const a = process.env; return a; }`,
  'an and': `export const f = () => typeof process === 'object' && process.versions && process.versions.node;`,
  'an or': `export const f = () => typeof Buffer === 'undefined' || Buffer.isBuffer(1);`,
  'a try': `export function f() { try { return process.cwd(); } catch { return ''; } }`,
  'a flag': `const isNode = typeof process === 'object'; export const f = () => isNode && process.cwd();`,
  'a flag of a flag': `const a = typeof process < 'u'; const b = a && !0; export const f = () => { if (b) process.exit(); };`,
  'a function that asks': `function isNode() { return typeof process === 'object'; } export const f = () => (isNode() ? process.cwd() : '');`,
  'a flag that is a member': `const is = { node: typeof process === 'object' }; export const f = () => { if (is.node) return process.cwd(); };`,
  'a parameter of a function called in place': `export const f = ((has) => has ? Buffer : 1)(typeof Buffer === 'function');`,
  in: `export const f = () => ('process' in globalThis ? process.pid : 0);`,
  'a member of the global object': `export const f = () => globalThis.process && process.pid;`,
  'a function made where it is guarded': `export let f = 1; if (typeof process === 'object') f = () => process.pid;`,
  'a name that the sandbox has instead': `export const f = (t) => (typeof atob === 'function' ? atob(t) : Buffer.from(t));`,
  'the same, minified': `export const f = (t) => (typeof atob < 'u' ? atob(t) : Buffer.from(t));`,
};

/** Each needs what it names. */
const UNGUARDED: Readonly<Record<string, readonly [code: string, ...names: string[]]>> = {
  'a use': [`export const f = () => process.env.KEY;`, 'process'],
  'several names': [
    `export const f = () => [Buffer.from(''), __dirname, new WebAssembly.Module()];`,
    'Buffer',
    '__dirname',
    'WebAssembly',
  ],
  'a guard of another name': [`export const f = () => (typeof process === 'object' ? Buffer : 1);`, 'Buffer'],
  'a guard somewhere else': [`export const g = typeof process; export const f = () => process.pid;`, 'process'],
  'a throw in place of a guard': [
    `export function f() { if (typeof WebAssembly === 'undefined') throw new Error('no'); return WebAssembly.compile; }`,
    'WebAssembly',
  ],
  'the test of a guard that needs it': [
    `export const f = () => (typeof WebAssembly.compile === 'function' ? 1 : 2);`,
    'WebAssembly',
  ],
  'a misspelt name': [`export const f = () => Mth.abs(1);`, 'Mth'],
  'what has another name in a page': [
    `export const f = () => [window, document, XMLHttpRequest];`,
    'window',
    'document',
    'XMLHttpRequest',
  ],
  'a catch that uses it': [`export function f() { try { return 1; } catch { return process.pid; } }`, 'process'],
  'what only one mode has': [`export const f = (a) => new WeakRef(a);`, 'WeakRef'],
};

describe('names that the sandbox does not have', () => {
  for (const [what, code] of Object.entries(GUARDED))
    it(`are not reported after ${what}`, () => expect(namesIn(code)).to.deep.equal([]));

  for (const [what, [code, ...names]] of Object.entries(UNGUARDED))
    it(`are reported: ${what}`, () => expect(namesIn(code)).to.have.members(names));

  it('are asked for by a comparison with "u", which only the type of a missing name is not below', () => {
    const types = [undefined, 1, 1n, 'a', true, {}, null, () => {}, Symbol('a')].map((value) => typeof value);
    expect(types.filter((type) => !(type < 'u'))).to.deep.equal(['undefined']);
  });

  it('do not include names that a module declares in any scope', () => {
    const code = `import './x.js'; const process = {}; export const f = (Buffer, { require }) => { let window; class document {}
      return [process, Buffer, require, window, document, function module() { return module; }]; };`;
    expect(namesIn(code)).to.deep.equal([]);
  });

  it('do not include those of ECMAScript and the platform', () => {
    const names = [...GUEST_NAMES].filter((name) => name !== 'undefined');
    expect(namesIn(`export const f = () => [${names.join(', ')}, hasOwnProperty];`)).to.deep.equal([]);
  });

  it('are reported once for each file, with the number of uses', () => {
    const [found, ...others] = freeNamesIn({
      code: 'export const f = () => [process, process,\n process];',
      entryName: 'a.js',
    });
    expect(found).to.deep.equal({ name: 'process', where: 'a.js:1:25', others: 2 });
    expect(others).to.deep.equal([]);
  });

  it('are not reported for a text that is no module, which other checks refuse', () => {
    expect(namesIn('export const = ;')).to.deep.equal([]);
    expect(namesIn(`export const a = ${'('.repeat(50_000)}1${')'.repeat(50_000)};`)).to.deep.equal([]);
  });

  it('are all names except the globals of a frozen realm, which has the fewest', () => {
    expect([...GUEST_NAMES].sort()).to.deep.equal([...GLOBALS].sort());
  });
});

const PLUGIN = { name: 'demo', version: '1.0.0' };
const EXAMPLE = `examples: [{ arguments: { text: 'a' }, result: 'a' }],`;

const needy = (code: string): AuthorFiles => ({
  'lib/node_modules/needy/package.json': { name: 'needy', version: '1.0.0', license: 'MIT', main: 'index.js' },
  'lib/node_modules/needy/index.js': code,
  'lib/use.ts': `// @ts-ignore\nexport * as needy from 'needy';\n`,
});
const USE = `import { needy } from './lib/use.ts';\n`;

describe('packing', function () {
  this.timeout(120_000);

  it('warns of such names at the author’s line', () =>
    inFolder(
      {
        'plugin.json': PLUGIN,
        'index.ts': `${SDK_IMPORT}import { keyOf } from './src/key.ts';\n${toolSource('echo', 'keyOf() + text', EXAMPLE)}`,
        'src/key.ts': `interface Unused { readonly a: string }\n\nexport const keyOf = (): string => document.title;\n`,
      },
      async (folder) => {
        const { warnings } = await packFolder(folder);
        expect(warnings).to.have.lengthOf(1);
        expect(warnings[0]).to.match(
          /^src\/key\.ts:3:36: "document" does not exist in the sandbox → a tool has no page/,
        );
      },
    ));

  it('warns of a require that the bundler cannot resolve', () =>
    inFolder(
      { 'plugin.json': PLUGIN, 'index.js': `${SDK_IMPORT}${toolSource('echo', 'require(text)', EXAMPLE)}` },
      async (folder) => {
        const { warnings } = await packFolder(folder);
        expect(warnings).to.have.lengthOf(1);
        expect(warnings[0]).to.match(/^index\.js:\d+:\d+: "require" does not exist in the sandbox → import it/);
      },
    ));

  it('notes a name in a library if every tool has an example', () =>
    inFolder(
      {
        'plugin.json': PLUGIN,
        ...needy(`export const spare = () => new WeakRef({}); export const same = (text) => text;`),
        'index.ts': `${SDK_IMPORT}${USE}${toolSource('echo', '[needy.same(text), needy.spare][0]', EXAMPLE)}`,
      },
      async (folder) => {
        const { warnings, notes } = await packFolder(folder);
        expect(notes.join()).to.contain('the library needy uses "WeakRef"');
        expect(warnings.join()).not.to.contain('WeakRef');
      },
    ));

  it('warns of a name in a library if a tool has no example', () =>
    inFolder(
      {
        'plugin.json': PLUGIN,
        ...needy(`export const spare = () => new WeakRef({});`),
        'index.ts': `${SDK_IMPORT}${USE}${toolSource('echo', 'needy.spare() && text')}`,
      },
      async (folder) => {
        const { warnings } = await packFolder(folder);
        expect(warnings.join('\n')).to.match(/^node_modules\/needy\/index\.js:1:32: the library needy uses "WeakRef"/m);
      },
    ));

  it('warns of WebAssembly even if every tool has an example, because es-module-lexer has no fallback', () =>
    inFolder(
      {
        'plugin.json': PLUGIN,
        'index.ts': `${SDK_IMPORT}import { init, parse } from 'es-module-lexer';\n${toolSource('echo', 'init.then(() => parse(text)).then(() => text)', EXAMPLE)}`,
      },
      async (folder) => {
        const { warnings } = await packFolder(folder);
        expect(warnings.join('\n')).to.match(
          /the library es-module-lexer uses "WebAssembly".* → use a variant of the library in JavaScript/,
        );
      },
    ));
});
