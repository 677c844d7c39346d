// The names of files in the published package's JavaScript: emitted files must name emitted files.

import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { init, parse } from 'es-module-lexer';
import { emitJavaScript, emitPackages, emittedNames } from '../../scripts/package/javascript.ts';

describe('the JavaScript of the package', () => {
  before(() => init);

  const cases: readonly (readonly [what: string, source: string, emitted: string])[] = [
    ['imports', 'import { a } from "./a.ts";', 'import { a } from "./a.js";'],
    ['exports', "export * from '../b/c.ts';", "export * from '../b/c.js';"],
    ['dynamic imports', 'const a = await import("./a.ts");', 'const a = await import("./a.js");'],
    ['threads', "new URL('./a-thread.ts', import.meta.url)", "new URL('./a-thread.js', import.meta.url)"],
  ];
  for (const [what, source, emitted] of cases)
    it(`names emitted files in ${what}`, () => expect(emittedNames(source)).to.equal(emitted));

  it('names emitted packages, from the sources and from a folder of theirs', () => {
    expect(emittedNames('import { a } from "../packages/client/src/a.ts";')).to.equal(
      'import { a } from "./packages/client/a.js";',
    );
    expect(emittedNames("new URL('../../../packages/plugin/src/', import.meta.url)")).to.equal(
      "new URL('../../packages/plugin/', import.meta.url)",
    );
  });

  const others = [
    'import a from "a.ts";',
    'import json from "../package.json" with { type: "json" };',
    'const names = ["index.ts", "./index.ts"];',
    'const folder = new URL("../packages/plugin/", import.meta.url);',
    '// import { a } from "./a.ts"',
  ];
  for (const source of others) it(`leaves ${source}`, () => expect(emittedNames(source)).to.equal(source));

  it('keeps the length of every line, so that source maps stay true', () => {
    const source = cases.map(([, text]) => `${text}\n`).join('');
    expect(
      emittedNames(source)
        .split('\n')
        .map(({ length }) => length),
    ).to.deep.equal(source.split('\n').map(({ length }) => length));
  });
});

describe('the modules of the package', function () {
  this.timeout(30_000);
  const sources = fileURLToPath(new URL('../../src/', import.meta.url));
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-emitted-'));
    await emitJavaScript(sources, folder);
    await emitPackages(join(sources, '../packages'), join(folder, 'packages'));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('name only files that exist, but for what builds an image and the files above', () => {
    const missing = new Set<string>();
    const missingAtOnce = new Set<string>();
    const files = globSync('**/*.js', { cwd: folder, exclude: ['cli/templates/**', 'cli/attack/plugins/**'] });
    expect(files).to.have.length.above(200);
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8');
      const imports = parse(text)[0];
      const imported = imports.map(({ specifier }) => specifier ?? '');
      // The module itself could not be loaded.
      for (const { type, specifier } of imports)
        if (type === 'static' && specifier.startsWith('.') && !existsSync(join(folder, dirname(file), specifier)))
          missingAtOnce.add(relative(folder, join(folder, dirname(file), specifier)));
      const located = [...text.matchAll(/new URL\(["'](\.[^"']*)["'], import\.meta\.url\)/g)].map(
        ([, name = '']) => name,
      );
      for (const name of [...imported, ...located].filter((each) => each.startsWith('.')))
        if (!existsSync(join(folder, dirname(file), name)))
          missing.add(relative(folder, join(folder, dirname(file), name)));
    }
    expect([...missingAtOnce].filter((path) => !path.startsWith('..'))).to.deep.equal([]);
    expect([...missing].filter((path) => !path.startsWith('..')).sort()).to.deep.equal([
      'control/launch/image/build.js',
      'control/launch/image/cache.js',
      'image',
      'image.sha256',
    ]);
  });

  it('have maps that lead to the line of the source', () => {
    const lines = readFileSync(join(folder, 'server/host.js'), 'utf8').split('\n');
    const map = new SourceMap(JSON.parse(readFileSync(join(folder, 'server/host.js.map'), 'utf8')));
    const at = lines.findIndex((line) => line.includes('startHost = '));
    const entry = map.findEntry(at, 10);
    if (!('originalLine' in entry)) throw new Error('the line has no source');
    expect(entry.originalSource).to.match(/host\.ts$/);
    const source = readFileSync(join(sources, 'server/host.ts'), 'utf8').split('\n');
    expect(source[entry.originalLine]).to.contain('export const startHost = ');
  });
});
