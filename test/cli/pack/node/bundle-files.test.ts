// Files and variables of plugin.json: what a packed module reads, and what is refused.

import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { BundleRefused } from '../../../../src/catalog/model/refusal.ts';
import { packed as packFolder } from '../../../support/pack.ts';
import { type AuthorFiles, inFolder } from '../author-folder.ts';

const TOOL = { name: 'run', description: 'd', inputSchema: { type: 'object' }, outputSchema: {} };
const READING = `import fs from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
export const run = async () => ({
  text: fs.readFileSync('data/a.json', 'utf8'),
  bytes: [...(await readFile(new URL('./data/b.bin', import.meta.url)))],
  names: fs.readdirSync('data'),
  isThere: [fs.existsSync('secret.txt'), fs.existsSync('/etc/passwd'), fs.statSync('data').isDirectory()],
  json: createRequire(import.meta.url)('./data/a.json'),
  written: await new Promise((resolve) => fs.writeFile('data/a.json', 'x', (error) => resolve(error.code))),
  variables: process.env,
});`;

const FILES: AuthorFiles = {
  'data/a.json': '{"a":1}',
  'data/b.bin': 'ab',
  'data/.hidden.json': '{}',
  'secret.txt': 'not named',
  'index.js': READING,
};

const manifest = (more: object): AuthorFiles => ({ 'plugin.json': { name: 'demo', tools: [TOOL], ...more } });

const codeIn = async (folder: string): Promise<string> => {
  const { files } = await packFolder(folder);
  return new TextDecoder().decode(files.find(({ path }) => path === 'index.js')?.bytes);
};

const refusalIn = async (files: AuthorFiles, prepare: (folder: string) => void = () => {}): Promise<string> => {
  try {
    await inFolder(files, async (folder) => {
      prepare(folder);
      await packFolder(folder);
    });
  } catch (error) {
    if (error instanceof BundleRefused) return error.message;
    throw error;
  }
  return 'packed';
};

describe('files and variables of plugin.json', function () {
  this.timeout(120_000);

  it('are what the packed module reads, and nothing else is', async () => {
    const environment = { MODE: 'fast', KEY: '{{secret.KEY}}' };
    const capabilities = { secrets: [{ name: 'KEY', origin: 'https://api.example.com' }] };
    const code = await inFolder({ ...FILES, ...manifest({ files: ['data/*'], environment, capabilities }) }, codeIn);
    const { run } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      run: () => Promise<object>;
    };
    expect(await run()).to.deep.equal({
      text: '{"a":1}',
      bytes: [97, 98],
      names: ['a.json', 'b.bin'],
      isThere: [false, false, true],
      json: { a: 1 },
      written: 'EROFS',
      variables: environment,
    });
  });

  it('count for the digest', async () => {
    const digestWith = (text: string): Promise<string> =>
      inFolder(
        { ...FILES, 'data/a.json': text, ...manifest({ files: ['data/*'] }) },
        async (folder) => (await packFolder(folder)).digest,
      );
    expect(await digestWith('{"a":2}')).not.to.equal(await digestWith('{"a":3}'));
  });

  for (const pattern of [
    '../x.json',
    '/etc/passwd',
    'data/../../x',
    './data/a.json',
    '.env',
    'data/.hidden.json',
    'node_modules/zod/package.json',
    'a\\b',
    '',
    'node_modules',
  ])
    it(`refuse the pattern ${JSON.stringify(pattern)}`, async () => {
      expect(await refusalIn({ ...FILES, ...manifest({ files: [pattern] }) })).to.contain('/files/0');
    });

  it('refuse a pattern without a file, also if only the case differs', async () => {
    expect(await refusalIn({ ...FILES, ...manifest({ files: ['DATA/*.json'] }) })).to.match(/no file fits "DATA/);
  });

  it('refuse a link, wherever it leads', async () => {
    const link = (folder: string): void => symlinkSync('/etc/passwd', join(folder, 'data/link.json'));
    expect(await refusalIn({ ...FILES, ...manifest({ files: ['data/*.json'] }) }, link)).to.match(
      /data\/link\.json.*is a link/,
    );
  });

  it('do not follow a link to a folder', async () => {
    const link = (folder: string): void => symlinkSync('/etc', join(folder, 'data/etc'));
    expect(await refusalIn({ ...FILES, ...manifest({ files: ['data/**/passwd'] }) }, link)).to.match(/no file fits/);
  });

  it('refuse more files or bytes than a bundle may have', async () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`many/${index}.txt`, 'x']));
    expect(await refusalIn({ ...FILES, ...many, ...manifest({ files: ['many/*'] }) })).to.match(
      /101 files; at most 100/,
    );
    const large = { 'data/large.txt': 'x'.repeat(2_000_001) };
    expect(await refusalIn({ ...FILES, ...large, ...manifest({ files: ['data/*'] }) })).to.match(/at most 2000000/);
  });

  it('refuse a variable with a secret that the plugin does not ask for', async () => {
    const refusal = await refusalIn({
      ...FILES,
      ...manifest({ files: ['data/*'], environment: { KEY: '{{secret.OTHER}}' } }),
    });
    expect(refusal).to.match(/\/environment\/KEY.*"OTHER"/);
  });

  it('refuse a variable with a name that no environment has', async () => {
    expect(await refusalIn({ ...FILES, ...manifest({ environment: { 'a b': '1' } }) })).to.contain('environment');
  });
});
