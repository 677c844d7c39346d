// API keys in a real Redis: one list for several processes, of which no change is lost, and which stays in force while Redis is gone.

import { expect } from 'chai';
import { createKey, revokeKey } from '../../../src/front/doors/issue-keys.ts';
import { KeysBroken } from '../../../src/front/doors/key-file.ts';
import type { KeyRecord } from '../../../src/front/doors/key-record.ts';
import { KeysOutOfReach, RedisKeys } from '../../../src/front/doors/redis-keys.ts';
import { RedisServer } from '../../support/redis-server.ts';
import { noRedis, skipWithout } from '../../support/skip.ts';

const OWNER = { client: 'agent-7', org: 'acme', scopes: ['tools:call'] };
const LIST = 'toolcell-access:{keys}:list';
const MARK = 'toolcell-access:{keys}:mark';

describe('API keys in Redis', function () {
  this.timeout(30_000);
  let server: RedisServer;
  const opened: RedisKeys[] = [];
  before(async function () {
    skipWithout(this, 'API keys in Redis', noRedis());
    server = await RedisServer.start('a-password');
  });
  afterEach(async () => {
    for (const keys of opened.splice(0)) keys.close();
    await server.command('FLUSHALL');
  });
  after(() => server?.end());

  const open = (url = server.url): RedisKeys => {
    const keys = new RedisKeys(url);
    opened.push(keys);
    return keys;
  };
  const create = (keys: RedisKeys) => keys.change((list) => createKey(list, OWNER, undefined));

  it('have the time of their last use, until they are revoked', async () => {
    const keys = open();
    const [{ record: used }, { record: other }] = [await create(keys), await create(keys)];
    const at = '2026-01-31T12:00:00.000Z';
    await keys.addUses(new Map([used, other].map(({ id }) => [id, at])));
    await server.command('HSET', 'toolcell-access:{keys}:uses', 'forged', 'x');
    expect(await open().readUses()).to.deep.equal(new Map([used, other].map(({ id }) => [id, at])));
    await keys.change((list) => revokeKey(list, used.id));
    expect([...(await keys.readUses()).keys()]).to.deep.equal([other.id]);
  });

  /** Collects what a watch reports. */
  const watched = (keys: RedisKeys) => {
    const ids: string[] = [];
    const problems: string[] = [];
    keys.watch({
      onKeys: (records: readonly KeyRecord[]) => ids.push(records.map(({ id }) => id).join(' ')),
      onProblem: (text) => problems.push(text),
    });
    return { ids, problems };
  };
  const until = async (isSo: () => boolean, withinMs = 5_000): Promise<number> => {
    const startMs = performance.now();
    while (!isSo()) {
      if (performance.now() - startMs > withinMs) throw new Error('it did not come to that');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return performance.now() - startMs;
  };

  it('are none at first, then those that were made, as hashes', async () => {
    expect(await open().read()).to.deep.equal([]);
    const { key, record } = await create(open());
    expect(await open().read()).to.deep.equal([record]);
    expect(await server.command('GET', LIST)).not.to.contain(key.slice('toolcell_'.length, 30));
  });

  it('lose none of many that several processes make at the same time', async () => {
    const issued = await Promise.all(Array.from({ length: 20 }, () => create(open())));
    const ids = (await open().read()).map(({ id }) => id);
    expect(ids).to.have.members(issued.map(({ record }) => record.id));
  });

  it('stay as they were if a change fails', async () => {
    await create(open());
    const before = await server.command('GET', LIST);
    const failed = await open()
      .change((keys) => revokeKey(keys, 'deadbeef'))
      .catch((error: unknown) => error);
    expect((failed as Error).name).to.equal('NoSuchKey');
    expect(await server.command('GET', LIST)).to.equal(before);
  });

  it('reach all who watch within a second', async () => {
    const [one, two] = [watched(open()), watched(open())];
    await until(() => one.ids.length === 1 && two.ids.length === 1);
    const { record } = await create(open());
    const madeMs = await until(() => one.ids.at(-1) === record.id && two.ids.at(-1) === record.id);
    await open().change((keys) => revokeKey(keys, record.id));
    const revokedMs = await until(() => one.ids.at(-1) === '' && two.ids.at(-1) === '');
    expect(Math.max(madeMs, revokedMs)).to.be.below(1_000);
    expect(one).to.deep.equal({ ids: ['', record.id, ''], problems: [] });
  });

  it('stay in force while Redis is gone, which is told once, and follow it again', async () => {
    const { record } = await create(open());
    const { ids, problems } = watched(open());
    await until(() => ids.length === 1);
    await server.stop();
    await until(() => problems.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(ids).to.deep.equal([record.id]);
    expect(problems.join('\n')).to.match(
      /^The keys cannot be read from Redis \(.*\) → start it, or correct its address/,
    );
    expect(problems).to.have.length.at.most(2);
    expect(problems.join()).not.to.contain('a-password');
    await server.start();
    const second = await create(open());
    await until(() => ids.at(-1) === `${record.id} ${second.record.id}`);
  });

  it('stay in force if Redis comes back without them, until keys are made again', async () => {
    const { record } = await create(open());
    const { ids, problems } = watched(open());
    await until(() => ids.length === 1);
    await server.command('DEL', LIST, MARK);
    await until(() => problems.length === 1);
    expect(problems[0]).to.contain('Redis has lost the keys');
    expect(ids).to.deep.equal([record.id]);
    const second = await create(open());
    await until(() => ids.at(-1) === second.record.id);
  });

  for (const [what, text] of Object.entries({
    'no JSON': '{',
    'another form': '{"version":2,"keys":[]}',
    'a key without a hash': '{"version":1,"keys":[{"id":"00000000"}]}',
  }))
    it(`are refused whole if Redis has ${what}, and those from before stay`, async () => {
      const { record } = await create(open());
      const { ids, problems } = watched(open());
      await until(() => ids.length === 1);
      await server.command('MSET', LIST, text, MARK, 'other');
      await until(() => problems.length === 1);
      expect(problems[0]).to.contain('The list of keys in Redis').and.contain('→ restore it, or delete it');
      expect(ids).to.deep.equal([record.id]);
      const failed = await open()
        .read()
        .catch((error: unknown) => error);
      expect(failed).to.be.instanceOf(KeysBroken);
    });

  it('are out of reach with a wrong password or address, which no message has', async () => {
    for (const url of [server.url.replace('a-password', 'wrong-word'), 'redis://:wrong-word@127.0.0.1:1']) {
      const failed = await open(url)
        .read()
        .catch((error: unknown) => error);
      expect(failed).to.be.instanceOf(KeysOutOfReach);
      expect((failed as Error).message).not.to.contain('wrong-word');
    }
  });
});
