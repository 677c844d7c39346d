// The plugins in docs/sdk.md: the compiler finds no error in them, they can be packed, and a host answers their examples.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import type { Packed } from '../../src/cli/pack/pack.ts';
import { type Host, startHost } from '../../src/server/host.ts';
import { compile } from '../packages/plugin/compiler.ts';
import { SHARED_CACHE } from '../support/cache.ts';
import { callTool, testConfig } from '../support/host.ts';
import { packed as packFolder } from '../support/pack.ts';
import { installSdk } from '../support/sdk-package.ts';
import { PROJECT, page } from './pages.ts';

const { blocks } = page('docs/sdk.md');
const files = blocks.filter(({ name }) => /^[\w-]+\/[\w./-]+$/.test(name));
const plugins = files.filter(({ name }) => name.endsWith('/plugin.json')).map(({ name }) => dirname(name));

describe('the plugins in the guide to the SDK', function () {
  this.timeout(120_000);
  let folder: string;
  const packed: Packed[] = [];
  let host: Host;
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-docs-'));
    await installSdk(folder);
    symlinkSync(join(PROJECT, 'node_modules/zod'), join(folder, 'node_modules/zod'));
    for (const { name, text } of files) write(name, text);
    for (const plugin of plugins) {
      const one = await packFolder(join(folder, plugin));
      packed.push(one);
      for (const { path, bytes } of one.files) write(`served/${plugin}/${path}`, bytes);
    }
    const config = testConfig(join(folder, 'served'), { grants: { visits: { store: true } } });
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

  it('are four, and are served as they were packed', () => {
    expect(plugins).to.deep.equal(['lengths', 'repeater', 'swatches', 'visits']);
    expect(host.catalog.refused).to.deep.equal([]);
    expect(packed.flatMap(({ warnings }) => warnings)).to.deep.equal([]);
  });

  it('pass the compiler, and so is their use in a test', () => {
    const use = blocks.filter(({ language, name }) => language === 'ts' && name === '').map(({ text }) => text);
    expect(use).to.have.lengthOf(1);
    write('lengths/use.ts', `import { convertLength } from './index.ts';\n${use.join('\n')}\nvoid result;\nexport {};`);
    for (const plugin of ['repeater', 'swatches', 'visits'])
      write(`${plugin}/tsconfig.json`, files.find(({ name }) => name === 'lengths/tsconfig.json')?.text ?? '');
    for (const plugin of plugins) expect(compile(join(folder, plugin)).complaints).to.deep.equal([]);
  });

  it('answer their examples', async () => {
    for (const { name, examples = [] } of packed.flatMap(({ manifest }) => manifest.tools)) {
      expect(examples).to.have.lengthOf(['countVisit', 'drawSwatch'].includes(name) ? 0 : 1);
      for (const { arguments: args, result } of examples)
        expect((await callTool(host.url, name, args)).body).to.deep.equal(result);
    }
  });

  it('show a colour', async () => {
    const { body } = await callTool(host.url, 'drawSwatch', { red: 255, green: 0, blue: 16 });
    expect(body).to.deep.include({ structuredContent: { hex: 'ff0010' } });
    const { content } = body as { content: readonly { data?: string; uri?: string }[] };
    const bmp = Buffer.from(content[1]?.data ?? '', 'base64');
    expect([bmp.readUInt32LE(2), bmp.readUInt32LE(18), bmp.readUInt16LE(28)]).to.deep.equal([bmp.length, 1, 24]);
    expect([...bmp.subarray(54, 57)]).to.deep.equal([16, 0, 255]);
    expect(content[2]).to.include({ uri: 'https://colours.example/ff0010' });
  });

  it('keep their counts', async () => {
    const visits = await Promise.all([1, 2, 3].map(() => callTool(host.url, 'countVisit', { page: 'a' })));
    expect(visits.map(({ body }) => body).sort()).to.deep.equal([1, 2, 3]);
    expect((await callTool(host.url, 'countVisit', { page: 'b' })).body).to.equal(1);
  });

  it('name the arguments that do not fit', async () => {
    const { body, code } = await callTool(host.url, 'repeatText', { text: 'a', times: 10 });
    expect(code).to.equal('invalid_arguments');
    expect(body)
      .to.have.property('detail')
      .that.matches(/\/times must be <= 9\.$/);
  });
});
