import { expect } from 'chai';
import type { KeyRecord } from '../../../src/front/doors/key-record.ts';
import { keyFiguresOf } from '../../../src/server/metrics/sources.ts';

const key = (more: Partial<KeyRecord>): KeyRecord => ({
  ...{ id: 'abcdefgh', hash: 'sha256:0', client: 'ada', scopes: [], createdAt: '2026-01-01T00:00:00.000Z' },
  ...more,
});

describe('figures about API keys', () => {
  it('count keys that hold, and tell when the next one expires that no other key replaces', () => {
    const keys = [
      key({ expiresAt: '2001-01-01T00:00:00.000Z' }),
      key({ expiresAt: '2998-01-01T00:00:00.000Z', replacedBy: 'ijklmnop' }),
      key({ expiresAt: '2999-06-01T00:00:00.000Z' }),
      key({ expiresAt: '2999-01-01T00:00:00.000Z' }),
      key({}),
    ];
    const nextEndMs = Date.parse('2999-01-01T00:00:00.000Z');
    expect(keyFiguresOf(keys, Date.now())).to.deep.equal({ held: 4, nextEndMs });
    expect(keyFiguresOf([key({})], Date.now())).to.deep.equal({ held: 1, nextEndMs: undefined });
  });
});
