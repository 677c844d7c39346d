// Servers that send most of a response and then wait: what their plugin holds is bounded, and no other plugin pays for it.

import { expect } from 'chai';
import { Egress } from '../../../../src/control/capabilities/egress.ts';
import { type Fetched, fetchWith } from '../fetching.ts';
import { startUpstream, type Upstream, until } from '../upstream.ts';

const PART_BYTES = 900_000;
const HELD_BYTES = 8_000_000;
/** One plugin may hold half. */
const FIT = Math.floor(HELD_BYTES / 2 / PART_BYTES);

describe('responses that never end', () => {
  let upstream: Upstream;
  let egress: Egress;
  beforeEach(async () => {
    egress = new Egress({ dnsServers: [], extraCas: [], secrets: [], heldBytes: HELD_BYTES });
    upstream = await startUpstream(({ url }, response) => {
      if (url === '/whole') return response.end('x'.repeat(PART_BYTES));
      response.write('x'.repeat(PART_BYTES));
    });
  });
  afterEach(async () => {
    await egress.close();
    await upstream.close();
  });

  const get = (plugin: string, path: string, signal?: AbortSignal): Promise<Fetched> =>
    fetchWith(
      egress,
      { url: upstream.origin + path },
      { plugin, private: [upstream.origin], ...(signal && { signal }) },
    );

  it('are refused beyond what one plugin may hold, and its limits stay what they are', async () => {
    const end = new AbortController();
    const refused: Fetched[] = [];
    const all = Array.from({ length: 3 * FIT }, () =>
      get('greedy', '/part', end.signal).then((fetched) => {
        if (!end.signal.aborted) refused.push(fetched);
      }),
    );
    expect(await until(() => refused.length >= 2 * FIT)).to.equal(true);
    expect((await get('modest', '/whole')).given.body).to.have.lengthOf(PART_BYTES);
    expect(refused).to.have.lengthOf(2 * FIT);
    const [{ ok, error, failure }] = refused as [Fetched];
    expect(ok).to.equal(false);
    expect(error.message).to.match(/reached the limit of this server/);
    expect(failure).to.include({ code: 'overloaded', limit: 'heldResponseBytes' });
    end.abort();
    await Promise.all(all);
  });

  it('are read at a pace, which is that of their own plugin', async () => {
    const unbounded = new Egress({ dnsServers: [], extraCas: [], secrets: [] });
    const fetching = { plugin: 'greedy', private: [upstream.origin] };
    const startedMs = performance.now();
    const all = Array.from({ length: 30 }, () => fetchWith(unbounded, { url: `${upstream.origin}/whole` }, fetching));
    for (const { ok } of await Promise.all(all)) expect(ok).to.equal(true);
    expect(performance.now() - startedMs).to.be.at.least((30 * PART_BYTES - 4_000_000) / 100_000);
    await unbounded.close();
  });

  it('hold nothing after their end, for every kind of end', async () => {
    for (let round = 0; round < 4 * FIT; round += 1) {
      const end = new AbortController();
      const broken = get('greedy', '/part', end.signal);
      expect((await get('greedy', '/whole')).ok).to.equal(true);
      end.abort();
      expect((await broken).ok).to.equal(false);
    }
  });
});
