// GET /healthz and GET /readyz: what they answer, and how often they look.

import { expect } from 'chai';
import type { Unready } from '../../src/http/readiness.ts';
import { type Front, startFront } from './front.ts';

describe('GET /healthz and GET /readyz', () => {
  let front: Front;
  let found: Unready | undefined;
  let looks: number;
  let isDraining: boolean;
  beforeEach(async () => {
    found = undefined;
    looks = 0;
    isDraining = false;
    front = await startFront({
      isDraining: () => isDraining,
      unready: async () => {
        looks += 1;
        return found;
      },
    });
  });
  afterEach(() => front.close());

  const ask = async (path: string): Promise<{ status: number; body: Record<string, unknown> }> => {
    const { status, body } = await front.request('GET', path);
    return { status, body: JSON.parse(body) as Record<string, unknown> };
  };

  it('answer 200 if all is well', async () => {
    expect(await ask('/healthz')).to.deep.equal({ status: 200, body: { status: 'ok' } });
    expect(await ask('/readyz')).to.deep.equal({ status: 200, body: { status: 'ready' } });
  });

  for (const code of ['runner_not_started', 'store_unavailable'] as const)
    it(`tell ${code} from a server that takes no calls`, async () => {
      found = code;
      expect((await ask('/healthz')).status).to.equal(200);
      const { status, body } = await ask('/readyz');
      expect(status).to.equal(503);
      expect(body).to.include({ code, fault: 'host', retryable: true });
    });

  it('answer 503 while the server drains, without a look', async () => {
    isDraining = true;
    for (const path of ['/healthz', '/readyz']) {
      const { status, body } = await ask(path);
      expect(status).to.equal(503);
      expect(body.code).to.equal('shutting_down');
    }
    expect(looks).to.equal(0);
  });

  it('look once for many who ask', async () => {
    await Promise.all(Array.from({ length: 20 }, () => ask('/readyz')));
    expect(looks).to.be.within(1, 2);
  });
});
