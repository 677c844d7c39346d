// A source map that belongs to another build of its module is found; those of well-known builders fit their own.

import { expect } from 'chai';
import { transform } from 'esbuild';
import { mapFault } from '../../../src/cli/plugin/map-fit.ts';

const SOURCE = `interface Wish { readonly kind: string; readonly count: number }
const words: readonly string[] = ['one', 'two', 'three'];
export function choose({ kind, count }: Wish): string {
  const found = words.filter((word) => word.startsWith(kind)).slice(0, count);
  if (found.length === 0) throw new RangeError(\`no word begins with \${kind}\`);
  return found.join(', ');
}
export const total = (...numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
`;
const built = async (source: string, minify: boolean) => {
  const { code, map } = await transform(source, { loader: 'ts', sourcemap: 'external', minify, format: 'esm' });
  return { entryName: 'index.js', code, sourceMap: map };
};

describe('a source map', () => {
  for (const minify of [true, false])
    it(`fits the module that was built with it${minify ? ', minified' : ''}`, async () => {
      expect(mapFault(await built(SOURCE, minify))).to.equal(undefined);
    });

  for (const minify of [true, false])
    it(`is told if the module was built anew without it${minify ? ', minified' : ''}`, async () => {
      const old = await built(SOURCE, minify);
      const shorter = await built('export const total = () => 0;', minify);
      expect(mapFault({ ...old, code: shorter.code })).to.match(/^index\.js\.map: it does not fit index\.js: it maps /);
      const { code } = await built(`const moved: number = 12345;\n${SOURCE}export const last = moved;\n`, minify);
      const found = mapFault({
        ...old,
        code: minify ? `"use strict"; ${code}` : code.replaceAll('found', 'discovered'),
      });
      expect(found).to.match(/does not fit index\.js: .* → build both anew/);
    });

  it('is told if it cannot be read', () => {
    const map = (mappings: unknown): string => JSON.stringify({ version: 3, sources: [], names: [], mappings });
    const faultOf = (sourceMap: string) => mapFault({ entryName: 'index.js', code: 'a\nb', sourceMap });
    expect(faultOf('nonsense')).to.contain('it is no source map');
    expect(faultOf(map(7))).to.contain('it is no source map');
    expect(faultOf(map('A*'))).to.equal(undefined);
    expect(faultOf(map('*A'))).to.contain('a mapping cannot be read');
    expect(faultOf(map('ggggggggggg'))).to.contain('a mapping cannot be read');
    expect(faultOf(map('D'))).to.contain('maps column 0');
    expect(faultOf(map('AAAA;;;AAAA'))).to.contain('maps line 4');
    expect(faultOf(map(''))).to.equal(undefined);
  });
});
