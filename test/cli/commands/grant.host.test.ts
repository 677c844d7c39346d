// `toolcell grant` and `toolcell revoke`: their messages, and their changes of the configuration.

import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadConfig } from '../../../src/settings/load/load.ts';
import { accepted } from '../../settings/config-folder.ts';

import { writeFiles } from '../plugin-folder.ts';
import { type Ran, runHere, temporaryFolder } from '../run-command.ts';

const origin = 'https://api.example.com';

const manifest = (version: string, more: object = {}): object => ({
  name: 'weather',
  version,
  capabilities: {
    fetch: [{ origin, path: '/v1/*' }, { origin, path: '/v2/*' }, { origin: 'http://10.0.0.7:8080' }],
    store: { scope: 'caller' },
    secrets: [{ name: 'KEY', origin }],
  },
  tools: [{ name: 'one', description: 'Answers one.', inputSchema: { type: 'object' }, outputSchema: {} }],
  ...more,
});

const CONFIG = `{
  // Kim wants this port.
  "server": { "port": 0 }, /* for now */
  "limits": { "cpuMs": 500 },
}
`;

describe('toolcell grant and revoke', function () {
  this.timeout(120_000);
  let folder: ReturnType<typeof temporaryFolder>;
  let home: string;
  let file: string;
  beforeEach(() => {
    folder = temporaryFolder();
    home = realpathSync(folder.path);
    file = join(home, 'sandbox.config.json');
    place('1.0.0');
    writeFileSync(file, CONFIG);
  });
  afterEach(() => folder.remove());
  const place = (version: string, more: object = {}): void =>
    writeFiles(join(home, 'plugins', `weather-${version}`), {
      'plugin.json': manifest(version, more),
      'index.js': 'export const one = () => 1;',
    });
  const run = (words: readonly string[], env: Record<string, string> = { KEY: 'k' }): Promise<Ran> =>
    runHere(words, { cwd: home, env });
  const configNow = () => accepted(loadConfig({ cwd: home })).config;

  it('say in plain words what is granted, show the difference, and keep the rest of the file', async () => {
    const { code, stdout, stderr } = await run(['grant', 'weather', '--yes']);
    expect(code, stderr).to.equal(0);
    expect(stderr).to.contain(`send requests to ${origin} (GET /v1/*; GET /v2/*)`);
    expect(stderr).to.contain('send requests to http://10.0.0.7:8080, which is not public (GET /*)');
    expect(stderr).to.contain('keep values between calls, apart for each caller');
    expect(stderr).to.contain(
      'the secret KEY put into its requests to https://api.example.com; the value comes from the environment variable KEY',
    );
    expect(stderr)
      .to.match(/^ {2}\+ {3}"grants": \{$/m)
      .and.match(/^ {6}"limits": \{ "cpuMs": 500 \}/m);
    expect(stdout).to.contain('✓ weather has its grants.');
    const text = readFileSync(file, 'utf8');
    expect(text).to.contain('// Kim wants this port.').and.to.contain('/* for now */');
    expect(text.split('"grants"')).to.have.lengthOf(2);
    const { grants, secrets, limits } = configNow();
    expect(grants.weather).to.deep.equal({ fetch: [origin], privateFetch: ['http://10.0.0.7:8080'], store: true });
    expect({ ...secrets.KEY }).to.deep.equal({ plugin: 'weather', origin, env: 'KEY' });
    expect(limits.cpuMs).to.equal(500);
    const again = await run(['grant', 'weather']);
    expect(again.code).to.equal(0);
    expect(again.stdout).to.contain('weather 1.0.0 already has everything that it asks for.');
  });

  it('change nothing without a terminal and without --yes, nor in a dry run', async () => {
    const unasked = await run(['grant', 'weather', '--config', 'sandbox.config.json']);
    expect(unasked.code).to.equal(2);
    expect(unasked.stderr).to.contain('toolcell grant weather --yes --config sandbox.config.json');
    const dry = await run(['grant', 'weather', '--dry-run', '--json']);
    expect(dry.code).to.equal(0);
    expect(JSON.parse(dry.stdout)).to.include({ ok: true, isWritten: false, version: '1.0.0' });
    expect(readFileSync(file, 'utf8')).to.equal(CONFIG);
  });

  it('take back everything of one plugin, its secrets too, and nothing of another', async () => {
    await run(['grant', 'weather', '--yes']);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('"grants": {', '"grants": {\n    "other": { "store": true },'),
    );
    const { code, stderr, stdout } = await run(['revoke', 'weather', '--yes']);
    expect(code, stderr).to.equal(0);
    expect(stderr).to.contain(`${origin}, http://10.0.0.7:8080, the store`).and.to.contain('the secret KEY');
    expect(stdout).to.contain('✓ The file grants weather nothing now.');
    expect({ ...configNow().grants }).to.deep.equal({ other: { store: true } });
    expect({ ...configNow().secrets }).to.deep.equal({});
    expect(readFileSync(file, 'utf8')).to.contain('// Kim wants this port.');
    expect((await run(['revoke', 'weather'])).stdout).to.contain('weather has no grants.');
  });

  it('grant nothing to a version that waits for approval', async () => {
    const lockTools = { one: { description: 'Answers one.', inputSchema: { type: 'object' }, outputSchema: {} } };
    const capabilities = { store: { scope: 'caller' } };
    const digest = JSON.parse((await run(['list', '--json'])).stdout).plugins[0].versions[0].digest;
    const entry = {
      version: '1.0.0',
      digest,
      tools: lockTools,
      limits: {},
      toolLimits: {},
      capabilities,
      accepted: [digest],
    };
    writeFileSync(
      join(home, 'plugins', 'toolcell.lock'),
      JSON.stringify({ lockVersion: 1, plugins: { weather: entry } }),
    );
    place('2.0.0', { capabilities: { fetch: [{ origin: 'https://*' }] } });
    const { code, stderr } = await run(['grant', 'weather', '--yes', '--secrets', 'none']);
    expect(code, stderr).to.equal(0);
    expect(stderr).to.contain(
      'weather 2.0.0 waits for approval. If it asks for more, that is granted with its approval',
    );
    expect(configNow().grants.weather?.fetch).to.deep.equal([origin]);
  });

  it('take secrets from the sources of --secrets, and say which variables are missing', async () => {
    const { stderr, code } = await run(['grant', 'weather', '--yes'], {});
    expect(code).to.equal(0);
    expect(stderr).to.contain('The server needs the environment variable KEY');
    await run(['revoke', 'weather', '--yes'], {});
    expect((await run(['grant', 'weather', '--yes', '--secrets', 'KEY=header:x-weather-key'], {})).code).to.equal(0);
    expect({ ...configNow().secrets.KEY }).to.deep.equal({ plugin: 'weather', origin, callerHeader: 'x-weather-key' });
    for (const [list, message] of [
      ['KEX=env:A', 'did you mean KEY?'],
      ['KEY=vault:A', 'is not a source'],
    ] as const) {
      const wrong = await run(['grant', 'weather', '--yes', '--secrets', list]);
      expect(wrong.code).to.equal(2);
      expect(wrong.stderr).to.contain(message);
    }
  });

  it('refuse a source that the configuration would refuse, and do not change the file', async () => {
    const { code, stderr } = await run(['grant', 'weather', '--yes', '--secrets', 'KEY=header:authorization']);
    expect(code).to.equal(1);
    expect(stderr).to.match(/sandbox\.config\.json:\d+:\d+ secrets\.KEY\.callerHeader/);
    expect(readFileSync(file, 'utf8')).to.equal(CONFIG);
  });

  it('name the plugin that was probably meant', async () => {
    const grant = await run(['grant', 'wether', '--yes']);
    expect(grant.code).to.equal(2);
    const revoke = await run(['revoke', 'wether', '--yes']);
    expect(revoke.code).to.equal(2);
    expect(revoke.stderr).to.contain('Did you mean weather?');
  });

  it('write a configuration if there is none', async () => {
    const other = join(home, 'elsewhere');
    writeFiles(other, {
      'plugins/weather/plugin.json': manifest('1.0.0'),
      'plugins/weather/index.js': 'export const one = () => 1;',
    });
    const { code, stderr } = await runHere(['grant', 'weather', '--yes', '--secrets', 'none'], { cwd: other });
    expect(code, stderr).to.equal(0);
    expect(existsSync(join(other, 'sandbox.config.json'))).to.equal(true);
    expect(accepted(loadConfig({ cwd: other })).config.grants.weather?.store).to.equal(true);
  });
});
