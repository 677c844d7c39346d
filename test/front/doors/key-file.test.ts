// The file of API keys: whole, for its owner alone, refused if anything in it is wrong, and changed by one process at a time.

import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { AlreadyRotated, createKey, NoSuchKey, revokeKey, rotateKey } from '../../../src/front/doors/issue-keys.ts';
import { changeKeys, KeysBroken, readKeys } from '../../../src/front/doors/key-file.ts';
import { Keyring } from '../../../src/front/doors/keyring.ts';
import { skipWithout } from '../../support/skip.ts';

const OWNER = { client: 'agent-7', org: 'acme', scopes: ['tools:call'] };
const HOUR_MS = 3_600_000;

describe('the file of API keys', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-keys-'));
    path = join(folder, 'keys.json');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const create = () => changeKeys(path, (keys) => createKey(keys, OWNER, undefined));
  const problem = async (): Promise<string> => {
    try {
      await readKeys(path);
    } catch (error) {
      expect(error).to.be.instanceOf(KeysBroken);
      return (error as Error).message;
    }
    throw new Error('it was read');
  };

  it('has no keys if it does not exist', async () => {
    expect(await readKeys(path)).to.deep.equal([]);
  });

  it('is made for its owner alone, and holds no key', async () => {
    const { key, record } = await create();
    expect(statSync(path).mode & 0o777).to.equal(0o600);
    expect(readFileSync(path, 'utf8')).not.to.contain(key.slice('toolcell_'.length, 30));
    expect(await readKeys(path)).to.deep.equal([record]);
    expect(record).to.include({ client: 'agent-7', org: 'acme' });
    expect(readdirSync(folder)).to.deep.equal(['.keys.json.turn', 'keys.json']);
  });

  it('keeps owner, group, permissions and link when root changes it', async function () {
    skipWithout(this, 'keys that root changes', process.getuid?.() === 0 ? undefined : 'not root');
    const { record } = await create();
    chownSync(path, 65_534, 65_533);
    chmodSync(path, 0o640);
    const link = join(folder, 'link.json');
    symlinkSync(path, link);
    await changeKeys(link, (keys) => revokeKey(keys, record.id));
    expect(await readKeys(path)).to.deep.equal([]);
    expect(lstatSync(link).isSymbolicLink()).to.equal(true);
    const { uid, gid, mode } = statSync(path);
    expect([uid, gid, mode & 0o777]).to.deep.equal([65_534, 65_533, 0o640]);
  });

  it('loses no key of many that are created at the same time', async () => {
    const issued = await Promise.all(Array.from({ length: 12 }, create));
    const ids = (await readKeys(path)).map(({ id }) => id);
    expect(ids).to.have.members(issued.map(({ record }) => record.id));
  });

  it('stays as it was if a change fails', async () => {
    await create();
    const before = readFileSync(path, 'utf8');
    const failed = await changeKeys(path, (keys) => revokeKey(keys, 'deadbeef')).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(NoSuchKey);
    expect(readFileSync(path, 'utf8')).to.equal(before);
  });

  it('is refused if others may write to it', async () => {
    await create();
    chmodSync(path, 0o622);
    expect(await problem()).to.match(/keys\.json: others may write to it.*chmod 600/);
  });

  it('is refused whole, with the place, if anything in it is wrong', async () => {
    const { record } = await create();
    const cases: readonly (readonly [document: unknown, wrong: RegExp])[] = [
      ['{', /is not JSON/],
      [[], /is not a list of keys of version 1/],
      [{ version: 2, keys: [] }, /version 1/],
      [{ version: 1, keys: [record, record] }, /key 2: is there twice/],
      [{ version: 1, keys: [{ ...record, hash: 'sha256:00' }] }, /key 1: "hash"/],
      [{ version: 1, keys: [{ ...record, scopes: ['a b'] }] }, /key 1: "scopes"/],
      [{ version: 1, keys: [{ ...record, scopes: Array.from({ length: 65 }, () => 'a') }] }, /key 1: "scopes"/],
      [{ version: 1, keys: [{ ...record, expiresAt: 'tomorrow' }] }, /key 1: "expiresAt"/],
      [{ version: 1, keys: [{ ...record, expiresAt: '2026-13-01T00:00:00.000Z' }] }, /key 1: "expiresAt"/],
      [{ version: 1, keys: [{ ...record, admin: true }] }, /key 1: "admin" is not a known member/],
      [{ version: 1, keys: [{ ...record, client: undefined }] }, /key 1: "client" is missing/],
      [{ version: 1, keys: [null] }, /key 1: it is not an object/],
    ];
    for (const [document, wrong] of cases) {
      writeFileSync(path, typeof document === 'string' ? document : JSON.stringify(document));
      expect(await problem()).to.match(wrong);
    }
    writeFileSync(path, `{"version":1,"keys":[{"__proto__":{},${JSON.stringify(record).slice(1)}]}`);
    expect(await problem()).to.match(/key 1: "__proto__" is not a known member/);
  });
});

