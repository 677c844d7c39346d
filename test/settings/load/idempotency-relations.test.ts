// Answers are kept where there is a place for them.

import { expect } from 'chai';
import { accepted, loadText, problemsOf } from '../config-folder.ts';

const load = (idempotency: object, store: object = {}) => loadText(JSON.stringify({ idempotency, store }));

describe('the settings of idempotency', () => {
  it('are off by default', () => {
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
});
