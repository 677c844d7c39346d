// Commands that change the configuration while a server runs: they say whether it has taken the change up, and undo what it refuses.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
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
  this.timeout(60_000);
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
  const text = (): string => readFileSync(server.configFile, 'utf8');

  it('ends when the server has taken the change up', async () => {
    await start();
    const granted = await run(['grant', 'keeper', '--yes']);
    expect(granted.code, granted.stderr).to.equal(0);
    expect(granted.stdout).to.contain('The running server has taken it up');
    expect((await callTool(server.url, 'keep')).body).to.equal(1);
    const revoked = await run(['revoke', 'keeper', '--yes', '--json']);
    expect(revoked.code, revoked.stderr).to.equal(0);
    expect(JSON.parse(revoked.stdout)).to.have.nested.property('servers[0].processId');
    expect((await callTool(server.url, 'keep')).code).to.equal('not_granted');
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
    expect((await callTool(server.url, 'keep')).code).to.equal('not_granted');
  });

  it('says that a change is not in force if the server has refused the file before, and again if there is nothing to change', async () => {
    await start({ ...GRANTED, metrics });
    const figures = await server.entry(({ msg }) => String(msg).startsWith('figures for Prometheus'));
    const figure = async (): Promise<string | undefined> => {
      const text = await (await fetch(String(figures.msg).replace(/^.* at /, ''))).text();
      return /^toolcell_configuration_refused (\d)$/m.exec(text)?.[1];
    };
    expect(await figure()).to.equal('0');
    writeFileSync(server.configFile, JSON.stringify({ ...REFUSED, metrics }));
    await server.entry(({ msg }) => msg === 'configuration refused');
    for (const words of [
      ['revoke', 'keeper', '--yes'],
      ['revoke', 'keeper'],
    ]) {
      const revoked = await run(words);
      expect(revoked.code, revoked.stdout).to.equal(3);
      expect(revoked.stdout).to.contain('this is not in force').and.to.contain('NOWHERE_SET').and.not.to.contain('✓');
    }
    expect((await callTool(server.url, 'keep')).body).to.equal(1);
    const status = await run(['status']);
    expect(status.stdout).to.contain('refuses the configuration file and goes on with the one before:');
    expect(status.code).to.equal(3);
    expect(await figure()).to.equal('1');
    expect((await run(['revoke', 'asker', '--yes'])).code).to.equal(0);
    await server.entry(({ msg }) => msg === 'configuration is accepted again');
    expect(await figure()).to.equal('0');
    expect((await callTool(server.url, 'keep')).code).to.equal('not_granted');
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

  it('finds no socket of a server that has ended', async () => {
    await start();
    const sockets = () => readdirSync(plugins).filter((name) => name.startsWith('.toolcell-server.'));
    expect(sockets()).to.have.lengthOf(1);
    await server.end();
    expect(sockets()).to.deep.equal([]);
  });
});
