// Every folder of examples/ runs: with its own dependencies, the packed client and a real host. A local server with the APIs' shapes is the model.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import semver from 'semver';
import { type Host, startHost } from '../../src/server/host.ts';
import { startFakeModels } from '../packages/client/fake-models.ts';
import { SHARED_CACHE } from '../support/cache.ts';
import { installClient } from '../support/client-package.ts';
import { PLUGINS_FOLDER } from '../support/examples.ts';
import { testConfig } from '../support/host.ts';
import { runProgram } from '../support/program.ts';
import { noCommands, skipWithout } from '../support/skip.ts';
import { PROJECT, page, tablesOf } from './pages.ts';

const EXAMPLES = join(PROJECT, 'examples');
const folders = readdirSync(EXAMPLES, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const agents = folders.filter((name) => name !== 'curl');
const INPUT = { input: 'To be or not to be' };
/** First two calls side by side, then one with an argument that is wrong. */
const TURNS = [
  [
    { name: 'slugify', args: INPUT },
    { name: 'countText', args: INPUT },
  ],
  [{ name: 'slugify', args: { inputs: 'a' } }],
];

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

describe('the examples', function () {
  this.timeout(120_000);
  let host: Host;
  let root: string;
  before(async () => {
    const parts = { searchPath: process.env.PATH ?? '', onCall: () => {}, onGuestLog: () => {} };
    host = await startHost({ config: testConfig(PLUGINS_FOLDER), ...parts, ...SHARED_CACHE });
    root = mkdtempSync(join(tmpdir(), 'toolcell-examples-'));
  });
  after(async () => {
    await host?.close();
    rmSync(root, { recursive: true });
  });

  it('are all on their page', () => {
    const told = tablesOf(page('examples/README.md').text, ['folder']).map(([name = '']) => name.replaceAll('`', ''));
    expect(told.sort()).to.deep.equal(folders);
  });

  for (const name of agents)
    it(`let a model answer: ${name}`, async () => {
      const folder = join(root, name);
      cpSync(join(EXAMPLES, name), folder, { recursive: true });
      const { toolcell, ...others } = read(join(folder, 'package.json')).dependencies as Record<string, string>;
      expect(toolcell).to.equal(`^${read(join(PROJECT, 'package.json')).version}`);
      for (const [other, range] of Object.entries(others)) {
        const { version } = read(join(PROJECT, 'node_modules', other, 'package.json'));
        expect(semver.satisfies(version, range), `${other} ${version}`).to.equal(true);
      }
      await installClient(folder, Object.keys(others));
      const models = await startFakeModels(TURNS);
      const printed = await runProgram(join(folder, 'agent.mjs'), {
        ...{ TOOLCELL_URL: host.url, OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${models.url}/v1` },
        ...{ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: models.url },
      });
      await models.close();
      expect(printed).to.equal('Done.\n');
      expect(models.bodies).to.have.lengthOf(3);
      const [second, third] = models.bodies.slice(1).map((body) => JSON.stringify(body));
      expect(second).to.contain('to-be-or-not-to-be').and.to.contain('words');
      expect(third).to.match(/\/input|"input"|input did not match/);
    });

  it('speak HTTP with curl', async function () {
    skipWithout(this, 'the example with curl', noCommands('curl'));
    const printed = await runProgram(join(EXAMPLES, 'curl/calls.sh'), { TOOLCELL_URL: host.url }, 'sh');
    const [, list, again, slug, failure, receipt] = printed.split(/^# .*\n/m);
    expect(Number.parseInt(list ?? '', 10)).to.be.above(1_000);
    expect([again, slug]).to.deep.equal(['304\n', '"hello-world"\n']);
    expect(failure).to.match(/"code":"invalid_arguments"[\s\S]*\n422\n$/);
    expect(JSON.parse(receipt ?? '')).to.include({ code: 'ok', toolName: 'slugify' });
  });
});
