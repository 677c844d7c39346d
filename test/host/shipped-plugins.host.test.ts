// The shipped plugins in a real host that grants nothing: every example that needs no grant is called over HTTP, in both modes. The
// plugins that need grants have test files of their own: counter-tools, github-tools and page-tools.

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Host, startHost } from '../../src/server/host.ts';
import { SHARED_CACHE } from '../support/cache.ts';
import { PLAIN_EXAMPLES, PLUGINS_FOLDER, SHIPPED_PLUGINS } from '../support/examples.ts';
import { callTool, testConfig } from '../support/host.ts';

for (const freshState of ['isolate', 'auto'] as const) {
  describe(`the shipped plugins with freshState "${freshState}"`, function () {
    this.timeout(120_000);
    let host: Host;
    let folder: string;
    before(async () => {
      // A copy, without the files that a server has written into the folder.
      folder = mkdtempSync(join(tmpdir(), 'toolcell-shipped-'));
      cpSync(PLUGINS_FOLDER, folder, { recursive: true, filter: (path) => !path.endsWith('toolcell.lock') });
      const config = testConfig(folder, { freshState });
      host = await startHost({
        config,
        searchPath: process.env.PATH ?? '',
        ...SHARED_CACHE,
        onCall: () => {},
        onGuestLog: () => {},
      });
    });
    after(async () => {
      await host.close();
      rmSync(folder, { recursive: true });
    });

    it('are all served, and none is refused', () => {
      expect(host.catalog.refused).to.deep.equal([]);
      expect(host.catalog.bundles.map(({ pluginName }) => pluginName)).to.have.members(
        SHIPPED_PLUGINS.map(({ manifest }) => manifest.name),
      );
    });

    it('run in the mode that their examples allow', () => {
      const expected = freshState === 'auto' ? 'realm' : 'isolate';
      for (const { pluginName, freshState: verdict } of host.catalog.bundles)
        expect(verdict.mode, `${pluginName}: ${verdict.reason}`).to.equal(expected);
    });

    it('list every tool with its schemas in the metadata, except those of plugins that wait for a grant', async () => {
      const { tools } = (await (await fetch(`${host.url}/mcp/metadata`)).json()) as { tools: { name: string }[] };
      expect(tools.map(({ name }) => name)).to.deep.equal(
        SHIPPED_PLUGINS.filter(({ manifest }) => manifest.capabilities === undefined)
          .flatMap(({ manifest }) => manifest.tools.map(({ name }) => name))
          .sort(),
      );
      const waiting = host.catalog.bundles.filter(({ waitsForGrants }) => waitsForGrants);
      expect(waiting.map(({ pluginName }) => pluginName)).to.deep.equal([
        'counter-tools',
        'github-tools',
        'page-tools',
      ]);
      for (const tool of tools) expect(tool).to.include.keys('name', 'description', 'inputSchema', 'outputSchema');
    });

    for (const { tool, description, arguments: args, result } of PLAIN_EXAMPLES) {
      it(`${tool}: ${description ?? JSON.stringify(args).slice(0, 60)}`, async () => {
        const answer = await callTool(host.url, tool, args as object);
        expect(answer.body).to.deep.equal(result);
        expect(answer.status).to.equal(200);
      });
    }
  });
}
