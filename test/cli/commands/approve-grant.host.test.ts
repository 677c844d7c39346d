// An upgrade that asks for more: one step grants and approves it, and until then the version before serves. `add` says what a plugin needs.

import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { StandbyVersion } from '../../../src/shared/protocol/admin.ts';
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
  this.timeout(120_000);
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

    expect((await callTool(running.url, 'note')).body).to.equal(1);
    expect((await run(['approve', 'notes', '--grant', '--dry-run'])).stdout).to.contain('Nothing was changed');

    const both = await run(['approve', 'notes', '--grant', '--yes', '--json']);
    expect(both.code, both.stderr).to.equal(0);
    expect(JSON.parse(both.stdout).granted).to.deep.equal(['keep values between calls, shared by all its callers']);
    await running.entry(({ msg, version }) => msg === 'serves' && version === '2.0.0');
    expect((await callTool(running.url, 'note')).body).to.equal(2);
    expect(await listed(running.url)).to.contain('"note"');
  });

  it('stands by after its approval until it has its grants, also after a restart and for the admin API', async () => {
    place('1.0.0', {}, 'export const note = () => 1;');
    const secret = 'x'.repeat(43);
    const adminKeys = { ada: { hash: `sha256:${createHash('sha256').update(secret).digest('hex')}`, role: 'operate' } };
    let running = await startServer({ plugins, config: { server: { adminKeys } } });
    server = running;
    const run = (words: readonly string[]): Promise<Ran> =>
      runHere([...words, '--plugins', plugins, '--config', running.configFile], { cwd: running.folder });
    const admin = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${running.url}/admin/plugins/notes${path}`, {
        ...{ method, headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' } },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await response.json()) as { state: string; serving: { version: string }; standby: StandbyVersion[] };
    };
    place('2.0.0', { store: {} }, KEEPS);
    const { digest } = await running.entry(({ msg }) => msg === 'waits for approval');
    expect(await admin('POST', '/approve', { digest })).to.include({ state: 'waits for grants' });
    expect((await callTool(running.url, 'note')).body).to.equal(1);
    expect(await listed(running.url)).to.contain('"note"');
    await running.entry(({ msg, hint }) => msg === 'waits for grants' && hint === 'toolcell grant notes');

    await running.end();
    running = await startServer({ plugins, folder: running.folder, config: { server: { adminKeys } } });
    server = running;
    expect(running.stdout()).to.contain('notes 2.0.0 (notes-2.0.0): see what it asks for with "toolcell grant notes');
    const report = await admin('GET', '');
    expect(report.serving.version).to.equal('1.0.0');
    expect(report.standby).to.deep.include.members([
      { ...report.standby[0], version: '2.0.0', cause: 'waits for grants' },
    ]);
    const list = (await run(['list'])).stdout;
    expect(list)
      .to.match(/1\.0\.0 +accepted/)
      .and.to.match(/2\.0\.0 +waits for grants/);

    place('3.0.0', { store: {} }, KEEPS.replace("'a', 2", "'a', 3"));
    await running.entry(({ msg, version }) => msg === 'waits for approval' && version === '3.0.0');
    const alone = await run(['approve', 'notes', '3.0.0', '--yes']);
    expect(alone.code, alone.stderr).to.equal(0);
    expect(alone.stdout)
      .to.contain('3.0.0 is approved, and stands by until it has its grants: 1.0.0 goes on serving.')
      .and.to.contain('toolcell grant notes');
    expect((await callTool(running.url, 'note')).body).to.equal(1);
    const granted = await run(['grant', 'notes', '--yes']);
    expect(granted.stdout).to.contain('The running server has taken it up');
    // In force with the command's answer.
    expect((await callTool(running.url, 'note')).body).not.to.equal(1);
    expect((await admin('GET', '')).serving.version).to.equal('3.0.0');
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
