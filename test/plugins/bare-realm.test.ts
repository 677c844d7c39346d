// Shipped plugins need nothing but ECMAScript and change nothing of it: they load and run where all of it is frozen.

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { init, parse } from 'es-module-lexer';
import { loadBare } from '../support/bare-realm.ts';
import { PLAIN_EXAMPLES, SHIPPED_PLUGINS } from '../support/examples.ts';

describe('shipped plugins in a bare, frozen realm', () => {
  before(() => init);

  for (const { manifest, entryPath } of SHIPPED_PLUGINS) {
    it(`${manifest.name}: the entry is one module that imports nothing`, () => {
      const [imports] = parse(readFileSync(entryPath, 'utf8'));
      expect(imports).to.deep.equal([]);
    });

    it(`${manifest.name}: every example that reaches nothing gives its result`, async () => {
      const call = loadBare(readFileSync(entryPath, 'utf8'), entryPath.endsWith('.ts') ? 'ts' : 'js');
      for (const example of PLAIN_EXAMPLES.filter(({ plugin }) => plugin === manifest.name)) {
        const text = await call(example.tool, JSON.stringify(example.arguments));
        expect(JSON.parse(text), `${example.tool}: ${example.description}`).to.deep.equal(example.result);
      }
    });
  }

  it('that realm is bare and frozen indeed', async () => {
    const names = ['TextEncoder', 'URL', 'setTimeout', 'crypto', 'atob', 'Buffer', 'process', 'console', 'WebAssembly'];
    const call = loadBare(`
      export const globals = (names) => names.filter((name) => name in globalThis);
      export const unfrozen = () => [Object, Array, RegExp, String, Map, Promise, Intl.Segmenter]
        .filter((it) => !Object.isFrozen(it) || !Object.isFrozen(it.prototype)).map(({ name }) => name);
      export const change = () => { Array.prototype.extra = 1; };`);
    expect(JSON.parse(await call('globals', JSON.stringify(names)))).to.deep.equal([]);
    expect(JSON.parse(await call('unfrozen', '{}'))).to.deep.equal([]);
    expect(String(await call('change', '{}').catch((error: unknown) => error))).to.match(/^TypeError/);
  });
});
