// A server that follows its file of API keys: what it cannot read lets nobody in.

import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { createKey, revokeKey } from '../../src/front/doors/issue-keys.ts';
import { changeKeys } from '../../src/front/doors/key-file.ts';
import type { KeyRecord } from '../../src/front/doors/key-record.ts';
import { Keyring } from '../../src/front/doors/keyring.ts';
import { followKeys, watchKeys } from '../../src/server/keys.ts';
import { expectProblem } from '../front/http/expect.ts';
import { startFront } from '../front/http/front.ts';
import { testConfig } from '../support/config.ts';
import { skipWithout } from '../support/skip.ts';

const OWNER = { client: 'ada', scopes: [] };

describe('keys that a server follows', function () {
  this.timeout(30_000);
  let folder: string;
  let keysFile: string;
  let watching: { readonly close: () => void } | undefined;
  let now: readonly KeyRecord[] | 'unread' | undefined;
  const problems: string[] = [];
  const create = () => changeKeys(keysFile, (keys) => createKey(keys, OWNER, undefined));
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await setTimeout(10);
  };
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-keys-'));
    keysFile = join(folder, 'keys.json');
    problems.length = 0;
    now = undefined;
    await create();
    watching = watchKeys({
      keysFile,
      onKeys: (keys) => {
        now = keys;
      },
      onUnread: () => {
        now = 'unread';
      },
      onProblem: (text) => problems.push(text),
    });
    await until(() => now?.length === 1);
  });
  afterEach(() => {
    watching?.close();
    process.seteuid?.(0);
    rmSync(folder, { recursive: true });
  });

  it('close when the file cannot be read, tell each reason once, and hold again as soon as it can', async () => {
    const text = readFileSync(keysFile, 'utf8');
    writeFileSync(keysFile, '{');
    await until(() => now === 'unread');
    await setTimeout(800);
    expect(problems).to.have.length(1);
    expect(problems[0]).to.match(/keys\.json: is not JSON/);
    writeFileSync(keysFile, text);
    chmodSync(keysFile, 0o622);
    await until(() => problems.length === 2);
    expect(problems[1]).to.match(/others may write to it/);
    expect(now).to.equal('unread');
    chmodSync(keysFile, 0o600);
    await until(() => now?.length === 1);
    rmSync(keysFile);
    mkdirSync(keysFile);
    await until(() => now === 'unread');
    rmSync(keysFile, { recursive: true });
    // No file is no key.
    await until(() => now?.length === 0);
  });

  it('close when the file, or a folder on its path, is taken from the server, and hold again without another change', async function () {
    skipWithout(this, 'keys that another user owns', process.getuid?.() === 0 ? undefined : 'not root');
    chmodSync(folder, 0o755);
    chownSync(keysFile, 65_534, 65_534);
    process.seteuid?.(65_534);
    await setTimeout(600);
    expect(now).to.have.length(1);
    process.seteuid?.(0);
    chownSync(keysFile, 0, 0);
    process.seteuid?.(65_534);
    await until(() => now === 'unread');
    expect(problems.at(-1)).to.match(/EACCES/);
    // The rights of the process change, and nothing of the file.
    process.seteuid?.(0);
    await until(() => now?.length === 1);
    chmodSync(folder, 0o700);
    process.seteuid?.(65_534);
    await until(() => now === 'unread');
  });

  it('that are closed let nobody with a key in, and nobody is blamed', async () => {
    const { keys, result } = createKey([], OWNER, undefined);
    const keyring = new Keyring(keys);
    const pausesMs: number[] = [];
    const front = await startFront({
      door: { keys: keyring, allowsAnonymous: false, pauseBefore: async (ms) => void pausesMs.push(ms) },
    });
    const ask = (key = result.key) => front.request('GET', '/mcp/metadata', { 'X-API-Key': key });
    try {
      expect((await ask()).status).to.equal(200);
      keyring.close();
      const reply = await ask();
      expect(expectProblem(reply, 'identity_unavailable').detail).to.contain('The keys of this server cannot be read');
      expect(reply.headers['retry-after']).to.match(/^\d+$/);
      expectProblem(await front.request('GET', '/mcp/metadata'), 'unauthenticated');
      expectProblem(await ask('wrong'), 'unauthenticated');
      expect(pausesMs).to.deep.equal([100]);
      keyring.replace(keys);
      expect((await ask()).status).to.equal(200);
      keyring.replace(revokeKey(keys, result.record.id).keys);
      expectProblem(await ask(), 'unauthenticated');
    } finally {
      await front.close();
    }
  });

  it('are counted in the log without those that have expired', async () => {
    await changeKeys(keysFile, (keys) => createKey(keys, OWNER, 1_000, Date.now() - 2_000));
    const notices: string[] = [];
    const config = testConfig(folder, { access: { keysFile } });
    const keyring = new Keyring();
    const following = followKeys(
      { config, onNotice: ({ text }) => notices.push(text) },
      { keyring, configNow: () => config },
      (keys) => (keys === undefined ? keyring.close() : keyring.replace(keys)),
    );
    await until(() => notices.length > 0);
    expect(notices).to.deep.equal(['1 API key is in force']);
    writeFileSync(keysFile, '{');
    await until(() => notices.length > 1);
    following.close();
    expect(notices[1]).to.match(/keys\.json: is not JSON.*callers with keys get identity_unavailable/);
  });
});
