// Answers are kept where there is a place for them, and where the answer of one call has room.

import { expect } from 'chai';
import { accepted, loadText, problemsOf } from '../config-folder.ts';

const load = (idempotency: object, store: object = {}) => loadText(JSON.stringify({ idempotency, store }));

describe('the settings of idempotency', () => {
  it('are off by default, with room that fits', () => {
    expect(accepted(load({})).config.idempotency).to.include({ enabled: false, store: 'memory', keptMs: 3_600_000 });
    expect(accepted(load({ enabled: true })).config.idempotency.enabled).to.equal(true);
  });

  it('refuse a Redis that is not there', () => {
    expect(problemsOf(load({ store: 'redis' }))).to.deep.equal([
      'sandbox.config.json:1:25 idempotency.store: the store is not in Redis → set store.kind to "redis" and store.redisUrl',
    ]);
    const redis = { kind: 'redis', redisUrl: 'redis://127.0.0.1:6379' };
    expect(accepted(load({ store: 'redis' }, redis)).config.idempotency.store).to.equal('redis');
  });

  it('refuse an answer for which one caller could never reserve the room', () => {
    expect(problemsOf(load({ answerBytes: 400_001, keptBytes: 1_000_000 }))).to.deep.equal([
      'sandbox.config.json:1:31 idempotency.answerBytes: 400001 is more than two fifths of idempotency.keptBytes (1000000), so no call could reserve it → use at most 400000, or raise idempotency.keptBytes',
    ]);
    expect(accepted(load({ answerBytes: 400_000, keptBytes: 1_000_000 })).config.idempotency.answerBytes).to.equal(
      400_000,
    );
  });
});
