// GET /livez, GET /healthz and GET /readyz: their answers, and how often they check.

import { expect } from 'chai';
import type { Condition } from '../../../src/front/http/readiness.ts';
import { type Front, startFront } from './front.ts';

describe('GET /livez, GET /healthz and GET /readyz', () => {
  let front: Front;
  let found: Condition;
  let looks: number;
  let isLeaving: boolean;
  let isDraining: boolean;
  beforeEach(async () => {
    found = 'ready';
    looks = 0;
    isLeaving = false;
    isDraining = false;
    front = await startFront({
      isLeaving: () => isLeaving,
      isDraining: () => isDraining,
      condition: async () => {
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
    expect(await ask('/livez')).to.deep.equal({ status: 200, body: { status: 'ok' } });
    expect(await ask('/healthz')).to.deep.equal({ status: 200, body: { status: 'ok' } });
    expect(await ask('/readyz')).to.deep.equal({ status: 200, body: { status: 'ready' } });
  });

  for (const [code, fault] of [
    ['runner_not_started', 'host'],
    ['store_unavailable', 'host'],
    ['no_tools', 'operator'],
  ] as const)
    it(`answer 200 and ${code}, so that it differs from a server that takes no calls`, async () => {
      found = code;
      expect((await ask('/healthz')).status).to.equal(200);
      const { status, body } = await ask('/readyz');
      expect(status).to.equal(503);
      expect(body).to.include({ code, fault, retryable: true });
    });

  it('answer 200 and degraded if some tools work, and 503 to who requires all of them', async () => {
    found = 'degraded';
    expect(await ask('/readyz')).to.deep.equal({ status: 200, body: { status: 'degraded', store: 'unavailable' } });
    const strict = await ask('/readyz?require=store');
    expect(strict.status).to.equal(503);
    expect(strict.body).to.include({ code: 'store_unavailable', fault: 'host', retryable: true });
    found = 'ready';
  });

  it('refuse a parameter that they do not know, since a slip would keep the server in service', async () => {
    for (const query of ['?requires=store', '?require=', '?require=redis', '?require=store&require=store'])
      expect((await ask(`/readyz${query}`)).body).to.include({ code: 'invalid_request', fault: 'caller' });
    expect((await ask('/readyz?')).status).to.equal(200);
  });

  it('are neither logged nor counted, also if they answer 503', async () => {
    found = 'store_unavailable';
    await ask('/readyz');
    isDraining = true;
    for (const path of ['/readyz', '/healthz']) expect((await front.request('GET', path)).status).to.equal(503);
    await front.post('{"toolName":"echo","arguments":{}}');
    expect(front.entries.map(({ path, code }) => `${path} ${code}`)).to.deep.equal(['/mcp/callTool shutting_down']);
  });

  it('send calls elsewhere before the server takes no more of them', async () => {
    isLeaving = true;
    expect((await ask('/healthz')).status).to.equal(200);
    const { status, body } = await ask('/readyz');
    expect([status, body.code]).to.deep.equal([503, 'shutting_down']);
    expect((await front.post('{"toolName":"echo","arguments":{}}')).status).to.equal(200);
  });

  it('answer 503 while the server drains, without a check, and still say that it lives', async () => {
    isDraining = true;
    for (const path of ['/healthz', '/readyz']) {
      const { status, body } = await ask(path);
      expect(status).to.equal(503);
      expect(body.code).to.equal('shutting_down');
    }
    expect((await ask('/livez')).status).to.equal(200);
    expect(looks).to.equal(0);
  });

  it('check once for many requests', async () => {
    await Promise.all(Array.from({ length: 20 }, () => ask('/readyz')));
    expect(looks).to.be.within(1, 2);
  });
});
