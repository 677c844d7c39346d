// Streams that outlast the credential of their caller, at a real host: who is told why, whose call is stopped, and who may stay.

import { cpSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { createKey, type IssuedKey, revokeKey } from '../../../src/front/doors/issue-keys.ts';
import { changeKeys } from '../../../src/front/doors/key-file.ts';
import { AuthorizationServer, newSigningKey, RESOURCE, SECRET } from '../../support/authorization-server.ts';
import { collect } from '../../support/collect.ts';
import { freePort } from '../../support/free-port.ts';
import { startTestHost, type TestHost, writePlugins } from '../../support/host.ts';
import { skipWithout } from '../../support/skip.ts';
import { noPeers, runPeer } from './peers.ts';

const PLUGINS = {
  tools: {
    source: `
      export const quick = () => ({});
      export const steps = async ({ count }, context) => {
        for (let step = 0; step < count; step += 1) {
          context.progress(step, count);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        return { count };
      };`,
    tools: { quick: {}, steps: { limits: { wallMs: 20_000 } } },
  },
};
const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
/** A revoked key is refused within a second, and its stream within another one. The machine may be busy. */
const SOON_MS = 6_000;

interface Message {
  readonly method?: string;
  readonly id?: number;
  readonly result?: object;
  readonly error?: { readonly code: number; readonly message: string; readonly data: object };
}

const open = async (
  url: string,
  credential: string,
  { method = 'subscriptions/listen', signal }: { method?: string; signal?: AbortSignal } = {},
): Promise<Response> => {
  const name = method === 'tools/call' ? 'steps' : undefined;
  const params = name ? { name, arguments: { count: 150 } } : { notifications: { toolsListChanged: true } };
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      ...{ 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      ...{ 'MCP-Protocol-Version': REVISION, 'Mcp-Method': method, ...(name && { 'Mcp-Name': name }) },
      Authorization: `Bearer ${credential}`,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 7,
      method,
      params: { ...params, _meta: { ...META, ...(name && { progressToken: 1 }) } },
    }),
    ...(signal && { signal }),
  });
};

/** The messages of a stream. */
async function* messages(response: Response): AsyncGenerator<Message> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body as ReadableStream<Uint8Array>) {
    text += decoder.decode(part, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const [, data] = /^data: (.*)$/m.exec(event) ?? [];
      if (data !== undefined) yield JSON.parse(data) as Message;
    }
  }
}

/** The last message of a stream, and how long it took to come. Rejects if the stream does not end. */
const lastOf = async (stream: AsyncGenerator<Message>): Promise<{ last: Message | undefined; elapsedMs: number }> => {
  const startMs = performance.now();
  let last: Message | undefined;
  for await (const message of stream) last = message;
  return { last, elapsedMs: performance.now() - startMs };
};

describe('streams and keys', function () {
  this.timeout(120_000);
  const keysFile = join(tmpdir(), `toolcell-streams-${process.pid}.json`);
  let host: TestHost;
  before(async () => {
    await newKey('first');
    host = await startTestHost({ plugins: PLUGINS, access: { keysFile } });
  });
  after(async () => {
    await host?.close();
    rmSync(keysFile, { force: true });
  });
  const newKey = (client: string): Promise<IssuedKey> =>
    changeKeys(keysFile, (list) => createKey(list, { client, scopes: [] }, undefined));
  const revoke = ({ record: { id } }: IssuedKey): Promise<unknown> =>
    changeKeys(keysFile, (list) => revokeKey(list, id));
  /** The server takes a key up within a second. */
  const issued = async (client: string): Promise<IssuedKey> => {
    const key = await newKey(client);
    const headers = { 'X-API-Key': key.key };
    while ((await fetch(`${host.url}/mcp/metadata`, { headers })).status !== 200) await pause(50);
    return key;
  };

  /** A listening thread tells of its requests some time later. */
  const logged = async ({ record: { id } }: IssuedKey, code: string): Promise<object | undefined> => {
    const line = () => host.log.find((entry) => entry.keyId === id && entry.code === code);
    for (let waited = 0; line() === undefined && waited < SOON_MS; waited += 20) await pause(20);
    return line();
  };

  it('end a stream of changes whose key is revoked, tell why, and leave those of others open', async () => {
    const [ada, bob] = [await issued('ada'), await issued('bob')];
    const leaving = new AbortController();
    const streams = [
      messages(await open(host.url, ada.key)),
      messages(await open(host.url, bob.key, { signal: leaving.signal })),
    ] as const;
    for (const stream of streams)
      expect((await stream.next()).value?.method).to.equal('notifications/subscriptions/acknowledged');
    await revoke(ada);
    const { last, elapsedMs } = await lastOf(streams[0]);
    expect(last).to.deep.include({ jsonrpc: '2.0', id: 7 });
    expect(last?.error?.code).to.equal(-32_000);
    expect(last?.error?.message).to.match(/^unauthenticated: The key is not a key of this server, or was revoked\./);
    expect(last?.error?.data).to.deep.include({ code: 'unauthenticated', fault: 'caller', retryable: false });
    expect(elapsedMs).to.be.below(SOON_MS);
    expect(await logged(ada, 'unauthenticated')).to.include({ path: '/mcp', status: 200, client: 'ada' });
    const added = writePlugins({ more: { source: 'export const more = () => 1;', tools: { more: {} } } });
    cpSync(join(added, 'more'), join(host.folder, 'more'), { recursive: true });
    rmSync(added, { recursive: true });
    await host.host.reload();
    expect((await streams[1].next()).value?.method).to.equal('notifications/tools/list_changed');
    leaving.abort();
  });

  it('stop a call that tells its progress if its key is revoked', async () => {
    const ada = await issued('ada');
    const stream = messages(await open(host.url, ada.key, { method: 'tools/call' }));
    expect((await stream.next()).value?.method).to.equal('notifications/progress');
    await revoke(ada);
    const { last, elapsedMs } = await lastOf(stream);
    expect(last?.error?.message).to.match(/^unauthenticated: The key is not a key of this server/);
    expect(elapsedMs).to.be.below(SOON_MS);
    expect(await logged(ada, 'unauthenticated')).to.include({ toolName: 'steps', status: 200 });
    expect((await host.host.status()).callsInFlight).to.equal(0);
  });
});

