// What a store answers where its backend does not serve: in bounded time, nothing of paths, hosts or passwords, and it comes back.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { Store, type StoreSettings } from '../../../../src/control/capabilities/store.ts';
import { RedisServer } from '../../../support/redis-server.ts';
import { noBubblewrap, noRedis, skipWithout } from '../../../support/skip.ts';
import { type Answer, asker, type Told, wait } from '../stores.ts';

/** What an ask may take at most: two seconds, and some for a busy machine. */
const BOUND_MS = 8_000;
const SET = { op: 'set', key: 'a', value: '1' };

/** A store, what it told the operator, and an ask that is measured. */
const open = (settings: Partial<StoreSettings>) => {
  const told: string[] = [];
  const store = new Store({ kind: 'sqlite', file: '', redisUrl: '', ...settings }, ({ level, text }) =>
    told.push(`${level}: ${text}`),
  );
  const ask = async (what: unknown = SET): Promise<Answer & Told> => {
    const beganMs = performance.now();
    const answer = await asker(store, { limits: { storeBytes: 100_000_000, storeValueBytes: 10_000_000 } })(what);
    expect(performance.now() - beganMs).to.be.below(BOUND_MS);
    return answer;
  };
  return { store, told, ask };
};

const expectOutage = ({ error }: Answer, ...secrets: readonly (string | number)[]): void => {
  expect(error?.name).to.equal('UnavailableError');
  for (const secret of ['/', '127.', 'redis', 'sqlite', 'SQL', ...secrets])
    expect(error?.message.toLowerCase()).not.to.contain(String(secret).toLowerCase());
};

/** Waits until the operator was told what this matches. */
const hears = async (told: readonly string[], what: RegExp): Promise<void> => {
  const giveUp = Date.now() + 15_000;
  while (!what.test(told.at(-1) ?? '')) {
    if (Date.now() > giveUp) throw new Error(`never told ${what}, but: ${told.join('\n')}`);
    await wait(50);
  }
};

/** Asks until the store serves. */
const comesBack = async (ask: () => Promise<Answer>): Promise<void> => {
  const giveUp = Date.now() + 15_000;
  while ((await ask()).error) {
    if (Date.now() > giveUp) throw new Error('The store did not come back.');
    await wait(50);
  }
};

