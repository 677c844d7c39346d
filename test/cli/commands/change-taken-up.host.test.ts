// Commands that change the configuration while a server runs: they say whether it has taken the change up, and undo what it refuses.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { keyHashOf, makeAdminKey } from '../../../src/front/doors/api-key.ts';
import type { ServerReport } from '../../../src/shared/protocol/admin.ts';
import { writePlugins } from '../../support/config.ts';
import { callTool } from '../../support/host.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';
import { type Ran, runHere } from '../run-command.ts';

const origin = 'https://api.example.com';
const KEEPER = {
  source: `export const keep = async (_args, { store }) => { await store.set('a', 1); return store.get('a'); };`,
  tools: { keep: {} },
  manifest: { capabilities: { store: {} } },
};
const ASKER = {
  source: 'export const ask = () => 1;',
  tools: { ask: {} },
  manifest: { capabilities: { fetch: [{ origin }], secrets: [{ name: 'NOWHERE_SET', origin }] } },
};
const GRANTED = { grants: { keeper: { store: true } } };
/** The file, with a secret that the server cannot read. */
const REFUSED = { ...GRANTED, secrets: { GONE: { plugin: 'asker', origin, env: 'NOWHERE_SET' } } };
const metrics = { enabled: true, port: 0 };

describe('a command that changes the configuration of a running server', function () {
  this.timeout(120_000);
  let plugins: string;
  let server: ServerProcess;
  beforeEach(() => {
    plugins = writePlugins({ keeper: KEEPER, asker: ASKER });
  });
  afterEach(() => {
    server.remove();
    rmSync(plugins, { recursive: true, force: true });
  });

  const start = async (config: object = {}): Promise<void> => {
    server = await startServer({ plugins, config });
    await server.entry(({ msg }) => msg === 'started');
  };
  const run = (words: readonly string[]): Promise<Ran> =>
    runHere([...words, '--plugins', plugins, '--config', server.configFile], { cwd: server.folder });
  /** A busy machine may keep the store waiting for too long. */
  const keep = async (): ReturnType<typeof callTool> => {
    const reply = await callTool(server.url, 'keep');
    return reply.code === 'store_unavailable' ? keep() : reply;
  };
  const sockets = () => readdirSync(plugins).filter((name) => name.startsWith('.toolcell-server.'));
  const text = (): string => readFileSync(server.configFile, 'utf8');

  it('ends when the server has taken the change up', async () => {
    await start();
    const granted = await run(['grant', 'keeper', '--yes']);
    expect(granted.code, granted.stderr).to.equal(0);
    expect(granted.stdout).to.contain('The running server has taken it up');
    expect((await keep()).body).to.equal(1);
    const revoked = await run(['revoke', 'keeper', '--yes', '--json']);
    expect(revoked.code, revoked.stderr).to.equal(0);
    expect(JSON.parse(revoked.stdout)).to.have.nested.property('servers[0].processId');
    expect((await keep()).code).to.equal('not_granted');
  });

  it('undoes a change that the server refuses, so that the next one is taken up', async () => {
    await start(GRANTED);
    const before = text();
    const refused = await run(['grant', 'asker', '--yes']);
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.contain('NOWHERE_SET').and.to.contain('So the change was undone.');
    expect(refused.stdout).not.to.contain('✓');
    expect(text()).to.equal(before);
    expect((await run(['revoke', 'keeper', '--yes'])).code).to.equal(0);
    expect((await keep()).code).to.equal('not_granted');
  });

  it('says that a change is not in force if the server has refused the file before, and again if there is nothing to change', async () => {
    const key = makeAdminKey();
    const more = { metrics, server: { adminKeys: { panel: { hash: keyHashOf(key), role: 'read' } } } };
    await start({ ...GRANTED, ...more });
    const configuration = async () => {
      const report = await fetch(`${server.url}/admin/server`, { headers: { authorization: `Bearer ${key}` } });
      return ((await report.json()) as ServerReport).configuration;
    };
    expect(await configuration()).to.deep.equal({ state: 'in force', problems: [], waitsForRestart: [] });
    const figures = await server.entry(({ msg }) => String(msg).startsWith('figures for Prometheus'));
    const figure = async (): Promise<string | undefined> => {
      const text = await (await fetch(String(figures.msg).replace(/^.* at /, ''))).text();
      return /^toolcell_configuration_refused (\d)$/m.exec(text)?.[1];
    };
    expect(await figure()).to.equal('0');
    writeFileSync(server.configFile, JSON.stringify({ ...REFUSED, ...more }));
    await server.entry(({ msg }) => msg === 'configuration refused');
    for (const words of [
      ['revoke', 'keeper', '--yes'],
      ['revoke', 'keeper'],
    ]) {
      const revoked = await run(words);
      expect(revoked.code, revoked.stdout).to.equal(3);
      expect(revoked.stdout).to.contain('this is not in force').and.to.contain('NOWHERE_SET').and.not.to.contain('✓');
    }
    expect((await keep()).body).to.equal(1);
    const status = await run(['status']);
    expect(status.stdout).to.contain('refuses the configuration file and goes on with the one before:');
    expect(status.code).to.equal(3);
    expect(await figure()).to.equal('1');
    const { state, problems } = await configuration();
    expect([state, problems.join()]).to.have.property('0', 'refused');
    expect(problems.join()).to.contain('NOWHERE_SET');
    expect((await run(['revoke', 'asker', '--yes'])).code).to.equal(0);
    await server.entry(({ msg }) => msg === 'configuration is accepted again');
    expect(await figure()).to.equal('0');
    expect((await keep()).code).to.equal('not_granted');
  });

  it('says so if the server waits for a signal, or if none answers', async () => {
    await start({ plugins: { watch: false } });
    expect((await run(['grant', 'keeper', '--yes'])).stdout).to.contain(`kill -HUP ${server.child.pid}`);
    const killed = new Promise((resolve) => server.child.once('exit', resolve));
    server.child.kill('SIGKILL');
    await killed;
    const alone = await run(['revoke', 'keeper', '--yes']);
    expect([alone.code, alone.stdout]).to.have.property('0', 0);
    expect(alone.stdout).to.contain('No running server answered');
  });

  it('says that nothing is known of a server that does not answer, with exit code 3', async () => {
    await start();
    server.child.kill('SIGSTOP');
    const granted = await run(['grant', 'keeper', '--yes']);
    expect([granted.code, granted.stdout]).to.have.property('0', 3);
    expect(granted.stdout)
      .to.contain('whether this is in force is not known')
      .and.to.contain(`(process ${server.child.pid}) did not answer`)
      .and.not.to.contain('✓');
    server.child.kill('SIGCONT');
    const again = await run(['grant', 'keeper', '--yes']);
    expect(again.code, again.stdout).to.equal(0);
    expect((await keep()).code).not.to.equal('not_granted');
  });

  it('waits for a server that is starting', async () => {
    const source = 'for (let i = 0; i < 3e8; i += 1); export const late = () => 1;';
    writePlugins({ slow: { source, tools: { late: {} } } }, plugins);
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-starting-'));
    const starting = startServer({ plugins, folder });
    while (sockets().length === 0) await setTimeout(5);
    const file = join(folder, 'sandbox.config.json');
    const granted = await runHere(['grant', 'keeper', '--yes', '--plugins', plugins, '--config', file], {
      cwd: folder,
    });
    server = await starting;
    expect(granted.code, granted.stderr).to.equal(0);
    expect(granted.stdout).to.match(/The running server has taken it up|The server that starts takes it up/);
    expect((await keep()).code).not.to.equal('not_granted');
  });

  it('finds no socket of a server that has ended', async () => {
    await start();
    expect(sockets()).to.have.lengthOf(1);
    await server.end();
    expect(sockets()).to.deep.equal([]);
  });
});
