// Plugins in workspaces of npm, pnpm and yarn: packages of the workspace are packed from their sources, the archive is the same wherever the workspace
// lies, and nothing outside its packages is read.

import { cpSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { BundleRefused } from '../../../src/catalog/model/refusal.ts';
import { checkTypes } from '../../../src/cli/pack/type-errors.ts';
import { neighboursOf, workspaceOf } from '../../../src/cli/pack/workspace.ts';
import { testBundle } from '../../../src/cli/testing/test-files.ts';
import { packed } from '../../support/pack.ts';
import { skipWithout } from '../../support/skip.ts';
import { type AuthorFiles, linkPackages, temporaryFolder, writeFiles } from './author-folder.ts';

const SECRET = 'the-word-of-another-folder';
const TOOL = { name: 'echo', description: 'Echoes.', inputSchema: { type: 'object' }, outputSchema: {} };

/** One plugin, and a package of TypeScript sources that depends on another one. */
const PACKAGES: AuthorFiles = {
  'plugins/echo/plugin.json': { name: 'echo', version: '1.0.0', tools: [TOOL] },
  'plugins/echo/package.json': { name: 'echo-plugin', dependencies: { '@acme/shared': 'workspace:*' } },
  'plugins/echo/index.ts': "import { shout } from '@acme/shared';\nexport const echo = (): string => shout('hello');\n",
  'packages/shared/package.json': { name: '@acme/shared', version: '1.0.0', exports: './src/index.ts' },
  'packages/shared/src/index.ts':
    "import { loud } from '@acme/text';\nimport words from './words.json' with { type: 'json' };\nexport const shout = (text: string): string => loud(text + words.end);\n",
  'packages/shared/src/words.json': { end: '!' },
  'packages/text/package.json': { name: '@acme/text', main: 'index.js' },
  'packages/text/index.js': 'export const loud = (text) => text.toUpperCase();\n',
  'private.ts': `export const word: string = '${SECRET}';\n`,
  'other/index.ts': `export const word: string = '${SECRET}';\n`,
};
const NPM: AuthorFiles = { 'package.json': { private: true, workspaces: ['plugins/*', 'packages/*'] } };
const YARN: AuthorFiles = { 'package.json': { workspaces: { packages: ['./plugins/*/', './packages/*/'] } } };
const PNPM: AuthorFiles = {
  'package.json': { private: true },
  'pnpm-workspace.yaml':
    '# ours\npackages:\n  # all\n  - "plugins/*" # tools\n\n  - packages/**\n  - \'!packages/old\'\ncatalog:\n  - other\n',
};
const PNPM_INLINE: AuthorFiles = { 'pnpm-workspace.yaml': 'packages: [\'plugins/*\', "packages/*"]\n' };

/** Links as package managers make them: npm and yarn in the root, pnpm beside each package. */
const link = (home: string, isPnpm: boolean): void => {
  for (const [from, name] of [
    ['plugins/echo', 'shared'],
    ['packages/shared', 'text'],
  ] as const) {
    const scope = join(home, isPnpm ? from : '', 'node_modules/@acme');
    mkdirSync(scope, { recursive: true });
    symlinkSync(join(home, 'packages', name), join(scope, name));
  }
};

describe('a plugin in a workspace', function () {
  this.timeout(60_000);
  let home: string;
  beforeEach(() => {
    home = realpathSync(temporaryFolder());
    writeFiles(home, PACKAGES);
  });
  afterEach(() => rmSync(home, { recursive: true }));
  const plugin = (): string => join(home, 'plugins/echo');
  const place = (kind: AuthorFiles, isPnpm = false): void => {
    writeFiles(home, kind);
    link(home, isPnpm);
  };
  const refusal = async (source: string) => {
    writeFiles(home, { 'plugins/echo/index.ts': source });
    try {
      const { files } = await packed(plugin());
      return JSON.stringify(files.map(({ bytes }) => new TextDecoder().decode(bytes)));
    } catch (error) {
      if (error instanceof BundleRefused) return error.refusals[0]?.reason ?? '';
      throw error;
    }
  };

  for (const [kind, files, isPnpm] of [
    ['npm', NPM, false],
    ['yarn', YARN, false],
    ['pnpm', PNPM, true],
    ['pnpm, in one line', PNPM_INLINE, true],
  ] as const)
    it(`of ${kind} is packed with the sources of linked packages`, async () => {
      place(files, isPnpm);
      const { files: packedFiles } = await packed(plugin());
      const textOf = (name: string): string =>
        new TextDecoder().decode(packedFiles.find(({ path }) => path === name)?.bytes);
      const { echo } = await import(`data:text/javascript,${encodeURIComponent(textOf('index.js'))}`);
      expect(echo()).to.equal('HELLO!');
      expect(JSON.parse(textOf('index.js.map')).sources).to.have.members([
        ...['packages/text/index.js', 'packages/shared/src/words.json', 'packages/shared/src/index.ts', 'index.ts'],
        ...['toolcell/own-global.ts'].filter((name) => textOf('index.js.map').includes(name)),
      ]);
      expect(JSON.stringify(packedFiles.map(({ bytes }) => new TextDecoder().decode(bytes)))).not.to.contain(home);
    });

  it('gives the same archive wherever the workspace lies', async () => {
    place(NPM);
    const { digest } = await packed(plugin());
    const elsewhere = join(realpathSync(temporaryFolder()), 'deep/er');
    try {
      cpSync(home, elsewhere, { recursive: true });
      rmSync(join(elsewhere, 'node_modules'), { recursive: true });
      link(elsewhere, false);
      expect((await packed(join(elsewhere, 'plugins/echo'))).digest).to.equal(digest);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });

  it('may import sources by the paths of a tsconfig.json that it extends', async () => {
    writeFiles(home, {
      ...NPM,
      'tsconfig.base.json': { compilerOptions: { paths: { '#shared': ['./packages/shared/src/index.ts'] } } },
      'plugins/echo/tsconfig.json': { extends: '../../tsconfig.base.json' },
    });
    link(home, false);
    expect(await refusal("import { shout } from '#shared';\nexport const echo = () => shout('a');")).to.contain(
      'shout',
    );
  });

  it('reads nothing of the workspace that is no package, and nothing above it', async () => {
    place(NPM);
    for (const name of ['../../private.ts', '../../other/index.ts', '../../../private.ts', `${home}/private.ts`])
      expect(await refusal(`import { word } from '${name}';\nexport const echo = () => word;`)).to.match(
        /lies outside the folder of the plugin|Could not resolve|cannot be found|is not installed|there is no/,
      );
    writeFiles(home, { 'packages/shared/notes.txt': SECRET });
    symlinkSync(join(home, 'private.ts'), join(home, 'packages/shared/src/link.ts'));
    for (const name of ['../../packages/shared/notes.txt', '../../packages/shared/src/link.ts'])
      expect(await refusal(`import word from '${name}';\nexport const echo = () => word;`)).not.to.contain(SECRET);
  });

  it('is in none if the patterns above do not lead to it, or lead out', () => {
    const inWorkspace = (workspaces: unknown): boolean => {
      writeFiles(home, { 'package.json': { workspaces } as object });
      return workspaceOf(plugin()) !== undefined;
    };
    for (const workspaces of [
      undefined,
      [],
      {},
      'plugins/*',
      [7],
      ['packages/*'],
      ['plugins'],
      ['plugins/*', '!plugins/echo'],
    ])
      expect(inWorkspace(workspaces), JSON.stringify(workspaces)).to.equal(false);
    for (const workspaces of [['../plugins/*'], ['/plugins/*'], ['plugins/../plugins/*'], ['*']])
      expect(inWorkspace(workspaces), JSON.stringify(workspaces)).to.equal(false);
    for (const workspaces of [['plugins/*'], ['plugins/echo'], ['**'], ['plug*/e*'], ['plugins/**']])
      expect(inWorkspace(workspaces), JSON.stringify(workspaces)).to.equal(true);
  });

  it('depends on the packages that it names, also by way of others', () => {
    writeFiles(home, NPM);
    const folders = ['packages/shared'].map((name) => join(home, name));
    expect(neighboursOf(plugin())).to.deep.equal(folders);
    writeFiles(home, {
      'packages/shared/package.json': { name: '@acme/shared', dependencies: { '@acme/text': '*', 'echo-plugin': '*' } },
    });
    expect(neighboursOf(plugin())).to.deep.equal([...folders, join(home, 'packages/text')]);
    expect(neighboursOf(join(home, 'other'))).to.deep.equal([]);
  });

  it('cannot make itself one', async () => {
    link(home, false);
    writeFiles(home, { 'plugins/echo/package.json': { workspaces: ['../../*', '../*', '**', '../../packages/*'] } });
    expect(await refusal("import { shout } from '@acme/shared';\nexport const echo = () => shout('');")).to.contain(
      'lies outside the folder of the plugin',
    );
  });

  it('takes no package.json that is a link to another workspace', () => {
    writeFiles(home, { 'fake.json': { workspaces: ['**'] } });
    mkdirSync(join(home, 'inner/plugins/echo'), { recursive: true });
    symlinkSync(join(home, 'fake.json'), join(home, 'inner/package.json'));
    expect(workspaceOf(join(home, 'inner/plugins/echo'))).to.equal(undefined);
  });

  it('tests its files with packages of the workspace, too', async () => {
    place(NPM);
    writeFiles(home, {
      'plugins/echo/plugin.test.ts':
        "import { shout } from '@acme/shared';\nexport const cases = [{ tool: 'echo', result: shout('hello') }];\n",
    });
    expect(JSON.stringify(await testBundle(join(plugin(), 'plugin.test.ts'), plugin()))).to.contain('toUpperCase');
  });

  it('has the types of its packages checked', async function () {
    skipWithout(this, 'types in a workspace', process.platform === 'linux' ? undefined : 'no bubblewrap');
    linkPackages(home);
    mkdirSync(join(plugin(), 'node_modules/@acme'), { recursive: true });
    symlinkSync(join(home, 'packages/shared'), join(plugin(), 'node_modules/@acme/shared'));
    mkdirSync(join(home, 'packages/shared/node_modules/@acme'), { recursive: true });
    symlinkSync(join(home, 'packages/text'), join(home, 'packages/shared/node_modules/@acme/text'));
    writeFiles(home, {
      ...NPM,
      'packages/text/index.d.ts': 'export declare const loud: (text: string) => string;\n',
      'packages/text/package.json': { name: '@acme/text', main: 'index.js', types: 'index.d.ts' },
      'plugins/echo/index.ts':
        "import { shout } from '@acme/shared';\nexport const echo = (): number => shout('hello');\n",
      'tsconfig.base.json': { compilerOptions: { composite: true, rootDir: '.' } },
      'plugins/echo/tsconfig.json': { extends: '../../tsconfig.base.json' },
    });
    const found = await checkTypes(plugin(), { searchPath: process.env.PATH ?? '', isTrusted: true });
    expect(found.state === 'checked' && found.errors).to.deep.equal([
      "index.ts:2:35: TS2322: Type 'string' is not assignable to type 'number'.",
    ]);
  });
});
