import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { compileEntry } from '../../../src/catalog/compile/compile.ts';
import { BundleRefused } from '../../../src/catalog/model/refusal.ts';

type Exports = Record<string, (...args: unknown[]) => unknown>;
/** Exports come as functions that give them. */
type Factory = (require: (name: string) => unknown) => Record<string, () => Exports[string]>;

const LOAD_MS = 10_000;

const compile = (entrySource: string, entryName = 'index.js'): Promise<string> =>
  compileEntry({ entryName, entrySource }, LOAD_MS);

/** These sources are the test's own, so they may be evaluated here. */
const exportsOf = async (source: string, entryName?: string) => {
  const asked: string[] = [];
  const compiled = runInNewContext(await compile(source, entryName)) as Factory;
  const factory = (require: (name: string) => unknown): Exports =>
    Object.fromEntries(Object.entries(compiled(require)).map(([name, give]) => [name, give()]));
  const require = (name: string): never => {
    asked.push(name);
    throw new Error(`there is no module "${name}"`);
  };
  return { exports: factory(require), asked, factory, require };
};

const refusalsOf = async (source: string, entryName?: string, loadMs = LOAD_MS) => {
  try {
    await compileEntry({ entryName: entryName ?? 'index.js', entrySource: source }, loadMs);
  } catch (error) {
    if (error instanceof BundleRefused) return error.refusals;
    throw error;
  }
  return [];
};

describe('compiling an entry', () => {
  it('makes a script that gives the exports, default among them', async () => {
    const { exports } = await exportsOf(
      'export const a = () => 1; export default () => 2; const c = () => 3; export { c as d };',
    );
    expect(Object.keys(exports).sort()).to.deep.equal(['a', 'd', 'default']);
    expect([exports.a?.(), exports.default?.(), exports.d?.()]).to.deep.equal([1, 2, 3]);
  });

  it('gives new module state each time the factory runs', async () => {
    const { factory, require } = await exportsOf('let calls = 0; export const count = () => ++calls;');
    const [first, second] = [factory(require), factory(require)];
    expect([first.count?.(), first.count?.(), second.count?.()]).to.deep.equal([1, 2, 1]);
  });

  it('runs in strict mode, whatever the source says', async () => {
    const { exports } = await exportsOf('export function self() { return this; }');
    const { self } = exports;
    expect(self?.()).to.equal(undefined);
  });

  it('takes TypeScript: types, enums, and imports that are types only', async () => {
    const source = `import { ToolContext } from 'toolcell'; import type { A } from './a.ts';
      enum Unit { Ms = 7 }
      export const unit = (args: A, context?: ToolContext): number => Unit.Ms satisfies number;`;
    const { exports } = await exportsOf(source, 'tools.ts');
    expect(exports.unit?.()).to.equal(7);
  });

  it('takes a hashbang, HTML-like text and a closing brace in strings', async () => {
    const { exports } = await exportsOf(
      '#!/usr/bin/env node\nexport const text = () => "}); <!-- */ </script>";\n// }})();',
    );
    expect(exports.text?.()).to.equal('}); <!-- */ </script>');
  });

  it('keeps the plugin’s names from meeting the factory’s', async () => {
    const { exports } = await exportsOf(
      'const __toolcell = 5, require = 6; export const sum = () => __toolcell + require;',
    );
    expect(exports.sum?.()).to.equal(11);
  });

  it('gives the exports of a source that has the names of the compiler’s helpers as well', async () => {
    const source = `const __export = 1, __toCommonJS = 2, index_exports = 4;
      export const sum = () => __export + __toCommonJS + index_exports;
      export const text = () => \`\n  var index_exports = {};\n  __export(index_exports, {\`;`;
    const { exports } = await exportsOf(source);
    expect(Object.keys(exports).sort()).to.deep.equal(['sum', 'text']);
    expect(exports.sum?.()).to.equal(7);
    expect(exports.text?.()).to.equal('\n  var index_exports = {};\n  __export(index_exports, {');
  });

  it('gives the value that an export has after the module is evaluated', async () => {
    const { exports } = await exportsOf('export let tool = () => 1; tool = () => 2; export { tool as "a b" };');
    expect([exports.tool?.(), exports['a b']?.()]).to.deep.equal([2, 2]);
  });

  it('turns a dynamic import into a request that the guest refuses', async () => {
    const { exports, asked } = await exportsOf('export const load = () => import("node:fs");');
    const message = await Promise.resolve(exports.load?.()).catch((error: Error) => error.message);
    expect(message).to.equal('there is no module "node:fs"');
    expect(asked).to.deep.equal(['node:fs']);
  });

  it('reads no file that a source names', async () => {
    const [refusal] = await refusalsOf(
      'import text from "/etc/passwd" with { type: "text" };\nexport const a = () => text;',
    );
    expect(refusal?.reason).to.equal('imports "/etc/passwd"');
    const { exports } = await exportsOf('export const a = () => 1;\n//# sourceMappingURL=/etc/passwd');
    expect(exports.a?.()).to.equal(1);
  });

  it('reports every import at once, with its place in the author’s source', async () => {
    const source =
      '// from "x"\nimport type { T } from "./t.ts";\nimport x from "x";\n\n  import * as y from \'y\';\nexport const a = (t: T) => [x, y];';
    const refusals = await refusalsOf(source, 'index.ts');
    expect(refusals.map(({ where, reason }) => `${where} ${reason}`)).to.deep.equal([
      'index.ts:3:1 imports "x"',
      'index.ts:5:3 imports "y"',
    ]);
  });

  it('reports the place of a syntax error, even at the end', async () => {
    const [refusal] = await refusalsOf('export function work() {\n  return 1;\n');
    expect(refusal).to.include({ where: 'index.js:3:1', reason: 'Unexpected end of file' });
  });

  it('refuses TypeScript in a .js entry and JSX in any', async () => {
    expect((await refusalsOf('export const a = (b: number) => b;'))[0]?.where).to.equal('index.js:1:20');
    const [refusal] = await refusalsOf('export const a = () => <b>bold</b>;');
    expect(refusal?.reason).to.contain('JSX');
    expect(refusal?.hint).to.contain('as text');
  });

  it('stops a compilation that takes too long, and compiles the next', async () => {
    const slow = `export const a=${'()=>('.repeat(20_000)}1${')'.repeat(20_000)}`;
    const before = performance.now();
    const [refusal] = await refusalsOf(slow, 'index.ts', 300);
    expect(refusal?.reason).to.contain('too long');
    expect(performance.now() - before).to.be.below(5_000);
    expect((await exportsOf('export const a = () => 1;')).exports.a?.()).to.equal(1);
  });
});
