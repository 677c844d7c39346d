// What an operator does with a plugins folder, where no server runs: every change is whole or not made, and nothing that was not
// looked at comes to serve by the way.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { withApproval } from '../../../src/catalog/lock/acceptance.ts';
import { EMPTY_LOCK, LOCK_FILE, lockText } from '../../../src/catalog/lock/lock.ts';
import { BundleRefused } from '../../../src/catalog/model/refusal.ts';
import { addArchive } from '../../../src/catalog/operate/add-archive.ts';
import {
  type Folder,
  findPlugin,
  OperationRefused,
  removePlugin,
  rollback,
  rollbackTarget,
} from '../../../src/catalog/operate/operations.ts';
import { generateKeys, signBytes } from '../../../src/cli/pack/signing/signature.ts';
import { archiveOf } from '../../support/archive.ts';
import { defaultConfig } from '../plugins-folder.ts';

const ARCHIVE_WRITER = fileURLToPath(new URL('./archive-writer.ts', import.meta.url));
const VERSIONS = 12;

describe('an operator', () => {
  let at: Folder;
  const { publicKeyText, secretKeyText } = generateKeys();
  const trustedKeys = [publicKeyText.trim().split('\n').at(-1) ?? ''];
  beforeEach(() => {
    const config = defaultConfig();
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-operations-'));
    at = { folder, config: { plugins: { ...config.plugins, trustedKeys } } };
  });
  afterEach(() => rmSync(at.folder, { recursive: true }));

  /** Without the file of the turns at the lock file. */
  const names = (): readonly string[] =>
    readdirSync(at.folder)
      .filter((name) => !name.startsWith('.'))
      .toSorted();
  const put = (version: string, description?: string) =>
    addArchive(at, { bytes: archiveOf({ version, ...(description !== undefined && { description }) }) });
  const signed = (bytes: Uint8Array): string => signBytes({ bytes, secretKeyText, trustedComment: 'a test' });
  const failure = async (work: Promise<unknown>): Promise<OperationRefused | BundleRefused> => {
    const error = await work.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (error instanceof OperationRefused || error instanceof BundleRefused) return error;
    throw error ?? new Error('it was done');
  };
  /** As a server leaves it that has served this version. */
  const accept = async (version: string): Promise<void> => {
    const { bundles } = await findPlugin(at, 'counter');
    const bundle = bundles.find((one) => one.version === version) ?? expect.fail('no such version');
    writeFileSync(join(at.folder, LOCK_FILE), lockText(withApproval(EMPTY_LOCK, bundle)));
  };

  it('adds an archive, or nothing: not one of another plugin, nor with a signature of another file', async () => {
    const bytes = archiveOf({ version: '1.0.0' });
    expect(await failure(addArchive(at, { bytes, pluginName: 'other' }))).to.include({ kind: 'conflict' });
    const other = signed(archiveOf({ version: '1.0.1' }));
    expect((await failure(addArchive(at, { bytes, signatureText: other }))).message).to.contain('does not match');
    expect(await failure(addArchive(at, { bytes: bytes.subarray(9) }))).to.be.instanceOf(BundleRefused);
    expect(names()).to.deep.equal([]);
    expect(await addArchive(at, { bytes, signatureText: signed(bytes) })).to.include({ isNew: true });
    expect(names()).to.deep.equal(['counter-1.0.0.tgz', 'counter-1.0.0.tgz.minisig']);
  });

  it('lets one of two processes add a version, if their contents differ, and tells the other', async () => {
    const signatureOf = (bundle: string): string => readFileSync(join(at.folder, `${bundle}.minisig`), 'utf8');
    const add = async (description: string): Promise<readonly string[]> => {
      const child = spawn(process.execPath, [ARCHIVE_WRITER, at.folder, description, String(VERSIONS), secretKeyText]);
      const [text] = await Promise.all([readAll(child.stdout), once(child, 'exit')]);
      return text.trim().split('\n');
    };
    const [one = [], two = []] = await Promise.all([add('One text.'), add('Another text.')]);
    const pairs = Array.from({ length: VERSIONS }, (_, index) => [one[index], two[index]].toSorted());
    expect(pairs).to.deep.equal(pairs.map(() => ['added', 'conflict']));
    const { bundles } = await findPlugin(at, 'counter');
    expect(bundles).to.have.length(VERSIONS);
    for (const { bundle, signedBy } of bundles) expect(signedBy, signatureOf(bundle)).to.equal(trustedKeys[0]);
  }).timeout(60_000);

  it('adds a version once that is added twice at the same time', async () => {
    const bytes = archiveOf({ version: '1.0.0' });
    const added = await Promise.all([addArchive(at, { bytes }), addArchive(at, { bytes })]);
    expect(added.map(({ isNew }) => isNew).toSorted()).to.deep.equal([false, true]);
  });

  it('adds a signature to what is there, but not one of the same content in other bytes', async () => {
    const bytes = archiveOf({ version: '1.0.0' });
    await addArchive(at, { bytes });
    const repacked = gzipSync(gunzipSync(bytes), { level: 1 });
    expect(repacked.equals(bytes)).to.equal(false);
    const refused = await failure(addArchive(at, { bytes: repacked, signatureText: signed(repacked) }));
    expect(refused.message).to.contain('packed in another way');
    expect(await addArchive(at, { bytes: repacked })).to.include({ isNew: false });
    expect(names()).to.deep.equal(['counter-1.0.0.tgz']);
    expect(await addArchive(at, { bytes, signatureText: signed(bytes) })).to.include({ isNew: false });
    expect(names()).to.deep.equal(['counter-1.0.0.tgz', 'counter-1.0.0.tgz.minisig']);
    expect((await findPlugin(at, 'counter')).bundles).to.have.length(1);
  });

  it('forgets the signature of an archive that is no longer there', async () => {
    writeFileSync(join(at.folder, 'counter-1.0.0.tgz.minisig'), signed(archiveOf({ version: '0.9.0' })));
    await put('1.0.0');
    expect(names()).to.deep.equal(['counter-1.0.0.tgz']);
  });

  it('goes back to a lower version that nobody needs to look at, never to a higher one or one that waits', async () => {
    await put('1.0.0');
    await put('1.1.0', 'Says something else, and was never approved.');
    await put('1.2.0');
    await put('1.3.0', 'Waits, too.');
    await accept('1.2.0');
    expect(await rollbackTarget(at, 'counter')).to.include({ version: '1.0.0' });
    expect(await rollback(at, 'counter')).to.include({ version: '1.0.0' });
    await removePlugin(at, 'counter', { version: '1.2.0', mayRemoveFolders: false });
    await accept('1.0.0');
    expect((await failure(rollback(at, 'counter'))).message).to.contain('below 1.0.0');
    await accept('1.1.0');
    await removePlugin(at, 'counter', { version: '1.1.0', mayRemoveFolders: false });
    expect((await failure(rollback(at, 'counter'))).message).to.contain('no approved version of counter below 1.1.0');
    expect(await rollback(at, 'counter', '1.0.0')).to.include({ version: '1.0.0' });
  });

  it('does not remove the version that a plugin is pinned to while there are others', async () => {
    await put('1.0.0');
    await put('1.1.0');
    await accept('1.1.0');
    await rollback(at, 'counter');
    const one = { version: '1.0.0', mayRemoveFolders: false };
    expect((await failure(removePlugin(at, 'counter', one))).message).to.contain('pinned to version 1.0.0');
    await removePlugin(at, 'counter', { version: '1.1.0', mayRemoveFolders: false });
    await removePlugin(at, 'counter', one);
    expect(names()).to.deep.equal([LOCK_FILE]);
  });
});
