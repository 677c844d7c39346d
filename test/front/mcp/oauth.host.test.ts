// Clients of MCP that other people wrote, a real authorization server and a real host: how a client without a token comes to one and keeps it, and
// which tokens count where.

import { expect } from 'chai';
import { AuthorizationServer, newSigningKey } from '../../support/authorization-server.ts';
import { freePort } from '../../support/free-port.ts';
import { startTestHost, type TestHost } from '../../support/host.ts';
import { skipWithout } from '../../support/skip.ts';
import { noPeers, runPeer } from './peers.ts';

const PLUGINS = {
  notes: {
    source: `export const getNote = () => 'a note'; export const setNote = () => 'done';`,
    tools: { getNote: { annotations: { readOnlyHint: true } }, setNote: {} },
  },
};
const PAGE = 'https://inspector.example.com';
const WELL_KNOWN = '/.well-known/oauth-protected-resource';
const NOTE = '[{"type":"text","text":"\\"a note\\""}]';

/** See peers/oauth.mjs. */
interface Report {
  readonly revision?: string;
  readonly requests: readonly Request[];
  readonly authorizations: readonly { readonly scope: string | null; readonly resource: string | null }[];
  readonly results: readonly { readonly value?: { readonly content?: unknown }; readonly error?: string }[];
  readonly scope?: string;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly challenge?: string;
}

const CLIENTS = [
  ['@modelcontextprotocol/client', { package: 'client', kind: 'auto' }, '2026-07-28'],
  ['@modelcontextprotocol/client as an older one', { package: 'client', kind: 'legacy' }, '2025-11-25'],
  ['@modelcontextprotocol/sdk 1.32', { package: 'sdk' }, undefined],
] as const;

