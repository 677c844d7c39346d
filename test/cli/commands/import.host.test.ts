// `toolcell import`: finds out what it was given, shows or writes a plugin, renews it, and lists what was imported.

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { notesApi } from '../import/openapi/notes-api.ts';
import { writeFiles } from '../plugin-folder.ts';
import { runHere, temporaryFolder } from '../run-command.ts';

const SERVER = 'https://api.notes.test';

interface Report {
  readonly name: string;
  readonly version: string;
  readonly tokens: { readonly total: number };
  readonly documentTokens: number;
  readonly changes: readonly { readonly where: string; readonly isWidening: boolean }[];
  readonly importedFrom: object;
}

describe('toolcell import', function () {
  this.timeout(120_000);
  const { path: cwd, remove } = temporaryFolder();
  const run = (...words: string[]) => runHere(['import', ...words], { cwd });
  const report = async (...words: string[]): Promise<Report> =>
    JSON.parse((await run(...words, '--json')).stdout) as Report;

  before(() => {
    writeFiles(cwd, { 'notes.json': notesApi(SERVER), 'other.json': notesApi(SERVER), 'plain.txt': 'hello' });
    mkdirSync(join(cwd, 'plugins'));
  });
  after(remove);

  it('shows everything and writes nothing with --dry-run', async () => {
    const { code, stdout } = await run('notes.json', '--dry-run');
    expect(code).to.equal(0);
    expect(stdout)
      .to.include('notes.json is a file that begins as the description of an API does: imported as openapi')
      .and.include('✓ notes 1.2.0 would be written to notes')
      .and.include('5 of 5 operations')
      .and.include('"NOTES_KEY": {"plugin": "notes", "origin": "https://api.notes.test", "env": "NOTES_KEY"}');
    expect(existsSync(join(cwd, 'notes'))).to.equal(false);
  });

  it('writes a plugin that costs fewer tokens than its document', async () => {
    const { name, version, tokens, documentTokens, importedFrom } = await report(
      'openapi',
      'notes.json',
      '--as',
      'plugins/notes',
    );
    expect([name, version]).to.deep.equal(['notes', '1.2.0']);
    expect(tokens.total).to.be.lessThan(documentTokens);
    const manifest = JSON.parse(readFileSync(join(cwd, 'plugins/notes/plugin.json'), 'utf8'));
    expect(manifest.importedFrom).to.deep.equal(importedFrom);
    expect(importedFrom).to.deep.include({ kind: 'openapi', source: 'notes.json', version: '1.2.0' });
  });

  it('changes nothing if the source is the same, and renews the plugin under a higher version if it is not', async () => {
    expect(await report('notes.json', '--as', 'plugins/notes')).to.deep.include({ version: '1.2.0', changes: [] });
    const api = notesApi(SERVER);
    writeFiles(cwd, { 'notes.json': { ...api, paths: { ...api.paths, '/new': { get: { responses: {} } } } } });
    const { version, changes } = await report('openapi:notes.json', '--as', 'plugins/notes');
    expect(version).to.equal('1.2.1');
    expect(changes.filter(({ isWidening }) => isWidening).map(({ where }) => where)).to.deep.equal([
      '/capabilities/fetch',
    ]);
  });

  it('overwrites nothing that came from somewhere else', async () => {
    expect(await run('other.json', '--as', 'plugins/notes')).to.deep.include({ code: 2, stdout: '' });
    writeFiles(cwd, { 'own/index.js': '1' });
    expect((await run('other.json', '--as', 'own')).stderr).to.include(
      'exists already, and was not imported: it is not overwritten',
    );
  });

  it('lists what was imported', async () => {
    const { plugins } = JSON.parse((await run('--list', '--json')).stdout) as { plugins: { name: string }[] };
    expect(plugins.map(({ name }) => name)).to.deep.equal(['notes']);
    expect((await run('--list')).stdout).to.match(/notes +1\.2\.1 +openapi notes\.json, version 1\.2\.0 +notes/);
  });

  it('says what it cannot import, and what it can', async () => {
    expect(await run()).to.deep.include({ code: 2 });
    expect((await run('plain.txt')).stderr).to.match(
      /"plain\.txt" is of no kind that can be imported → npm: a package of .*; openapi: the description/,
    );
    expect((await run('no-such-file')).stderr).to.include('is no file, no address and no kind that is known');
    expect(await run('openapi', 'plain.txt')).to.deep.include({ code: 1 });
    expect((await run('notes.json', '--only', 'nonsense')).stderr).to.include('nothing fits "nonsense"');
  });
});
