// `toolcell new`: the files that it writes, and the questions that it asks. It never replaces a file.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readManifest } from '../../../src/catalog/manifest/manifest.ts';
import { packed as packFolder } from '../../support/pack.ts';
import { writeFiles } from '../plugin-folder.ts';
import { runHere, temporaryFolder } from '../run-command.ts';

describe('toolcell new', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());
  const here = (words: string[], options: { input?: string; isTerminal?: boolean } = {}) =>
    runHere(['new', ...words], { cwd: folder.path, ...options });
  const manifestIn = (name: string) => readManifest(readFileSync(join(folder.path, name, 'plugin.json')));

  const manifestTools = (name: string): readonly string[] =>
    readFileSync(join(folder.path, name, 'index.js'), 'utf8')
      .matchAll(/export const (\w+) = defineTool/g)
      .map(([, tool = '']) => tool)
      .toArray();

  for (const language of ['javascript', 'typescript']) {
    it(`writes a plugin in ${language} that is named after its folder, and its tool after it`, async () => {
      const { code, stdout } = await here(['word-count', `--${language}`]);
      expect(code).to.equal(0);
      expect(stdout)
        .to.contain('word-count has ')
        .and.match(/^ {2}(npx toolcell|toolcell|node .*toolcell\.js) dev /m);
      const { manifest } = await packFolder(join(folder.path, 'word-count'));
      expect(manifest.name).to.equal('word-count');
      expect(manifest.tools.map(({ name }) => name)).to.deep.equal(['wordCount']);
      const extension = language === 'typescript' ? 'ts' : 'js';
      expect(readdirSync(join(folder.path, 'word-count'))).to.include.members([
        `index.${extension}`,
        `plugin.test.${extension}`,
      ]);
      for (const file of readdirSync(join(folder.path, 'word-count')).filter((file) => file !== 'node_modules'))
        expect(readFileSync(join(folder.path, 'word-count', file), 'utf8')).not.to.match(/example-plugin|exampleTool/);
    });
  }

  it('gives the tool a name that a function can have', async () => {
    for (const [name, tool] of Object.entries({ '3d': 'run3dTool', delete: 'deleteTool', '1-a': 'run1ATool' })) {
      await here([name]);
      expect(manifestIn(name).tools[0]?.name).to.equal(tool);
    }
  });

  it('names the types by the package that is installed', async () => {
    const sources = async (name: string): Promise<string> => {
      await here([name, '--typescript']);
      return ['tsconfig.json', 'index.ts'].map((file) => readFileSync(join(folder.path, name, file), 'utf8')).join('');
    };
    // A checkout that has built its package offers the types of that.
    const [first, isBuilt] = [await sources('first'), existsSync('dist/types/tsconfig.json')];
    expect(first).to.contain(isBuilt ? '"toolcell/tsconfig.json"' : '"@toolcell/plugin/tsconfig.json"');
    expect(first).to.contain(isBuilt ? `'toolcell/plugin'` : `'@toolcell/plugin'`);
    writeFiles(folder.path, { 'node_modules/toolcell/dist/types/tsconfig.json': {} });
    expect(await sources('second'))
      .to.contain('"toolcell/tsconfig.json"')
      .and.contain(`'toolcell/plugin'`);
    writeFiles(folder.path, { 'node_modules/@toolcell/plugin/package.json': { name: '@toolcell/plugin' } });
    expect(await sources('third')).to.contain('"@toolcell/plugin/tsconfig.json"');
  });

  it('leads an editor to the types, also if no package of them is installed', async () => {
    await here(['linked', '--typescript']);
    const cwd = join(folder.path, 'linked');
    const description = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
    expect(description).to.include({ name: 'linked', private: true, type: 'module' });
    const [[name, place] = []] = Object.entries<string>(description.devDependencies);
    const target = join(cwd, String(place).replace(/^file:/, ''));
    expect(realpathSync(join(cwd, 'node_modules', String(name)))).to.equal(realpathSync(target));
    expect(JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'))).to.include({ name });
    await here(['plain', '--javascript']);
    expect(readdirSync(join(folder.path, 'plain')))
      .to.include('package.json')
      .and.not.include('node_modules');
  });

  it('prints a command that npx finds above a package of its own', async () => {
    writeFiles(folder.path, { 'node_modules/.bin/toolcell': '' });
    expect((await here(['below'])).stdout).to.match(/^ {2}npx toolcell dev /m);
  });

  it('gives tools with an ending the name of the plugin alone', async () => {
    await here(['todo', '--template', 'store', '--javascript']);
    expect(manifestTools('todo')).to.not.be.empty;
    for (const name of manifestTools('todo'))
      expect(name)
        .to.match(/^todo[A-Z]/)
        .and.not.match(/^todoTool/);
  });

  it('writes nothing into a folder that is not empty, and says so', async () => {
    mkdirSync(join(folder.path, 'mine'));
    writeFileSync(join(folder.path, 'mine', 'notes.txt'), 'mine');
    writeFileSync(join(folder.path, 'file'), 'mine');
    for (const name of ['mine', 'file']) {
      const { code, stderr } = await here([name]);
      expect(code).to.equal(2);
      expect(stderr).to.contain('exists already');
    }
    expect(readdirSync(join(folder.path, 'mine'))).to.deep.equal(['notes.txt']);
  });

  it('asks for missing values on a terminal only', async () => {
    expect((await here([])).stderr).to.contain('NAME is missing');
    const asked = await here(['asked'], { input: 'ts\n', isTerminal: true });
    expect(asked.stderr).to.contain('JavaScript or TypeScript?');
    expect(readdirSync(join(folder.path, 'asked'))).to.include('index.ts');
    expect(await here([], { isTerminal: true })).to.deep.include({ code: 2 });
    expect(await here(['without-answer'], { isTerminal: true })).to.deep.include({ code: 2 });
    await here(['unasked']);
    expect(readdirSync(join(folder.path, 'unasked'))).to.include('index.js');
  });

  it('asks again for a name or a language that is not possible', async () => {
    mkdirSync(join(folder.path, 'taken'));
    writeFileSync(join(folder.path, 'taken', 'notes.txt'), 'mine');
    const answers = 'Word Count\ntaken\nword-count\nmaybe\nTS\n';
    const { code, stderr } = await here([], { input: answers, isTerminal: true });
    expect(code).to.equal(0);
    expect(stderr)
      .to.contain('"Word Count" cannot be the name of a plugin')
      .and.contain('For instance: word-count')
      .and.match(/taken exists already/)
      .and.contain('Answer js or ts.');
    expect(readdirSync(join(folder.path, 'word-count'))).to.include('index.ts');
  });

  it('prints commands that run in the new folder', async () => {
    const { stdout } = await here(['word-count']);
    const [, change = '', command = ''] = /^ {2}(cd .+)\n {2}(.+) dev {2,}/m.exec(stdout) ?? [];
    expect(change).to.equal('cd word-count');
    const ran = spawnSync('sh', ['-c', `${change} && ${command} --version`], {
      cwd: folder.path,
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', HOME: folder.path, npm_config_offline: 'true' },
    });
    expect([ran.status, ran.stdout]).to.match(/^0,\d+\.\d+\.\d+\n$/);
  });

  it('names a template that does not exist', async () => {
    const { code, stderr } = await here(['one', '--template', 'apis']);
    expect([code, stderr]).to.match(/^2,✗ --template: there is no template "apis" → basic, api, store, many-tools/);
    expect(existsSync(join(folder.path, 'one'))).to.equal(false);
  });

  it('refuses a wrong name, and proposes a possible one', async () => {
    const { code, stderr } = await here(['Word Count!']);
    expect(code).to.equal(2);
    expect(stderr).to.contain('For instance: word-count');
  });

  it('answers in JSON with --json', async () => {
    const { stdout } = await here(['word-count', '--json']);
    expect(JSON.parse(stdout)).to.deep.include({ ok: true, name: 'word-count', language: 'javascript' });
  });
});
