// What `toolcell import` takes for a server of MCP: a package's name, a folder, an entry of the MCP registry.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { EXPRESS, SMALL_SDK, weatherServer } from '../../../support/mcp-packages.ts';
import { type NpmRegistry, startNpmRegistry } from '../../../support/npm-registry.ts';
import { noBubblewrap, noCommands, skipWithout } from '../../../support/skip.ts';
import { writeFiles } from '../../plugin-folder.ts';
import { type Ran, runHere, temporaryFolder } from '../../run-command.ts';

const entry = (more: object) => ({
  name: 'io.github.weather/server',
  description: 'Weather.',
  packages: [
    {
      registryType: 'npm',
      registryBaseUrl: 'https://registry.npmjs.org',
      identifier: '@weather/mcp-server',
      version: '1.0.0',
      environmentVariables: [{ name: 'WEATHER_REGION', isRequired: true }],
      ...more,
    },
  ],
});

describe('toolcell import of a server that is named in other ways', function () {
  this.timeout(240_000);
  let registry: NpmRegistry;
  const home = temporaryFolder();
  before(async function () {
    skipWithout(this, 'imports of packages of npm', noBubblewrap() ?? noCommands('npm'));
    registry = await startNpmRegistry(SMALL_SDK, EXPRESS, weatherServer());
    const { description, files } = weatherServer();
    writeFiles(join(home.path, 'checkout'), { 'package.json': description, ...files });
  });
  after(async () => {
    home.remove();
    await registry?.close();
  });

  const run = (...words: readonly string[]): Promise<Ran> =>
    runHere(['import', ...words, '--registry', registry.url], { cwd: home.path });

  it('takes an entry of the MCP registry for the package that it names', async () => {
    writeFiles(home.path, { 'server.json': { server: entry({}), _meta: {} } });
    const { code, stdout, stderr } = await run('server.json', '--dry-run');
    expect(code, stderr).to.equal(0);
    expect(stdout)
      .to.contain('server.json is a file with an entry of the MCP registry: imported as registry')
      .and.to.contain('io.github.weather/server in the MCP registry is the package @weather/mcp-server@1.0.0')
      .and.to.contain('the entry says that the server needs WEATHER_REGION → --set WEATHER_REGION=VALUE');
    expect(existsSync(join(home.path, 'mcp-server'))).to.equal(false);
  });

  it('refuses entries without a package of npm, and those that lead to another registry', async () => {
    const cases: readonly (readonly [object, string])[] = [
      [entry({ registryType: 'pypi' }), 'the entry has packages of pypi, and none of npm'],
      [{ name: 'a/b', remotes: [{ url: 'https://x.test' }] }, 'an address of a server that runs elsewhere'],
      [entry({ registryBaseUrl: 'https://evil.test' }), "the entry's package is on the registry https://evil.test"],
      [entry({ identifier: 'file:../x' }), 'is no name and version'],
    ];
    for (const [written, reason] of cases) {
      writeFiles(home.path, { 'bad.json': written });
      const { code, stderr } = await run('bad.json');
      expect([code, stderr.includes(reason)], stderr).to.deep.equal([1, true]);
    }
  });

  it('takes a folder for the package in it, and says so in the origin', async () => {
    const { code, stdout, stderr } = await run('./checkout', '--as', 'plugins/weather');
    expect(code, stderr).to.equal(0);
    expect(stdout).to.contain('./checkout is a folder with a package that has a command: imported as npm');
    const { importedFrom, tools } = JSON.parse(readFileSync(join(home.path, 'plugins/weather/plugin.json'), 'utf8'));
    expect(importedFrom).to.include({ kind: 'npm', source: './checkout', version: '1.0.0' });
    expect(tools.length).to.be.greaterThan(0);
    const listed = await runHere(['import', '--list'], { cwd: home.path });
    expect(listed.stdout).to.match(/weather +1\.0\.0 +npm \.\/checkout, version 1\.0\.0/);
    const status = await runHere(['status'], { cwd: home.path });
    expect(status.stdout + status.stderr).to.contain('imported from npm ./checkout, version 1.0.0');
  });
});
