// `.clear` at the prompt of `toolcell dev`: what the plugin's tools keep is gone, in either scope, and what another plugin keeps stays.

import { join } from 'node:path';
import { expect } from 'chai';
import { manifestOf, writeFiles } from '../plugin-folder.ts';
import { runHere, temporaryFolder } from '../run-command.ts';

const COUNT = `export const count = async ({ many = 1 }, { store }) => {
  for (let i = 0; i < many; i += 1) await store.set('k' + i, i);
  return (await store.list({ limit: 1_000 })).entries.length;
};`;

describe('.clear at the prompt of dev', function () {
  this.timeout(300_000);
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
    const tool = { count: { inputSchema: { type: 'object', properties: { many: {} } }, outputSchema: {} } };
    const grants = { one: { store: true }, two: { store: true } };
    writeFiles(folder.path, {
      'sandbox.config.json': { grants },
      'one/plugin.json': manifestOf('one', tool, { capabilities: { store: {} } }),
      'one/index.js': COUNT,
      'two/plugin.json': manifestOf('two', tool, { capabilities: { store: { scope: 'caller' } } }),
      'two/index.js': COUNT,
      'none/plugin.json': manifestOf('none', { none: {} }),
      'none/index.js': 'export const none = () => 1;',
    });
  });
  afterEach(() => folder.remove());
  const dev = async (name: string, ...lines: readonly string[]): Promise<string> => {
    const words = ['dev', name, '--config', join(folder.path, 'sandbox.config.json')];
    for (let tries = 1; ; tries += 1) {
      const { stdout, stderr } = await runHere(words, { cwd: folder.path, input: `${lines.join('\n')}\n` });
      // A busy disk may keep the store from answering in time. The lines mean the same if they are typed again.
      if (tries === 6 || !/store_unavailable|did not answer in time/.test(stdout)) return stdout + stderr;
    }
  };

  it('removes all entries of the plugin, and says how many', async () => {
    await dev('two', 'count');
    const said = await dev('one', 'count {"many": 3}', '.clear', 'count', '.clear', '.clear');
    expect(said).to.match(
      /^3$[\s\S]*✓ 3 entries were removed\.[\s\S]*^1$[\s\S]*✓ 1 entry was removed\.[\s\S]*✓ 0 entries/m,
    );
    expect(await dev('two', 'count {"many": 2}', '.clear', 'count')).to.match(
      /^2$[\s\S]*2 entries were removed[\s\S]*^1$/m,
    );
  });

  it('says that a plugin without the store keeps nothing', async () => {
    expect(await dev('none', '.clear')).to.contain('The plugin does not ask for the store.');
  });
});
