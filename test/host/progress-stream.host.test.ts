// Progress over plain HTTP at a real host: while the call runs, in order, and with the result at the end.

import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { eventsOf, type SeenEvent } from '../support/events.ts';
import { startTestHost, type TestHost } from '../support/host.ts';

const SOURCE = `
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  export const steps = async ({ count, ms, fails }, context) => {
    for (let step = 0; step < count; step += 1) {
      context.progress(step, count, 'step ' + step);
      await wait(ms);
    }
    if (fails) throw new RangeError('no');
    return { count };
  };
  export const floods = async ({ message }, context) => {
    for (let done = 0; done < 2_000; done += 1) {
      context.progress(done, 2_000, message);
      if (done % 50 === 0) await wait(1);
    }
    return 'all reported';
  };
  export const silent = () => 'nothing to report';
`;
const LIMITS = { wallMs: 20_000 };
const LOG_LIMITS = { logLines: 5_000, logBytes: 10_000_000 };
const PLUGINS = {
  tools: { source: SOURCE, tools: { steps: { limits: LIMITS }, floods: { limits: LIMITS }, silent: {} } },
};

const send = (url: string, path: string, body: object, more: RequestInit = {}): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify(body),
    ...more,
  });
const call = (url: string, toolName: string, args: object, more?: RequestInit): Promise<Response> =>
  send(url, '/mcp/callTool', { toolName, arguments: args }, more);

const all = async (response: Response): Promise<readonly SeenEvent[]> => {
  const seen: SeenEvent[] = [];
  for await (const event of eventsOf(response)) seen.push(event);
  return seen;
};
const report = (step: number, count: number): SeenEvent => ({
  name: 'progress',
  data: { progress: step, total: count, message: `step ${step}` },
});

describe('progress over HTTP', function () {
  this.timeout(120_000);
  let host: TestHost;
  before(async () => {
    host = await startTestHost({
      plugins: PLUGINS,
      limits: LOG_LIMITS,
      server: { shutdownMs: 20_000 },
      throttling: { quotas: { each: { calls: 1_000, every: 'day' } } },
    });
  });
  after(() => host?.close());
  const entryOf = async ({ headers }: Response) => {
    const callId = headers.get('toolcell-call-id');
    for (;;) {
      const entry = host.log.find((one) => one.callId === callId);
      if (entry !== undefined) return entry;
      await pause(10);
    }
  };

  it('arrives while the call runs, in order, and the result comes last', async () => {
    const response = await call(host.url, 'steps', { count: 3, ms: 100 });
    const seen: SeenEvent[] = [];
    const arrivedMs: number[] = [];
    for await (const event of eventsOf(response)) {
      seen.push(event);
      arrivedMs.push(performance.now());
    }
    expect(seen).to.deep.equal([...[0, 1, 2].map((step) => report(step, 3)), { name: 'result', data: { count: 3 } }]);
    expect((arrivedMs.at(-1) as number) - (arrivedMs[0] as number)).to.be.above(150);
    expect(response.headers.get('content-type')).to.equal('text/event-stream');
    expect(response.headers.get('ratelimit')).to.match(/^"each";r=9\d\d;t=/);
    expect(await entryOf(response)).to.include({ code: 'ok', status: 200 });
  });

  it('comes from the route of one tool, too', async () => {
    const seen = await all(await send(host.url, '/tools/steps', { count: 2, ms: 5 }));
    expect(seen).to.deep.equal([report(0, 2), report(1, 2), { name: 'result', data: { count: 2 } }]);
  });

  it('ends with the problem of a tool that fails', async () => {
    const response = await call(host.url, 'steps', { count: 1, ms: 5, fails: true });
    const seen = await all(response);
    expect(seen.map(({ name }) => name)).to.deep.equal(['progress', 'problem']);
    expect(seen[1]?.data).to.include({ code: 'tool_error', status: 422, fault: 'plugin', detail: 'RangeError: no' });
    expect(seen[1]?.data).to.include({ callId: response.headers.get('toolcell-call-id') });
    expect(await entryOf(response)).to.include({ code: 'tool_error', status: 200 });
  });

  it('is no stream if the call is refused before it begins', async () => {
    const [unknown, malformed] = [
      await call(host.url, 'nothing', {}),
      await send(host.url, '/mcp/callTool', { toolName: 'steps' }),
    ];
    expect([unknown.status, malformed.status]).to.deep.equal([404, 400]);
    for (const response of [unknown, malformed]) {
      expect(response.headers.get('content-type')).to.equal('application/problem+json');
      expect(await response.json()).to.have.property('status', response.status);
    }
  });

  it('is a result alone if the tool reports nothing', async () => {
    expect(await all(await call(host.url, 'silent', {}))).to.deep.equal([
      { name: 'result', data: 'nothing to report' },
    ]);
  });

  it('stops with its call if the caller closes the stream', async () => {
    const leaving = new AbortController();
    const response = await call(host.url, 'steps', { count: 100, ms: 100 }, { signal: leaving.signal });
    const stream = eventsOf(response);
    await stream.next();
    leaving.abort();
    await stream.next().catch(() => {});
    expect(await entryOf(response)).to.include({ code: 'cancelled' });
  });

  it('reaches a caller that reads only after the call in order, and with the whole result', async () => {
    const response = await call(host.url, 'floods', { message: 'é'.repeat(2_000) });
    const { callId } = await entryOf(response);
    // All were made: none was lost with a full log.
    expect(host.guestLines.filter((line) => line.callId === callId)).to.have.lengthOf(2_000);
    const seen = await all(response);
    expect(seen.at(-1)).to.deep.equal({ name: 'result', data: 'all reported' });
    const steps = seen.slice(0, -1).map(({ data }) => (data as { readonly progress: number }).progress);
    expect(steps.length).to.be.within(1, 2_000);
    expect(steps).to.deep.equal([...steps].sort((one, other) => one - other));
  });
});

describe('the end of a host that streams progress', function () {
  this.timeout(120_000);

  it('waits for the streams of calls under way', async () => {
    const host = await startTestHost({ plugins: PLUGINS, server: { shutdownMs: 20_000 } });
    const stream = eventsOf(await call(host.url, 'steps', { count: 5, ms: 100 }));
    await stream.next();
    const closing = host.close();
    const seen: SeenEvent[] = [];
    for await (const event of stream) seen.push(event);
    expect(seen.at(-1)).to.deep.equal({ name: 'result', data: { count: 5 } });
    await closing;
  });
});
