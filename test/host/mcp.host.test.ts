// MCP at a real host: streams of changes, calls that are cancelled, the doors, and many requests without a trace in memory.

import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { startTestHost, type TestHost, writePlugins } from '../support/host.ts';

const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const SOURCE = `
  export const echo = (value) => value;
  export const steps = async ({ count, ms }, context) => {
    for (let step = 0; step < count; step += 1) {
      context.progress(step, count);
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
    return { count };
  };`;
const OBJECT = { outputSchema: { type: 'object' } };
const PLUGINS = {
  tools: { source: SOURCE, tools: { echo: OBJECT, steps: { ...OBJECT, limits: { wallMs: 20_000 } } } },
};

interface Sent {
  readonly name?: string;
  readonly meta?: object;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

const send = (
  url: string,
  method: string,
  params: object = {},
  { name, meta, headers, signal }: Sent = {},
): Promise<Response> =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': REVISION,
      'Mcp-Method': method,
      ...(name && { 'Mcp-Name': name }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: { ...META, ...meta } } }),
    ...(signal && { signal }),
  });

const call = (url: string, name: string, args: object, more: Sent = {}): Promise<Response> =>
  send(url, 'tools/call', { name, arguments: args }, { name, ...more });

/** The messages of a stream, as they arrive. */
async function* messages(response: Response): AsyncGenerator<{ method?: string; params?: object; result?: object }> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body as ReadableStream<Uint8Array>) {
    text += decoder.decode(part, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const [, data] = /^data: (.*)$/m.exec(event) ?? [];
      if (data !== undefined) yield JSON.parse(data);
    }
  }
}

describe('MCP at a host', function () {
  this.timeout(120_000);
  let host: TestHost;
  before(async () => {
    host = await startTestHost({ plugins: PLUGINS });
  });
  after(() => host?.close());

  it('tells how far a call is while it runs', async () => {
    const response = await call(host.url, 'steps', { count: 3, ms: 100 }, { meta: { progressToken: 'p' } });
    const arrived: number[] = [];
    const seen: object[] = [];
    for await (const message of messages(response)) {
      arrived.push(performance.now());
      seen.push(message);
    }
    expect(seen.slice(0, 3)).to.deep.equal(
      [0, 1, 2].map((progress) => ({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: 'p', progress, total: 3 },
      })),
    );
    expect(seen[3]).to.have.nested.property('result.structuredContent.count', 3);
    // The reports did not wait for the end.
    expect((arrived.at(-1) as number) - (arrived[0] as number)).to.be.above(100);
  });

  it('stops a call whose stream its caller closes, and logs it as cancelled', async () => {
    const leaving = new AbortController();
    const response = await call(
      host.url,
      'steps',
      { count: 100, ms: 100 },
      { meta: { progressToken: 1 }, signal: leaving.signal },
    );
    const stream = messages(response);
    await stream.next();
    leaving.abort();
    await stream.next().catch(() => {});
    const isLogged = (): boolean => host.log.some(({ toolName, code }) => toolName === 'steps' && code === 'cancelled');
    for (let waited = 0; !isLogged() && waited < 5_000; waited += 20) await pause(20);
    expect(isLogged()).to.equal(true);
  });

  it('tells callers that listen of a changed list, and shows them the new one', async () => {
    const filter = { notifications: { toolsListChanged: true } };
    const leaving = new AbortController();
    const stream = messages(await send(host.url, 'subscriptions/listen', filter, { signal: leaving.signal }));
    expect((await stream.next()).value).to.include({ method: 'notifications/subscriptions/acknowledged' });
    const added = writePlugins({ more: { source: SOURCE, tools: { another: { export: 'echo', ...OBJECT } } } });
    cpSync(join(added, 'more'), join(host.folder, 'more'), { recursive: true });
    rmSync(added, { recursive: true });
    const reloading = host.host.reload();
    expect((await stream.next()).value).to.include({ method: 'notifications/tools/list_changed' });
    await reloading;
    const list = (await (await send(host.url, 'tools/list')).json()) as { result: { tools: { name: string }[] } };
    expect(list.result.tools.map(({ name }) => name)).to.deep.equal(['another', 'echo', 'steps']);
    leaving.abort();
    await stream.next().catch(() => {});
  });
});

describe('the end of a host that speaks MCP', function () {
  this.timeout(120_000);

  it('ends streams of changes, which would last for ever', async () => {
    const host = await startTestHost({ plugins: PLUGINS, server: { shutdownMs: 20_000 } });
    const filter = { notifications: { toolsListChanged: true } };
    const stream = messages(await send(host.url, 'subscriptions/listen', filter));
    await stream.next();
    const startMs = performance.now();
    const ended = stream.next();
    await host.close();
    expect((await ended).done).to.equal(true);
    expect(performance.now() - startMs).to.be.below(10_000);
  });

  it('answers calls under way, with their progress', async () => {
    const host = await startTestHost({ plugins: PLUGINS, server: { shutdownMs: 20_000 } });
    const response = await call(host.url, 'steps', { count: 5, ms: 100 }, { meta: { progressToken: 1 } });
    const stream = messages(response);
    await stream.next();
    const closing = host.close();
    const seen: object[] = [];
    for await (const message of stream) seen.push(message);
    expect(seen.at(-1)).to.have.nested.property('result.structuredContent.count', 5);
    await closing;
  });
});
