// `toolcell import npm:PACKAGE` from a registry to a folder, and again for a newer version.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { EXPRESS, plainServer, SMALL_SDK, WEATHER_SOURCE, weatherServer } from '../../../support/mcp-packages.ts';
import { type NpmRegistry, startNpmRegistry } from '../../../support/npm-registry.ts';
import { noBubblewrap, noCommands, skipWithout } from '../../../support/skip.ts';
import { type Ran, runHere, temporaryFolder } from '../../run-command.ts';

describe('toolcell import npm', function () {
  this.timeout(240_000);
  let registry: NpmRegistry;
  let home: ReturnType<typeof temporaryFolder>;
  before(async function () {
    skipWithout(this, 'imports of packages of npm', noBubblewrap() ?? noCommands('npm'));
    registry = await startNpmRegistry(SMALL_SDK, EXPRESS, weatherServer());
    home = temporaryFolder();
  });
  after(async () => {
    home?.remove();
    await registry?.close();
  });

  const run = (...words: readonly string[]): Promise<Ran> =>
    runHere(['import', ...words, '--registry', registry.url], { cwd: home.path });

  it('writes an ordinary plugin, and says what an operator has to grant', async () => {
    const { code, stdout, stderr } = await run('npm:@weather/mcp-server@1.0.0', '--as', 'plugins/weather');
    expect(code, stderr).to.equal(0);
    expect(stdout).to.contain('toolcell grant').and.to.contain('WEATHER_API_KEY');
    const files = readdirSync(join(home.path, 'plugins/weather')).sort();
    expect(files).to.deep.equal(['README.md', 'THIRD-PARTY-LICENSES.txt', 'index.js', 'index.js.map', 'plugin.json']);
    const checked = await runHere(['check', 'plugins/weather'], { cwd: home.path });
    expect(checked.code, checked.stdout + checked.stderr).to.equal(0);
  });

  it('says what a newer version changes, and writes nothing in a dry run', async () => {
    const source = WEATHER_SOURCE.replace('Warns of frost.', 'Warns of storms.').replace(
      "await fetch(base + '/v1/alarms'",
      "await fetch('https://alarms.weather.example/v2/set'",
    );
    registry.publish(weatherServer('1.1.0', source));
    const { code, stdout, stderr } = await run('npm:@weather/mcp-server', '--as', 'plugins/weather', '--dry-run');
    expect(code, stderr).to.equal(0);
    expect(stdout).to.contain('weather 1.1.0').and.to.contain('https://alarms.weather.example');
    const { version } = JSON.parse(readFileSync(join(home.path, 'plugins/weather/plugin.json'), 'utf8'));
    expect(version).to.equal('1.0.0');
  });

  it('ends with exit code 1 and writes nothing for a server that cannot be a tool', async () => {
    registry.publish(
      plainServer(
        'starts-kubectl',
        "'tools/list': () => 1",
        "import { execFileSync } from 'node:child_process';\nexecFileSync('kubectl');",
      ),
    );
    const { code, stderr } = await run('npm:starts-kubectl');
    expect(code).to.equal(1);
    expect(stderr).to.contain('child_process.execFileSync').and.to.contain('no processes');
    expect(existsSync(join(home.path, 'starts-kubectl'))).to.equal(false);
  });

  it('ends with exit code 2 for words that are no package, and for flags that it cannot read', async () => {
    for (const words of [
      ['npm:../x'],
      ['npm:@weather/mcp-server', '--set', 'x'],
      ['npm:@weather/mcp-server', '--secret', 'a b'],
    ]) {
      const { code } = await run(...words);
      expect(code, words.join(' ')).to.equal(2);
    }
  });
});
