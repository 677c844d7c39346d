// `toolcell init`: the files that it writes. It changes nothing that exists.

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadConfig } from '../../../src/settings/load/load.ts';
import { runHere, temporaryFolder } from '../run-command.ts';

const FILE = 'sandbox.config.json';

describe('toolcell init', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());
  const init = (...words: string[]) => runHere(['init', ...words], { cwd: folder.path });

  it('makes a configuration and a plugins folder, and names them', async () => {
    const { code, stdout, stderr } = await init();
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(readdirSync(folder.path).sort()).to.deep.equal(['plugins', FILE]);
    expect(stdout).to.contain(`made ${FILE}`).and.contain('made plugins').and.contain('toolcell serve');
  });

  it('writes defaults with comments: the settings in force are those without the file', async () => {
    await init();
    const text = readFileSync(join(folder.path, FILE), 'utf8');
    expect(text.match(/^ *\/\/ /gm)).to.have.length.above(8);
    for (const line of text.split('\n')) expect(line.length, line).to.be.at.most(130);
    const loaded = loadConfig({ cwd: folder.path });
    if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
    const without = loadConfig({ cwd: folder.path, args: ['--config', '/dev/null'] });
    expect(without.ok).to.equal(false);
    mkdirSync(join(folder.path, 'other'));
    const bare = loadConfig({ cwd: join(folder.path, 'other') });
    if (!bare.ok) throw new Error(bare.problems.join('\n'));
    const plain = JSON.stringify(bare.config).replaceAll(join(folder.path, 'other'), folder.path);
    expect(JSON.parse(JSON.stringify(loaded.config))).to.deep.equal(JSON.parse(plain));
  });

  it('with --server sets up log, audit log, API keys and figures, all beside the configuration, and with comments', async () => {
    const { code, stdout, stderr } = await init('--server');
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.contain('toolcell key create --client NAME');
    const loaded = loadConfig({ cwd: folder.path });
    if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
    const { access, log, audit, metrics } = loaded.config;
    expect([access.keysFile, log.file, audit.file]).to.deep.equal(
      ['keys.json', 'toolcell.log', 'audit.log'].map((name) => join(folder.path, name)),
    );
    expect([log.format, metrics.enabled]).to.deep.equal(['json', true]);
    const text = readFileSync(join(folder.path, FILE), 'utf8');
    for (const line of text.split('\n')) expect(line.length, line).to.be.at.most(130);
    const made = await runHere(['key', 'create', '--client', 'ada'], { cwd: folder.path });
    expect(made.code, made.stderr).to.equal(0);
    expect(
      readdirSync(folder.path)
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).to.deep.equal(['audit.log', 'keys.json', 'plugins', FILE].sort());
    expect((await init('--server')).stdout).not.to.contain('key create');
  });

  it('does not change a configuration, and makes the plugins folder that it names', async () => {
    const own = '{ "plugins": { "folder": "tools" } } // mine';
    writeFileSync(join(folder.path, FILE), own);
    const { code, stdout } = await init();
    expect(code).to.equal(0);
    expect(readFileSync(join(folder.path, FILE), 'utf8')).to.equal(own);
    expect(readdirSync(folder.path).sort()).to.deep.equal([FILE, 'tools']);
    expect(stdout).to.contain(`${FILE} exists already and was not changed`).and.contain('made tools');
  });

  it('changes nothing the second time', async () => {
    await init();
    const before = statSync(join(folder.path, FILE)).mtimeMs;
    const { code, stdout } = await init('--json');
    expect(code).to.equal(0);
    const { config, plugins } = JSON.parse(stdout);
    expect([config.isNew, plugins.isNew]).to.deep.equal([false, false]);
    expect(statSync(join(folder.path, FILE)).mtimeMs).to.equal(before);
  });

  it('makes the folder that is named', async () => {
    const { code, stdout } = await init('a/b');
    expect(code).to.equal(0);
    expect(existsSync(join(folder.path, 'a/b', FILE))).to.equal(true);
    expect(stdout).to.contain('cd a/b');
  });

  it('names the schema of the package that is installed there', async () => {
    mkdirSync(join(folder.path, 'node_modules/toolcell/schemas'), { recursive: true });
    writeFileSync(join(folder.path, 'node_modules/toolcell/schemas/sandbox.config.schema.json'), '{}');
    await init();
    expect(readFileSync(join(folder.path, FILE), 'utf8')).to.contain(
      '"$schema": "./node_modules/toolcell/schemas/sandbox.config.schema.json"',
    );
  });

  it('does not replace a file by a folder, with exit code 2', async () => {
    writeFileSync(join(folder.path, 'taken'), '');
    const { code, stderr } = await init('taken');
    expect(code).to.equal(2);
    expect(stderr).to.match(/taken cannot be made \(EEXIST\) → /);
  });
});
