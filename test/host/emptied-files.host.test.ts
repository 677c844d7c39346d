// The store or the audit log is emptied between two starts: the server says so, once, and a new file is no such case.

import { existsSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runHere, temporaryFolder } from '../cli/run-command.ts';
import { writePlugins } from '../support/config.ts';
import { callTool } from '../support/host.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const KEEPING = {
  source: `export const keep = async (_, { store }) => { await store.set('a', 'here'); return 'kept'; };`,
  tools: { keep: {} },
  manifest: { capabilities: { store: {} } },
};

describe('a server whose files were emptied', function () {
  this.timeout(90_000);
  const home = temporaryFolder();
  let plugins: string;
  let server: ServerProcess | undefined;
  before(() => {
    plugins = writePlugins({ keeping: KEEPING });
  });
  afterEach(() => void server?.child.kill('SIGKILL'));
  after(() => {
    home.remove();
    rmSync(plugins, { recursive: true });
  });

  const at = (name: string): string => join(home.path, name);
  /** Starts, keeps a value and ends; returns what the log says of emptied files. */
  const toldByStart = async (): Promise<readonly string[]> => {
    server = await startServer({
      plugins,
      folder: home.path,
      config: {
        log: { format: 'json' },
        audit: { file: 'audit.jsonl' },
        store: { file: 'store.sqlite' },
        grants: { keeping: { store: true } },
      },
    });
    expect((await callTool(server.url, 'keep')).body).to.equal('kept');
    await server.end();
    return server.entries().flatMap(({ level, msg }) => (level === 50 ? [String(msg)] : []));
  };

  it('says which, what was there and what to do, and does not say it again', async () => {
    // A new server, whose files a command has looked at before.
    await runHere(['doctor'], { cwd: home.path });
    expect(await toldByStart()).to.deep.equal([]);
    expect(await toldByStart()).to.deep.equal([]);
    truncateSync(at('audit.jsonl'));
    for (const file of ['store.sqlite', 'store.sqlite-wal', 'store.sqlite-shm'])
      if (existsSync(at(file))) truncateSync(at(file));
    const doctor = await runHere(['doctor', '--json'], { cwd: home.path });
    const { findings } = JSON.parse(doctor.stdout) as { findings: readonly Readonly<Record<string, string>>[] };
    const warned = findings.filter(({ level, check = '' }) => level === 'warning' && /store|audit/.test(check));
    expect(warned.map(({ check }) => check)).to.deep.equal(['audit log', 'store']);
    const [store, audit, ...others] = await toldByStart();
    expect(store).to.match(
      /^the store \/.*\/store\.sqlite was made before, and is empty or gone now: .* → put the last/,
    );
    expect(audit).to.match(
      /^the audit log \/.* had \d+ entries and is empty now: .* its last entry had the hash [0-9a-f]{64}$/,
    );
    expect(others).to.deep.equal([]);
    expect(await toldByStart()).to.deep.equal([]);
  });

  it('says so of files that are gone', async () => {
    rmSync(at('store.sqlite'));
    rmSync(at('audit.jsonl'));
    const told = await toldByStart();
    expect(told.map((text) => text.split(' ').slice(0, 3).join(' '))).to.deep.equal([
      `the store ${at('store.sqlite')}`,
      'the audit log',
    ]);
  });
});