describe('a store on Redis that does not serve', function () {
  this.timeout(60_000);
  let server: RedisServer;
  before(function () {
    skipWithout(this, 'the store on redis', noRedis());
  });
  afterEach(() => server.end());

  it('says so while Redis is away, and serves again once it is back, with what it held', async () => {
    server = await RedisServer.start();
    const { store, told, ask } = open({ kind: 'redis', redisUrl: server.url });
    expect((await ask()).error).to.equal(undefined);
    await server.stop();
    for (const answer of await Promise.all([ask(), ask({ op: 'list' }), ask({ op: 'get', key: 'a' })]))
      expectOutage(answer, server.port);
    expect(told).to.have.lengthOf(1);
    await server.start();
    await comesBack(() => ask({ op: 'get', key: 'a' }));
    expect((await ask({ op: 'get', key: 'a' })).given?.value).to.equal('1');
    await server.stop();
    expectOutage(await ask(), server.port);
    expect(told).to.have.lengthOf(3);
    expect(told[0]).to.match(/^error: The store of the plugins does not serve: /);
    expect(told[1]).to.match(/^info: The store of the plugins serves again, after \d+ s\.$/);
    expect(told[2]).to.match(/^error: /);
    await store.close();
  });

  it('serves once Redis has started, if it did not run at first', async () => {
    server = await RedisServer.start();
    await server.stop();
    const { store, ask } = open({ kind: 'redis', redisUrl: server.url });
    expectOutage(await ask(), server.port);
    await server.start();
    await comesBack(ask);
    await store.close();
  });

  it('does not wait for a Redis that hangs, and serves again when it goes on', async () => {
    server = await RedisServer.start();
    const { store, ask } = open({ kind: 'redis', redisUrl: server.url });
    await ask();
    server.signal('SIGSTOP');
    const answers = await Promise.all([ask(), ask({ op: 'get', key: 'a' })]);
    server.signal('SIGCONT');
    for (const answer of answers) expectOutage(answer, server.port);
    expect(answers[0]?.error?.message).to.contain('not known');
    await comesBack(() => ask({ op: 'get', key: 'a' }));
    await store.close();
  });

  it('refuses at once while Redis is known to be away, and finds out by itself that it is back', async () => {
    server = await RedisServer.start();
    const { store, told, ask } = open({ kind: 'redis', redisUrl: server.url });
    await ask();
    await server.stop();
    expectOutage(await ask(), server.port);
    const beganMs = performance.now();
    for (let times = 0; times < 50; times += 1) {
      const answer = await ask({ op: 'get', key: 'a' });
      expectOutage(answer, server.port);
      expect(answer.failure?.code).to.equal('store_unavailable');
    }
    // Each of them would wait half a second for a connection.
    expect(performance.now() - beganMs).to.be.below(2_000);
    expect(told).to.have.lengthOf(1);
    await server.start();
    // Nobody calls.
    await hears(told, /serves again/);
    expect((await ask({ op: 'get', key: 'a' })).given?.value).to.equal('1');
    await store.close();
  });

  it('ends what is under way after a second if Redis hangs, and keeps nobody waiting behind it', async () => {
    server = await RedisServer.start();
    const { store, told, ask } = open({ kind: 'redis', redisUrl: server.url });
    await ask();
    server.signal('SIGSTOP');
    const beganMs = performance.now();
    // More than may be under way at a time.
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask({ op: 'get', key: 'a' })));
    expect(performance.now() - beganMs).to.be.within(900, 8_000);
    for (const answer of answers) {
      expectOutage(answer, server.port);
      expect(answer.failure?.code).to.equal('store_unavailable');
    }
    server.signal('SIGCONT');
    await hears(told, /serves again/);
    await store.close();
  });

  it('finds out by itself that Redis has room again, and leaves nothing of its tries', async () => {
    server = await RedisServer.start();
    const { store, told, ask } = open({ kind: 'redis', redisUrl: server.url });
    await server.command('CONFIG', 'SET', 'maxmemory', '1');
    expectOutage(await ask(), server.port);
    await wait(600);
    expect(told).to.have.lengthOf(1);
    expect(await store.trouble()).to.contain('OOM');
    await server.command('CONFIG', 'SET', 'maxmemory', '0');
    await hears(told, /serves again/);
    expect(await store.trouble()).to.equal(undefined);
    expect(await server.command('DBSIZE')).to.equal('0');
    await store.close();
  });

  it('keeps a password to itself, right or wrong', async () => {
    server = await RedisServer.start('right-word');
    const right = open({ kind: 'redis', redisUrl: server.url });
    expect((await right.ask()).error).to.equal(undefined);
    await right.store.close();
    for (const redisUrl of [server.url.replace('right-word', 'wrong-word'), server.url.replace(':right-word@', '')]) {
      const wrong = open({ kind: 'redis', redisUrl });
      for (let time = 0; time < 2; time += 1) expectOutage(await wrong.ask(), 'right-word', 'wrong-word', server.port);
      expect(wrong.told).to.have.lengthOf(1);
      expect(wrong.told[0]).not.to.contain('-word');
      await wrong.store.close();
    }
  });

  it('says so if Redis has no room left, and gives what it holds', async () => {
    server = await RedisServer.start();
    const { store, ask } = open({ kind: 'redis', redisUrl: server.url });
    await ask();
    await server.command('CONFIG', 'SET', 'maxmemory', '1mb');
    const full = await ask({ op: 'set', key: 'b', value: JSON.stringify('x'.repeat(2_000_000)) });
    expectOutage(full);
    expect(full.error?.message).to.contain('room');
    expect((await ask({ op: 'get', key: 'a' })).given?.value).to.equal('1');
    expect((await ask({ op: 'delete', key: 'a' })).given).to.equal(true);
    await server.command('CONFIG', 'SET', 'maxmemory', '0');
    await comesBack(ask);
    await store.close();
  });

  it('takes a namespace of which Redis has evicted a part for an empty one', async () => {
    server = await RedisServer.start();
    const { store, ask } = open({ kind: 'redis', redisUrl: server.url });
    for (const part of ['values', 'entries', 'names', 'expiry']) {
      await ask();
      await ask({ op: 'set', key: 'b', value: '2', ttlMs: 60_000 });
      expect(await server.command('DEL', `toolcell:{notes}:${part}`)).to.equal('1');
      expect((await ask({ op: 'get', key: 'b' })).given, part).to.equal(null);
      expect((await ask({ op: 'list' })).given).to.deep.equal({ entries: [] });
    }
    await store.close();
  });

  it('leaves nothing of what was deleted or has expired', async () => {
    server = await RedisServer.start();
    const { store, ask } = open({ kind: 'redis', redisUrl: server.url });
    await ask({ ...SET, ttlMs: 60_000 });
    const idle = Number(await server.command('PTTL', 'toolcell:{notes}:values'));
    expect(idle).to.be.within(60_001, 180_000);
    await ask({ op: 'set', key: 'b', value: '2' });
    expect(await server.command('PTTL', 'toolcell:{notes}:values')).to.equal('-1');
    expect((await server.command('KEYS', '*')).split('\n').sort()).to.deep.equal(
      ['entries', 'expiry', 'names', 'values'].map((part) => `toolcell:{notes}:${part}`),
    );
    for (const key of ['a', 'b']) await ask({ op: 'delete', key });
    expect(await server.command('DBSIZE')).to.equal('0');
    await store.close();
  });
});

