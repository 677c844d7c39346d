// The plugins in docs/writing-plugins.md and docs/manifest.md, served by a real host.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import type { Manifest } from '../../packages/plugin/src/manifest.ts';
import { type Host, startHost } from '../../src/server/host.ts';
import { SHARED_CACHE } from '../support/cache.ts';
import { callTool, testConfig } from '../support/host.ts';
import { page } from './pages.ts';

const blocks = ['docs/writing-plugins.md', 'docs/manifest.md'].flatMap((path) => page(path).blocks);
const files = blocks.filter(({ name }) => /^[\w-]+\/[\w./-]+$/.test(name));
const manifests = files
  .filter(({ name }) => name.endsWith('/plugin.json'))
  .map(({ text }) => JSON.parse(text) as Manifest);

describe('the plugins in the guide for authors', function () {
  this.timeout(120_000);
  let folder: string;
  let host: Host;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-docs-'));
    for (const { name, text } of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const config = testConfig(folder);
    host = await startHost({
      config,
      searchPath: process.env.PATH ?? '',
      ...SHARED_CACHE,
      onCall: () => {},
      onGuestLog: () => {},
    });
  });
  after(async () => {
    await host?.close();
    rmSync(folder, { recursive: true });
  });

  it('are loaded, all of them', () => {
    expect(host.catalog.refused).to.deep.equal([]);
    const names = host.catalog.bundles.map(({ pluginName }) => pluginName);
    expect(names).to.have.members(manifests.map(({ name }) => name));
    expect(names).to.have.members(['greeter', 'measures']);
  });

  it('run in the mode that their examples give them: none, isolate; some that agree, realm', () => {
    const modes = Object.fromEntries(
      host.catalog.bundles.map(({ pluginName, freshState }) => [pluginName, freshState.mode]),
    );
    expect(modes).to.deep.equal({ greeter: 'isolate', measures: 'realm' });
  });

  it('answer as the page says', async () => {
    const call = blocks.find(({ text }) => text.includes('"toolName": "greet"'))?.text ?? '';
    const [, body = ''] = /-d '([^']+)'/.exec(call) ?? [];
    const { toolName, arguments: args } = JSON.parse(body) as { toolName: string; arguments: object };
    const written = JSON.parse(blocks.find(({ text }) => text.startsWith('"Hello'))?.text ?? '') as string;
    expect((await callTool(host.url, toolName, args)).body).to.equal(written);
  });

  it('answer their own examples', async () => {
    const examples = manifests.flatMap(({ tools }) =>
      tools.flatMap(({ name, examples = [] }) => examples.map((example) => ({ name, ...example }))),
    );
    expect(examples).not.to.be.empty;
    for (const { name, arguments: args, result } of examples)
      expect((await callTool(host.url, name, args)).body).to.deep.equal(result);
  });

  it('tell what is wrong with their arguments', async () => {
    const { body, code } = await callTool(host.url, 'convertLength', { value: 1, to: 'miles' });
    expect(code).to.equal('invalid_arguments');
    const { detail } = body as { detail: string };
    expect(detail).to.contain('/to must be one of "metres", "feet"');
  });
});
