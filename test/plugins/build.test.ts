// The committed bundles are what their sources give: nobody edits index.js by hand or forgets to build it.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { buildPlugin, builtPlugins } from '../../plugins/build.ts';
import { PLUGINS_FOLDER } from '../support/examples.ts';

describe('built plugins', () => {
  it('are those with a src folder', async () => {
    expect(await builtPlugins()).to.deep.equal([
      'diff-tools',
      'github-tools',
      'hash-tools',
      'json-tools',
      'markdown-tools',
      'page-tools',
    ]);
  });

  for (const name of ['diff-tools', 'github-tools', 'hash-tools', 'json-tools', 'markdown-tools', 'page-tools']) {
    it(`${name}: index.js and the licences equal a fresh build (if not: npm run build:plugins)`, async () => {
      for (const { path, text } of await buildPlugin(name)) {
        const committed = await readFile(join(PLUGINS_FOLDER, name, path), 'utf8');
        expect(committed === text, `plugins/${name}/${path} equals a fresh build`).to.equal(true);
      }
    });
  }

  it('name the licence of every library that went in', async () => {
    const [code, licences] = await buildPlugin('markdown-tools');
    expect(code?.text.split('\n', 1)[0]).to.match(/^\/\*! .*markdown-it [\d.]+ \(MIT\).*linkify|linkify.*markdown-it/);
    expect(licences?.text).to.include('Permission is hereby granted').and.include('github.com/markdown-it/markdown-it');
  });
});