describe('API keys over their life', () => {
  const nowMs = Date.parse('2026-11-23T12:00:00Z');

  it('hold until they are revoked', () => {
    const { keys, result } = createKey([], OWNER, undefined, nowMs);
    expect(new Keyring(keys).find(result.key, nowMs + 1e12)).to.deep.equal(result.record);
    const revoked = revokeKey(keys, result.record.id);
    expect(new Keyring(revoked.keys).find(result.key)).to.equal('unknown');
  });

  it('are refused from the moment on at which they expire', () => {
    const { keys, result } = createKey([], OWNER, HOUR_MS, nowMs);
    const ring = new Keyring(keys);
    expect(ring.find(result.key, nowMs + HOUR_MS - 1)).to.deep.equal(result.record);
    expect(ring.find(result.key, nowMs + HOUR_MS)).to.equal('expired');
  });

  it('hold beside the key that replaces them, for the grace period', () => {
    const created = createKey([], OWNER, undefined, nowMs);
    const rotated = rotateKey(created.keys, created.result.record.id, HOUR_MS, nowMs + 1_000);
    const ring = new Keyring(rotated.keys);
    expect(ring.find(rotated.result.key, nowMs + 2_000)).to.deep.include(OWNER);
    expect(ring.find(created.result.key, nowMs + 2_000)).to.deep.include({ replacedBy: rotated.result.record.id });
    expect(ring.find(created.result.key, nowMs + 1_000 + HOUR_MS)).to.equal('expired');
  });

  it('never live longer by a rotation', () => {
    const created = createKey([], OWNER, HOUR_MS, nowMs);
    const rotated = rotateKey(created.keys, created.result.record.id, 10 * HOUR_MS, nowMs);
    expect(rotated.result.old.expiresAt).to.equal(created.result.record.expiresAt);
    expect(rotated.result.record.expiresAt).to.equal(created.result.record.expiresAt);
  });

  it('keep their lifetime over any number of rotations, which go on from the newest key', () => {
    const day = 24 * HOUR_MS;
    const created = createKey([], OWNER, 90 * day, nowMs);
    let { keys } = created;
    let { id } = created.result.record;
    for (let rotation = 1; rotation <= 3; rotation += 1) {
      const rotated = rotateKey(keys, id, day, nowMs + rotation * 60_000);
      expect(() => rotateKey(rotated.keys, id, day, nowMs + rotation * 60_000)).to.throw(AlreadyRotated);
      ({ keys } = rotated);
      ({ id } = rotated.result.record);
      expect(Date.parse(String(rotated.result.record.expiresAt))).to.equal(nowMs + rotation * 60_000 + 90 * day);
    }
    // Each replaced key ends with its grace; only the newest one holds on.
    const holding = keys.filter(({ expiresAt }) => Date.parse(String(expiresAt)) > nowMs + 2 * day);
    expect(holding.map((record) => record.id)).to.deep.equal([id]);
  });

  it('leave the file a month after they expired', () => {
    const { keys } = createKey([], OWNER, HOUR_MS, nowMs);
    expect(createKey(keys, OWNER, undefined, nowMs + 29 * 24 * HOUR_MS).keys).to.have.lengthOf(2);
    expect(createKey(keys, OWNER, undefined, nowMs + 31 * 24 * HOUR_MS).keys).to.have.lengthOf(1);
  });

  it('are told from damaged ones, and from any other text', () => {
    const { keys, result } = createKey([], OWNER, undefined);
    const ring = new Keyring(keys);
    expect(ring.find(result.key.slice(0, -1))).to.equal('damaged');
    for (const text of ['', '__proto__', 'constructor', result.record.hash, result.record.id])
      expect(ring.find(text), text).to.equal('unknown');
  });
});
