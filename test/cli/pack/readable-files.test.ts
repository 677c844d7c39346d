// What packing reads of the machine: the folder, packages, and nothing else. Whatever way leads out of the folder, the file is named and stays out.

import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { BundleRefused } from '../../../src/catalog/model/refusal.ts';
import { testBundle } from '../../../src/cli/testing/test-files.ts';
import { packed as packFolder } from '../../support/pack.ts';
import { type AuthorFiles, temporaryFolder, writeFiles } from './author-folder.ts';

/** What must not be found in an archive. */
const SECRET = 'the-word-of-another-folder';

const MANIFEST = {
  name: 'demo',
  tools: [{ name: 'echo', description: 'Echoes.', inputSchema: { type: 'object' }, outputSchema: {} }],
};
const plugin = (source: string, more: AuthorFiles = {}): AuthorFiles => ({
  'plugin/plugin.json': MANIFEST,
  'plugin/index.ts': source,
  ...more,
});

/** What lies around the plugin: files of the machine's owner. */
const OUTSIDE: AuthorFiles = {
  'credentials.json': { key: SECRET },
  'notes.txt': SECRET,
  'private.ts': `export const key: string = '${SECRET}';`,
  'other/package.json': { name: 'other', version: '0.0.0', license: SECRET },
  'other/index.js': `export const key = '${SECRET}';`,
};

const packed = async (folder: string): Promise<string> => {
  const { files } = await packFolder(join(folder, 'plugin'));
  return files.map(({ path, bytes }) => `${path}\n${new TextDecoder().decode(bytes)}`).join('\n');
};

const refusalOf = async (work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    if (error instanceof BundleRefused) return error.refusals[0];
    throw error;
  }
  throw new Error('it was not refused');
};

const mapOf = (source: string): string =>
  JSON.stringify({ version: 3, sources: [source], names: [], mappings: 'AAAA' });
const USE = 'export const echo = () => key;';

