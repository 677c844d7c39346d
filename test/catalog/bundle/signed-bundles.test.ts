// Signatures beside archives, and what the operator's settings make of them.

import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { CatalogSnapshot } from '../../../src/catalog/model/snapshot.ts';
import { generateKeys, signBytes } from '../../../src/cli/pack/signing/signature.ts';
import type { Config } from '../../../src/settings/config.ts';
import { defaultConfig, ENTRY, makePlugins, manifest, type Plugins } from '../plugins-folder.ts';
import { tgz } from '../tar-writer.ts';

const ARCHIVE = 'subject-1.0.0.tgz';
const BYTES = tgz([
  { name: 'package/plugin.json', body: manifest() },
  { name: 'package/index.js', body: ENTRY },
]);

const mine = generateKeys();
const theirs = generateKeys();
const signedBy = ({ secretKeyText }: typeof mine, bytes = BYTES): string =>
  signBytes({ bytes, secretKeyText, trustedComment: `file:${ARCHIVE}` });

describe('a signature next to an archive', () => {
  let plugins: Plugins;

  beforeEach(() => {
    plugins = makePlugins();
    writeFileSync(join(plugins.folder, ARCHIVE), BYTES);
  });
  afterEach(() => plugins.remove());

  const sign = (text: string): void => writeFileSync(join(plugins.folder, `${ARCHIVE}.minisig`), text);
  const load = (settings: Partial<Config['plugins']>): Promise<CatalogSnapshot> => {
    const config = defaultConfig();
    return plugins.load({ config: { ...config, plugins: { ...config.plugins, ...settings } } });
  };
  const required = { requireSignature: true, trustedKeys: [mine.publicKey] };

  it('lets the archive serve if one is required, and only with a trusted key', async () => {
    sign(signedBy(mine));
    expect((await load(required)).toolNames).to.deep.equal(['work']);
    sign(signedBy(theirs));
    const { toolNames, refused } = await load(required);
    expect(toolNames).to.deep.equal([]);
    expect(refused[0]).to.include({ bundle: ARCHIVE, where: `${ARCHIVE}.minisig` });
    expect(refused[0]?.reason).to.equal(`is signed with the key ${theirs.keyId}, which is not trusted`);
  });

  it('is required of archives and folders if the setting says so', async () => {
    plugins.copy('greeter');
    const { toolNames, refused } = await load(required);
    expect(toolNames).to.deep.equal([]);
    expect(refused.map(({ bundle, reason }) => `${bundle}: ${reason}`)).to.deep.equal([
      'greeter: is a folder, which cannot be signed, and plugins.requireSignature demands a signature',
      `${ARCHIVE}: there is no signature, and plugins.requireSignature demands one`,
    ]);
  });

  it('refuses an archive with a bad signature, required or not', async () => {
    for (const text of [
      signedBy(mine, Buffer.from('another archive')),
      signedBy(mine).replace('file:', 'trust:'),
      'x',
      '',
    ]) {
      sign(text);
      for (const settings of [required, { trustedKeys: [mine.publicKey] }]) {
        const { toolNames, refused } = await load(settings);
        expect(toolNames, text).to.deep.equal([]);
        expect(refused[0], text).to.include({ bundle: ARCHIVE, where: `${ARCHIVE}.minisig` });
      }
    }
  });

  it('does not matter if none is required and it is missing or made with another key', async () => {
    const settings = { trustedKeys: [mine.publicKey] };
    expect((await load(settings)).toolNames).to.deep.equal(['work']);
    sign(signedBy(theirs));
    expect((await load(settings)).toolNames).to.deep.equal(['work']);
  });

  it('is checked again for an archive that serves: it is refused if one byte has changed', async () => {
    sign(signedBy(mine));
    const serving = await load(required);
    const changed = tgz([
      { name: 'package/plugin.json', body: manifest() },
      { name: 'package/index.js', body: ENTRY },
      { name: 'package/README.md', body: 'no part of the digest' },
    ]);
    writeFileSync(join(plugins.folder, ARCHIVE), changed);
    const config = defaultConfig();
    const { refused } = await plugins.load({
      config: { ...config, plugins: { ...config.plugins, ...required } },
      serving,
    });
    expect(refused[0]?.reason).to.include('does not match the file');
  });

  it('may not be a link or a long file', async () => {
    symlinkSync('/etc/hostname', join(plugins.folder, `${ARCHIVE}.minisig`));
    expect((await load({})).refused[0]?.reason).to.equal('is not a plain file');
    plugins.remove();
    plugins = makePlugins();
    writeFileSync(join(plugins.folder, ARCHIVE), BYTES);
    sign('x'.repeat(30_000));
    expect((await load({})).refused[0]?.reason).to.include('at most 20000 are allowed');
  });
});