describe('OAuth at /mcp', function () {
  this.timeout(120_000);
  let issuer: AuthorizationServer;
  let host: TestHost;
  let resource: string;
  let accessTokenS = 600;

  before(async function () {
    skipWithout(this, 'OAuth at /mcp', noPeers());
    const port = await freePort();
    resource = `http://127.0.0.1:${port}`;
    issuer = await AuthorizationServer.start({
      keys: [await newSigningKey('first')],
      open: {
        resources: ['/mcp', '/mcp/sets/reading'].map((path) => resource + path),
        accessTokenS: () => accessTokenS,
      },
    });
    host = await startTestHost({
      plugins: PLUGINS,
      clockSkewMs: 1,
      server: { port, allowedOrigins: [PAGE] },
      toolsets: { reading: { plugins: ['*'], tools: ['*'], annotations: ['readOnlyHint'] } },
      access: {
        oauth: { issuer: issuer.issuer, resource, scopes: ['read'] },
        default: 'deny',
        unlisted: 'forbidden',
        rules: {
          readers: { scopes: ['read'], annotations: ['readOnlyHint'] },
          writers: { users: ['ada'], scopes: ['write'], tools: ['setNote'] },
        },
      },
    });
  });
  after(async () => {
    await host?.close();
    await issuer?.close();
  });

  const contentOf = ({ results }: Report, at: number): string => JSON.stringify(results[at]?.value?.content);
  const steps = (requests: readonly Request[]): readonly string[] =>
    requests.map(({ method, path, status }) => `${method} ${path} ${status}`);

  for (const [what, client, revision] of CLIENTS) {
    const run = (more: object): Promise<Report> =>
      runPeer('oauth.mjs', JSON.stringify({ url: `${host.url}/mcp`, ...client, ...more }));

    it(`lets ${what} find the issuer, register, and call with a token for /mcp`, async () => {
      const report = await run({ steps: [{ do: 'list' }, { do: 'call', tool: 'getNote' }] });
      expect(report.revision).to.equal(revision);
      expect(steps(report.requests).slice(0, 5)).to.deep.equal([
        'POST /mcp 401',
        `GET ${WELL_KNOWN}/mcp 200`,
        'GET /.well-known/oauth-authorization-server 200',
        'POST /reg 201',
        'POST /token 200',
      ]);
      expect(report.requests[0]?.challenge).to.equal(
        `Bearer realm="toolcell", resource_metadata="${resource}${WELL_KNOWN}/mcp"`,
      );
      expect(report.authorizations).to.deep.equal([{ scope: 'read', resource: `${resource}/mcp` }]);
      expect(report.results[0]?.value).to.deep.equal(['getNote']);
      expect(contentOf(report, 1)).to.equal(NOTE);
    });

    it(`lets ${what} get a token for a toolset alone`, async () => {
      const url = `${host.url}/mcp/sets/reading`;
      const report = await run({ url, steps: [{ do: 'list' }, { do: 'call', tool: 'getNote' }] });
      expect(steps(report.requests).slice(0, 2)).to.deep.equal([
        'POST /mcp/sets/reading 401',
        `GET ${WELL_KNOWN}/mcp/sets/reading 200`,
      ]);
      expect(report.authorizations).to.deep.equal([{ scope: 'read', resource: `${resource}/mcp/sets/reading` }]);
      expect(contentOf(report, 1)).to.equal(NOTE);
    });

    it(`lets ${what} ask for the scope that a tool needs, and keep the one that it has`, async () => {
      // The older SDK refreshes its token when a scope is missing, which brings no scope, so it must not be able to.
      const registered = client.package === 'sdk' ? 'simple' : 'inspector';
      const report = await run({
        registered,
        steps: ['getNote', 'setNote', 'getNote'].map((tool) => ({ do: 'call', tool })),
      });
      const refused = report.requests.find(({ status }) => status === 403);
      expect(refused?.challenge).to.equal(
        `Bearer realm="toolcell", error="insufficient_scope", scope="read write", resource_metadata="${resource}${WELL_KNOWN}/mcp"`,
      );
      expect(report.authorizations.map(({ scope }) => scope)).to.deep.equal(['read', 'read write']);
      expect(contentOf(report, 1)).to.contain('done');
      expect(contentOf(report, 2)).to.equal(NOTE);
      expect(report.requests.filter(({ status }) => status === 403)).to.have.length(1);
    });

    it(`lets ${what} do so for a call that wants to hear of progress`, async () => {
      const registered = client.package === 'sdk' ? 'simple' : 'inspector';
      const report = await run({ registered, steps: [{ do: 'call', tool: 'setNote', progress: true }] });
      expect(report.authorizations.map(({ scope }) => scope)).to.deep.equal(['read', 'read write']);
      expect(contentOf(report, 0)).to.contain('done');
    });

    it(`lets ${what} refresh a token that has expired`, async () => {
      accessTokenS = 2;
      const report = await run({
        steps: [
          { do: 'call', tool: 'getNote' },
          { do: 'wait', ms: 3_000 },
          { do: 'call', tool: 'getNote' },
        ],
      }).finally(() => {
        accessTokenS = 600;
      });
      const expired = report.requests.findLastIndex(({ status }) => status === 401);
      expect(steps(report.requests).slice(expired)).to.deep.equal([
        'POST /mcp 401',
        'POST /token 200',
        'POST /mcp 200',
      ]);
      expect(report.requests[expired]?.challenge).to.contain('error="invalid_token"');
      expect(report.authorizations, 'the person is asked once').to.have.length(1);
      expect(contentOf(report, 2)).to.equal(NOTE);
    });

    it(`lets ${what} do so in a page of an allowed origin`, async () => {
      const report = await run({
        registered: 'inspector',
        page: PAGE,
        steps: ['getNote', 'setNote'].map((tool) => ({ do: 'call', tool })),
      });
      expect(contentOf(report, 0)).to.equal(NOTE);
      expect(report.requests.map(({ status }) => status)).to.include.members([401, 200]);
    });

    it(`gives ${what} nothing in a page of another origin`, async () => {
      const page = 'https://evil.example.com';
      const thrown = await run({ registered: 'inspector', page, steps: [{ do: 'list' }] }).catch((error) => error);
      expect(String(thrown)).to.contain(`the origin ${page} is not allowed`);
    });
  }

  const ask = (path: string, token: string): Promise<Response> =>
    fetch(host.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(
        path.startsWith('/mcp/callTool')
          ? { toolName: 'getNote', arguments: {} }
          : { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'getNote' } },
      ),
    });
  it('takes a token for a toolset there and nowhere else, and one for /mcp everywhere', async () => {
    const narrow = await issuer.sign({ ...issuer.goodClaims(), aud: `${resource}/mcp/sets/reading` });
    // The second answer comes from what is remembered of the token.
    for (const path of ['/mcp/sets/reading', '/mcp/sets/reading?readOnly=true'])
      expect((await ask(path, narrow)).status, path).to.equal(200);
    for (const path of ['/mcp', '/mcp/sets/other', '/mcp/callTool'])
      expect((await ask(path, narrow)).status, path).to.equal(401);
    const wide = await issuer.sign({ ...issuer.goodClaims(), aud: `${resource}/mcp` });
    for (const path of ['/mcp/sets/reading', '/mcp', '/mcp/callTool'])
      expect((await ask(path, wide)).status, path).to.equal(200);
  });

  it('tells a client with a token for something else which one it needs', async () => {
    const token = await issuer.sign({ ...issuer.goodClaims(), aud: 'https://other.example.com' });
    for (const part of ['/mcp', '/mcp/sets/reading']) {
      const reply = await ask(part, token);
      expect(reply.headers.get('www-authenticate')).to.equal(
        `Bearer realm="toolcell", error="invalid_token", resource_metadata="${resource}${WELL_KNOWN}${part}"`,
      );
      expect(await reply.text()).to.contain(`Ask the issuer for one with the audience ${resource}${part}.`);
    }
  });

  it('has metadata of the server, /mcp and each toolset, and does not tell which toolsets there are', async () => {
    const read = (path: string): Promise<Response> => fetch(host.url + WELL_KNOWN + path);
    for (const path of ['', '/mcp', '/mcp/sets/reading', '/mcp/sets/nothing'])
      expect(await (await read(path)).json(), path).to.deep.equal({
        resource: resource + path,
        authorization_servers: [issuer.issuer],
        bearer_methods_supported: ['header'],
        scopes_supported: ['read'],
      });
    for (const path of [
      '/',
      '/mcp/',
      '/mcp/callTool',
      '/mcp/sets/',
      '/mcp/sets/a%2Fb',
      '/mcp/sets/-a',
      '/mcp/sets/a/b',
    ])
      expect((await read(path)).status, path).to.equal(404);
  });

  it('lets pages of allowed origins alone read the metadata', async () => {
    const read = (origin: string, method = 'GET'): Promise<Response> =>
      fetch(`${host.url}${WELL_KNOWN}/mcp`, {
        method,
        headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' },
      });
    const allowed = await read(PAGE);
    expect(allowed.headers.get('access-control-allow-origin')).to.equal(PAGE);
    expect(allowed.headers.get('access-control-expose-headers')).to.contain('WWW-Authenticate');
    expect((await read(PAGE, 'OPTIONS')).headers.get('access-control-allow-headers')).to.contain(
      'MCP-Protocol-Version',
    );
    for (const method of ['GET', 'OPTIONS']) {
      const refused = await read('https://evil.example.com', method);
      expect(refused.status).to.equal(403);
      expect(refused.headers.get('access-control-allow-origin')).to.equal(null);
    }
  });
});