describe('packing reads nothing outside the folder except packages', function () {
  this.timeout(30_000);
  let home: string;
  beforeEach(() => {
    home = temporaryFolder();
    writeFiles(home, OUTSIDE);
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const IMPORTS: readonly (readonly [what: string, specifier: (home: string) => string])[] = [
    ['a file beside it', () => '../private.ts'],
    ['JSON beside it', () => '../credentials.json'],
    ['text beside it', () => '../notes.txt'],
    ['a file by its whole path', (folder) => `${folder}/credentials.json`],
    ['a file through a link', () => './link.ts'],
    ['a file in a folder that is a link', () => './linked/index.js'],
    ['a package that is a link to another folder', () => 'other'],
    ['a file of a package that is a link', () => 'honest/linked.js'],
  ];
  for (const [what, specifier] of IMPORTS)
    it(`${what} is refused, at the import that names it`, async () => {
      const name = specifier(home);
      writeFiles(
        home,
        plugin(`// The first line.\nimport * as key from '${name}';\n${USE}`, {
          'plugin/node_modules/honest/package.json': { name: 'honest', version: '1.0.0' },
        }),
      );
      symlinkSync(join(home, 'private.ts'), join(home, 'plugin/link.ts'));
      symlinkSync(join(home, 'other'), join(home, 'plugin/linked'));
      symlinkSync(join(home, 'other'), join(home, 'plugin/node_modules/other'));
      symlinkSync(join(home, 'other/index.js'), join(home, 'plugin/node_modules/honest/linked.js'));
      const refusal = await refusalOf(packFolder(join(home, 'plugin')));
      expect(refusal?.where).to.equal('index.ts:2:22');
      expect(refusal?.reason).to.contain(`imports '${name}', which lies outside the folder of the plugin`);
      expect(refusal?.hint).to.match(/install it as a package/);
    });

  it('a file of a package that is neither script nor JSON is refused', async () => {
    writeFiles(
      home,
      plugin(`import key from '../node_modules/keys/key.txt';\n${USE}`, {
        'node_modules/keys/package.json': { name: 'keys', version: '1.0.0' },
        'node_modules/keys/key.txt': SECRET,
      }),
    );
    const refusal = await refusalOf(packFolder(join(home, 'plugin')));
    expect(refusal?.reason).to.match(/is not a script or JSON file of a package/);
  });

  it('a script in a node_modules that belongs to no package is refused', async () => {
    writeFiles(
      home,
      plugin(`import key from '../node_modules/.cache/key.json';\n${USE}`, {
        'node_modules/.cache/key.json': { key: SECRET },
      }),
    );
    expect((await refusalOf(packFolder(join(home, 'plugin'))))?.where).to.equal('index.ts:1:17');
  });

  it('a package may be in a node_modules of a folder above', async () => {
    writeFiles(
      home,
      plugin(`import { key } from 'honest';\n${USE}`, {
        'node_modules/honest/package.json': { name: 'honest', version: '1.0.0', main: 'index.js' },
        'node_modules/honest/index.js': `export const key = 'of a package';`,
      }),
    );
    expect(await packed(home))
      .to.contain('of a package')
      .and.to.contain('honest 1.0.0');
  });

  for (const [what, name] of [
    ['the entry', 'index.ts'],
    ['plugin.json', 'plugin.json'],
    ['tsconfig.json', 'tsconfig.json'],
  ] as const)
    it(`${what} that is a link out of the folder is refused`, async () => {
      writeFiles(home, plugin('export const echo = () => 1;'));
      rmSync(join(home, 'plugin', name), { force: true });
      writeFiles(home, { [name]: name === 'index.ts' ? USE : MANIFEST });
      symlinkSync(join(home, name), join(home, 'plugin', name));
      expect(await refusalOf(packFolder(join(home, 'plugin')))).to.deep.include({ where: name });
    });

  it('a tsconfig.json that extends one outside is refused', async () => {
    writeFiles(home, plugin('export const echo = () => 1;', { 'plugin/tsconfig.json': { extends: '../credentials' } }));
    const refusal = await refusalOf(packFolder(join(home, 'plugin')));
    expect(refusal?.where).to.equal('tsconfig.json');
    expect(refusal?.reason).to.contain('extends "../credentials", which lies outside');
  });

  it('paths of a tsconfig.json lead only to files that may be read', async () => {
    const paths = { key: ['./own.ts'] };
    writeFiles(
      home,
      plugin(`import { key } from 'key';\n${USE}`, {
        'plugin/own.ts': `export const key = 'of its own';`,
        'plugin/settings/base.json': { compilerOptions: { paths: { key: ['../own.ts'] } } },
        'plugin/tsconfig.json': { extends: './settings/base' },
      }),
    );
    expect(await packed(home)).to.contain('of its own');
    writeFiles(home, { 'plugin/tsconfig.json': { compilerOptions: { paths } } });
    expect(await packed(home)).to.contain('of its own');
    writeFiles(home, { 'plugin/tsconfig.json': { compilerOptions: { paths: { key: ['../private.ts'] } } } });
    expect((await refusalOf(packFolder(join(home, 'plugin'))))?.where).to.equal('index.ts:1:21');
  });

  it('a tsconfig.json of a folder above does not count', async () => {
    const paths = { key: ['./plugin/own.ts'] };
    writeFiles(
      home,
      plugin(`import { key } from 'key';\n${USE}`, {
        'plugin/own.ts': `export const key = 1;`,
        'tsconfig.json': { compilerOptions: { paths } },
      }),
    );
    expect((await refusalOf(packFolder(join(home, 'plugin'))))?.reason).to.match(/is not installed/);
  });

  const MAPS: readonly (readonly [what: string, comment: (home: string) => string])[] = [
    ['in the script', () => `data:application/json,${mapOf('../private.ts')}`],
    ['in the script, by a whole path', (folder) => `data:application/json,${mapOf(`file://${folder}/private.ts`)}`],
    ['beside it', () => 'own.map'],
    ['outside', () => '../foreign.map'],
  ];
  for (const [what, comment] of MAPS)
    for (const place of ['plugin', 'plugin/node_modules/honest'])
      it(`a source map ${what}, of ${place}, adds no file to the bundle`, async () => {
        const more = { version: 3, sources: ['x.ts'], sourcesContent: [SECRET], names: [], mappings: 'AAAA' };
        const imported = place === 'plugin' ? './own.js' : 'honest/own.js';
        const mapped = `export const key = Date.now();\n//# sourceMappingURL=${comment(home)}`;
        writeFiles(
          home,
          plugin(`import { key } from '${imported}';\n${USE}`, {
            [`${place}/own.js`]: mapped,
            [`${place}/own.map`]: mapOf(join(home, 'private.ts')),
            [`${place}/../foreign.map`]: JSON.stringify(more),
            'plugin/node_modules/honest/package.json': { name: 'honest', version: '1.0.0' },
          }),
        );
        const all = await packed(home);
        expect(all).not.to.contain(SECRET);
        // The source in the map is the author's own, without what was put behind it.
        if (place === 'plugin') expect(all).to.contain(JSON.stringify(mapped).slice(1, -1)).and.not.to.contain(',{}"');
      });

  it('a package.json that is a link adds nothing to the bundle', async () => {
    writeFiles(home, plugin(`import { key } from 'honest';\n${USE}`));
    mkdirSync(join(home, 'plugin/node_modules/honest'), { recursive: true });
    writeFiles(home, { 'plugin/node_modules/honest/index.js': 'export const key = 1;' });
    symlinkSync(join(home, 'other/package.json'), join(home, 'plugin/node_modules/honest/package.json'));
    expect((await refusalOf(packFolder(join(home, 'plugin'))))?.where).to.equal('index.ts:1:21');
  });

  it('a test file imports only what the plugin may import', async () => {
    writeFiles(
      home,
      plugin(USE, {
        'plugin/test/good.test.ts': `import { echo } from '../index.ts'; export const cases = [echo];`,
        'plugin/test/bad.test.ts': `import { key } from '../../private.ts'; export const cases = [key];`,
      }),
    );
    const folder = join(home, 'plugin');
    await testBundle(join(folder, 'test/good.test.ts'), folder);
    const refusal = await refusalOf(testBundle(join(folder, 'test/bad.test.ts'), folder));
    expect(refusal?.reason).to.contain(`imports '../../private.ts', which lies outside`);
  });
});
