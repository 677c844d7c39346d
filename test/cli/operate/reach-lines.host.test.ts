// The capabilities that plugins ask for, in the output of status, check, list, approve and start-up, and in commands that run a plugin.

import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { startHost } from '../../../src/server/host.ts';
import { startUpText } from '../../../src/server/start-up-text.ts';
import { loadConfig } from '../../../src/settings/load/load.ts';
import { accepted } from '../../settings/config-folder.ts';
import { SHARED_CACHE } from '../../support/cache.ts';
import { manifestOf, writeFiles } from '../plugin-folder.ts';
import { type Ran, runHere, temporaryFolder } from '../run-command.ts';

const origin = 'https://api.example.com';
const CAPABILITIES = {
  fetch: [{ origin, path: '/v1/*' }, { origin: 'https://*' }],
  store: {},
  secrets: [{ name: 'KEY', origin }],
};
const pluginFiles = (version = '1.0.0', capabilities: object = CAPABILITIES) => ({
  'plugin.json': manifestOf(
    'weather',
    { one: { examples: [{ arguments: {}, result: 1 }] } },
    { version, capabilities },
  ),
  'index.js': 'export const one = () => 1;',
});

describe('the capabilities that plugins ask for, on the command line', function () {
  this.timeout(120_000);
  let home: string;
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
    home = realpathSync(folder.path);
  });
  afterEach(() => folder.remove());

  const place = (name: string, files: Readonly<Record<string, unknown>>): void => {
    for (const [path, content] of Object.entries(files)) writeFiles(join(home, name), { [path]: content });
  };
  const configure = (config: object, name = '.'): void => place(name, { 'sandbox.config.json': config });
  const run = (...words: string[]): Promise<Ran> => runHere(words, { cwd: home });

  it('are printed by status with the lines that grant them, and with grants that no plugin has', async () => {
    place('plugins/weather', pluginFiles());
    configure({ grants: { weather: { fetch: [origin] }, gone: { store: true } } });
    const { stdout } = await run('status');
    expect(stdout).to.contain(`+ fetch GET ${origin}/v1/*: granted`);
    expect(stdout).to.contain('- fetch GET https://*/*: in part');
    expect(stdout).to.contain('not listed to agents:\n  toolcell grant weather\n');
    expect(stdout).to.contain('  "secrets": {\n    "KEY": {"plugin": "weather", ');
    expect(stdout).to.contain(`- secret KEY for ${origin}: not granted`);
    expect(stdout).to.contain('! /capabilities/fetch/1/origin: asks for every host: https://*');
    expect(stdout).to.contain('! grants.gone: there is no plugin of this name → there are weather');
    const json = JSON.parse((await run('status', '--json')).stdout);
    expect(json.idleSettings).to.deep.equal(['grants.gone: there is no plugin of this name → there are weather']);
    expect(json.plugins[0].capabilities[1]).to.deep.equal({
      capability: `fetch GET ${origin}/v1/*`,
      state: 'granted',
      origin,
    });
  });

  it('are printed by list and check', async () => {
    place('plugins/weather', pluginFiles());
    configure({ grants: { weather: { fetch: [origin], store: true } } });
    expect((await run('list')).stdout).to.match(/^weather +1\.0\.0 +new +sha256-\S+ +2 of 4 granted +weather$/m);
    const listed = JSON.parse((await run('list', '--json')).stdout);
    expect(listed.plugins[0].versions[0].capabilities).to.have.length(4);
    const { stdout, code } = await run('check', 'plugins/weather');
    expect(code).to.equal(0);
    expect(stdout).to.contain('+ store: granted').and.to.contain('asks for every host');
    const checked = JSON.parse((await run('check', 'plugins/weather', '--json')).stdout);
    expect(checked.capabilities).to.have.length(4);
  });

  it('are shown by approve if an upgrade asks for more', async () => {
    place('plugins/weather', pluginFiles('1.0.0', { fetch: [{ origin, path: '/v1/*' }] }));
    const { config } = accepted(loadConfig({ cwd: home, args: ['--port', '0'] }));
    const host = await startHost({
      config,
      searchPath: process.env.PATH ?? '',
      ...SHARED_CACHE,
      onCall: () => {},
      onGuestLog: () => {},
    });
    await host.close();
    place(
      'plugins/weather-next',
      pluginFiles('1.1.0', { fetch: [{ origin, path: '/*' }], store: { scope: 'caller' } }),
    );
    const { stderr, code } = await run('approve', 'weather');
    expect(code).to.equal(2);
    expect(stderr).to.contain('! /capabilities/fetch').and.to.contain(`+ GET ${origin}/*`);
    expect(stderr).to.contain('! /capabilities/store').and.to.contain('+ scope caller');
    expect((await run('list')).stdout).to.match(/1\.1\.0 +waits for approval/);
    expect((await run('approve', 'weather', '--yes')).code).to.equal(0);
    expect((await run('list')).stdout).to.match(/1\.1\.0 +(new|accepted)/);
  });

  it('are in the start-up text', async () => {
    place('plugins/weather', pluginFiles());
    configure({ secrets: { LOST: { plugin: 'gone', origin, env: 'LOST' } }, grants: { weather: { store: true } } });
    const { config } = accepted(loadConfig({ cwd: home, args: ['--port', '0'] }));
    const host = await startHost({
      config,
      searchPath: process.env.PATH ?? '',
      ...SHARED_CACHE,
      onCall: () => {},
      onGuestLog: () => {},
    });
    try {
      const text = startUpText(host, config, { startMs: 100 });
      expect(text).to.contain('+ store: granted');
      expect(text).to.contain('until then their tools are not listed to agents:\n  toolcell grant weather\n');
      expect(text.split('"grants": {')).to.have.lengthOf(2);
      expect(text).to.contain(
        'Settings without effect:\n  secrets.LOST.plugin: there is no plugin "gone" → there are weather\n',
      );
      expect(host.catalog.routes.get('one')?.grants.store).to.deep.equal({ scope: 'plugin', isGranted: true });
    } finally {
      await host.close();
    }
  });

  it('are checked before a plugin runs, with every problem', async () => {
    place('plugins/weather', pluginFiles());
    configure({ secrets: { KEY: { plugin: 'weather', origin, env: 'KEY_THAT_NOBODY_SET' } } });
    for (const words of [
      ['call', 'one', '--plugin', 'plugins/weather'],
      ['test', 'plugins/weather'],
    ]) {
      const { code, stderr } = await run(...words);
      expect(code, stderr).to.equal(2);
      expect(stderr).to.contain('secrets.KEY.env: the environment has no KEY_THAT_NOBODY_SET');
    }
  });

  it("are never granted by a configuration in the plugin's folder, and none of its commands runs", async () => {
    place('theirs', pluginFiles());
    const command = `touch ${join(home, 'was-run')} && echo a-long-enough-value`;
    const secrets = { KEY: { plugin: 'weather', origin, command } };
    configure({ grants: { weather: { fetch: ['https://*'], store: true } }, secrets }, 'theirs');
    const { code, stderr } = await run('call', 'one', '--plugin', 'theirs');
    expect(code, stderr).to.equal(0);
    expect(stderr).to.contain("is in the plugin's folder, so its grants and secrets are ignored");
    const checked = JSON.parse((await run('check', 'theirs', '--json')).stdout);
    expect(checked.capabilities.map(({ state }: { state: string }) => state)).to.not.include('granted');
    expect((await run('list', '--plugins', '.', '--json')).stdout).to.not.contain('"granted"');
    expect(existsSync(join(home, 'was-run'))).to.equal(false);
    await run('call', 'one', '--plugin', 'theirs', '--config', 'theirs/sandbox.config.json');
    expect(existsSync(join(home, 'was-run'))).to.equal(true);
  });
});
