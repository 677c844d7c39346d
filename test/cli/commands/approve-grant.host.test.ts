// An upgrade that asks for more: one step grants and approves it, and until then the version before serves. `add` says what a plugin needs.

import { mkdirSync, realpathSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { callTool } from '../../support/host.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';
import { writeFiles } from '../plugin-folder.ts';
import { type Ran, runHere, temporaryFolder } from '../run-command.ts';

const manifest = (version: string, capabilities: object): object => ({
  ...{ name: 'notes', version, capabilities },
  tools: [{ name: 'note', description: 'Notes one thing.', inputSchema: { type: 'object' }, outputSchema: {} }],
});
const KEEPS = `export const note = async (_args, { store }) => { await store.set('a', 2); return store.get('a'); };`;

describe('a version that asks for more than is granted', function () {
  this.timeout(60_000);
  let folder: ReturnType<typeof temporaryFolder>;
  let plugins: string;
  let server: ServerProcess | undefined;
  beforeEach(() => {
    folder = temporaryFolder();
    plugins = join(realpathSync(folder.path), 'plugins');
    mkdirSync(plugins);
  });
  afterEach(() => {
    server?.remove();
    server = undefined;
    folder.remove();
  });
  const place = (version: string, capabilities: object, source: string): void =>
    writeFiles(join(plugins, `notes-${version}`), {
      'plugin.json': manifest(version, capabilities),
      'index.js': source,
    });
  const listed = async (url: string): Promise<string> => (await fetch(`${url}/mcp/metadata`)).text();

  it('leaves the version before serving until it is granted and approved in one step', async () => {
    place('1.0.0', {}, 'export const note = () => 1;');
    const running = await startServer({ plugins });
    server = running;
    const run = (words: readonly string[]): Promise<Ran> =>
      runHere([...words, '--plugins', plugins, '--config', running.configFile], { cwd: running.folder });
    place('2.0.0', { store: {} }, KEEPS);
    await running.entry(({ msg }) => msg === 'waits for approval');

    const alone = await run(['approve', 'notes', '--yes']);
    expect(alone.code, alone.stdout).to.equal(1);
    expect(alone.stderr).to.contain('1.0.0 goes on serving').and.to.contain('approve notes 2.0.0 --grant');
    expect((await callTool(running.url, 'note')).body).to.equal(1);
    expect((await run(['approve', 'notes', '--grant', '--dry-run'])).stdout).to.contain('Nothing was changed');

    const both = await run(['approve', 'notes', '--grant', '--yes', '--json']);
    expect(both.code, both.stderr).to.equal(0);
    expect(JSON.parse(both.stdout).granted).to.deep.equal(['keep values between calls, shared by all its callers']);
    await running.entry(({ msg, version }) => msg === 'serves' && version === '2.0.0');
    expect((await callTool(running.url, 'note')).body).to.equal(2);
    expect(await listed(running.url)).to.contain('"note"');
  });

  it('is said to need a grant when it is added', async () => {
    const run = (words: readonly string[]): Promise<Ran> => runHere(words, { cwd: join(plugins, '..') });
    rmdirSync(plugins);
    writeFiles(join(plugins, '..', 'own'), { 'plugin.json': manifest('1.0.0', { store: {} }), 'index.js': KEEPS });
    expect((await run(['pack', 'own'])).code).to.equal(0);
    const added = await run(['add', 'notes-1.0.0.tgz']);
    expect(added.code, added.stderr).to.equal(0);
    expect(added.stderr).to.contain(`this begins a new installation: ${plugins}`);
    expect(added.stdout).to.contain('Agents find its tools only after a grant').and.to.contain('toolcell grant notes');
    const again = await run(['add', 'notes-1.0.0.tgz', '--json']);
    expect(JSON.parse(again.stdout)).to.include({ waitsForGrants: true });
    expect(again.stderr).not.to.contain('new installation');
    await run(['grant', 'notes', '--yes']);
    expect((await run(['add', 'notes-1.0.0.tgz'])).stdout).not.to.contain('grant');
  });
});