describe('a store on SQLite that does not serve', function () {
  this.timeout(60_000);
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-store-'));
    file = join(folder, 'store.sqlite');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('says so if the file cannot be opened, and serves once it can', async () => {
    mkdirSync(file);
    const { store, told, ask } = open({ file });
    for (let time = 0; time < 2; time += 1) expectOutage(await ask(), folder);
    expect(told).to.have.lengthOf(1);
    expect(told[0]).to.contain(file);
    rmSync(file, { recursive: true });
    expect((await ask()).error).to.equal(undefined);
    await store.close();
  });

  it('says so if the file is something else, leaves it as it is, and serves once it is away', async () => {
    const text = 'This is no database. '.repeat(1_000);
    writeFileSync(file, text);
    const { store, ask } = open({ file });
    expectOutage(await ask(), folder);
    expect(readFileSync(file, 'utf8')).to.equal(text);
    rmSync(file);
    expect((await ask()).error).to.equal(undefined);
    await store.close();
  });

  it('says so if the file holds tables that are not its own', async () => {
    for (const sql of ['PRAGMA user_version = 7', 'CREATE TABLE entries (id)']) {
      const other = new DatabaseSync(file);
      other.exec(sql);
      other.close();
      const { store, ask } = open({ file });
      expectOutage(await ask(), folder);
      await store.close();
      rmSync(file);
    }
  });

  it('says so if the file was damaged, and the next store serves from a sound one', async () => {
    const first = open({ file });
    for (let i = 0; i < 200; i += 1)
      await first.ask({ op: 'set', key: `k${i}`, value: JSON.stringify('x'.repeat(2_000)) });
    await first.store.close();
    const bytes = readFileSync(file);
    const damaged = Buffer.from(bytes);
    damaged.fill(0xaa, 4_096);
    writeFileSync(file, damaged);
    const second = open({ file });
    for (const ask of [SET, { op: 'get', key: 'k7' }, { op: 'list' }]) expectOutage(await second.ask(ask), folder);
    await second.store.close();
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    writeFileSync(file, bytes);
    const third = open({ file });
    expect((await third.ask({ op: 'get', key: 'k7' })).given?.value).to.have.lengthOf(2_002);
    await third.store.close();
  });

  it('does not wait for who holds the file, serves others meanwhile, and comes back', async () => {
    const { store, ask } = open({ file });
    await ask();
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    expect((await ask({ op: 'get', key: 'a' })).given?.value).to.equal('1');
    const answers = await Promise.all([ask(), ask(), ask(), ask()]);
    for (const answer of answers) expectOutage(answer, folder);
    expect(answers[0]?.error?.message).to.contain('not known');
    other.exec('ROLLBACK');
    other.close();
    await comesBack(ask);
    await store.close();
  });

  it('says so if the disk is full, gives what it holds, and finds out by itself that there is room again', async function () {
    skipWithout(this, 'the store on a full disk', noBubblewrap());
    // A disk of three megabytes, which only this process has.
    const disk = ['--dev-bind', '/', '/', '--size', '3000000', '--tmpfs', folder, '--die-with-parent'];
    const words = [...disk, process.execPath, join(import.meta.dirname, 'store-filling.ts'), file];
    const { stdout } = await promisify(execFile)('bwrap', words);
    const { written, full, kept, stillFull, again } = JSON.parse(stdout);
    expect(written).to.be.within(5, 30);
    expectOutage({ error: full }, folder);
    expect(full.message).to.contain('room');
    expect([kept, stillFull, again]).to.deep.equal([true, true, 'written']);
  });

  it('keeps its file to its owner', async () => {
    const { store, ask } = open({ file });
    await ask();
    for (const end of ['', '-wal', '-shm']) expect(statSync(`${file}${end}`).mode & 0o777, end).to.equal(0o600);
    await store.close();
  });
});