describe('streams and tokens', function () {
  this.timeout(90_000);
  let issuer: AuthorizationServer;
  let host: TestHost;
  let accessTokenS = 600;
  before(async () => {
    const port = await freePort();
    const resource = `http://127.0.0.1:${port}`;
    issuer = await AuthorizationServer.start({
      keys: [await newSigningKey('first')],
      open: { resources: [`${resource}/mcp`], accessTokenS: () => accessTokenS },
    });
    const oauth = {
      issuer: issuer.issuer,
      resource,
      audience: [`${resource}/mcp`, RESOURCE],
      scopes: ['read'],
    };
    host = await startTestHost({ plugins: PLUGINS, clockSkewMs: 1, server: { port }, access: { oauth } });
  });
  after(async () => {
    await host?.close();
    await issuer?.close();
  });

  for (const method of ['subscriptions/listen', 'tools/call'])
    it(`end with the token: ${method}`, async () => {
      const exp = Date.now() / 1_000 + 3;
      const token = await issuer.sign({ ...issuer.goodClaims(), exp });
      const { last } = await lastOf(messages(await open(host.url, token, { method })));
      expect(last?.error?.message).to.match(/^unauthenticated: The token has expired/);
      expect(Date.now()).to.be.within(exp * 1_000, exp * 1_000 + SOON_MS);
    });

  it('let a real client refresh its token and listen again', async function () {
    skipWithout(this, 'real clients of MCP', noPeers());
    accessTokenS = 4;
    const report = (await runPeer(
      'oauth.mjs',
      JSON.stringify({
        ...{ package: 'client', url: `${host.url}/mcp` },
        steps: [{ do: 'listen' }, { do: 'heard' }, { do: 'listen' }, { do: 'call', tool: 'quick' }],
      }),
    )) as { results: { value?: unknown; error?: string }[]; authorizations: object[] };
    expect(report.results[1]?.value, 'the server has ended it').to.equal('remote');
    expect(report.results.map(({ error }) => error)).to.deep.equal([undefined, undefined, undefined, undefined]);
    expect(report.authorizations).to.have.length(1);
  });
});

describe('streams and tokens that only the issuer knows', function () {
  this.timeout(120_000);

  it('end some seconds after the issuer has revoked the token', async () => {
    const issuer = await AuthorizationServer.start({ format: 'opaque', keys: [await newSigningKey('first')] });
    const host = await startTestHost({
      plugins: PLUGINS,
      externalValues: { introspectionSecret: SECRET },
      access: {
        oauth: {
          ...{ issuer: issuer.issuer, resource: RESOURCE, introspectionClientId: 'toolcell' },
          introspectionUrl: `${issuer.issuer}/token/introspection`,
        },
      },
    });
    try {
      const token = await issuer.clientToken('agent', 'read');
      const stream = messages(await open(host.url, token));
      await stream.next();
      await issuer.revoke('agent', token);
      const { last } = await lastOf(stream);
      expect(last?.error?.message).to.match(/^unauthenticated: The issuer says that the token does not hold/);
      const asked = issuer.requests.filter((path) => path === '/token/introspection');
      expect(asked.length, 'the issuer is not asked each second').to.be.within(2, 3);
    } finally {
      await host.close();
      await issuer.close();
    }
  });
});

describe('a stream of changes whose caller has gone', function () {
  this.timeout(120_000);

  it('ends at once and makes room for another one, whatever was collected as garbage', async () => {
    const host = await startTestHost({ plugins: PLUGINS, server: { maxConnections: 2 } });
    try {
      for (let round = 0; round < 5; round += 1) {
        const leaving = new AbortController();
        const response = await open(host.url, 'anyone', { signal: leaving.signal });
        expect(response.headers.get('content-type'), `round ${round}`).to.contain('text/event-stream');
        await messages(response).next();
        collect();
        leaving.abort();
        await pause(300);
      }
    } finally {
      await host.close();
    }
  });
});
