// Access tokens on a whole server, issued by a real authorization server to a real client: who is let in, what the others are told, where tokens do
// not end up, and rules by scope. With one listening thread and with two.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createKey } from '../../src/front/doors/issue-keys.ts';
import { changeKeys } from '../../src/front/doors/key-file.ts';
import {
  AuthorizationServer,
  newSigningKey,
  RESOURCE,
  SECRET,
  type SigningKey,
} from '../support/authorization-server.ts';
import { writePlugins } from '../support/config.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const METADATA = `${RESOURCE}/.well-known/oauth-protected-resource`;
const PLUGINS = {
  notes: {
    source: `export const getNote = () => 'a note';
export const setNote = (_args, context) => { console.log(JSON.stringify(context)); return JSON.stringify(context); };`,
    tools: { getNote: { annotations: { readOnlyHint: true } }, setNote: {} },
  },
};

describe('access tokens', function () {
  this.timeout(120_000);
  let issuer: AuthorizationServer;
  let signingKey: SigningKey;
  let plugins: string;
  let keysFile: string;
  let apiKey: string;
  let server: ServerProcess;

  before(async () => {
    signingKey = await newSigningKey('first');
    issuer = await AuthorizationServer.start({ keys: [signingKey] });
    plugins = writePlugins(PLUGINS);
    keysFile = join(`${plugins}-keys.json`);
    const issued = await changeKeys(keysFile, (list) => createKey(list, { client: 'agent', scopes: [] }, undefined));
    apiKey = issued.key;
    server = await startServer({
      plugins,
      config: {
        audit: { file: 'audit.log' },
        metrics: { enabled: true, port: 0, clients: true },
        log: { payloads: { setNote: { arguments: true, results: true } } },
        access: {
          keysFile,
          oauth: { issuer: issuer.issuer, resource: RESOURCE, scopes: ['read', 'write'] },
          default: 'deny',
          unlisted: 'forbidden',
          rules: {
            readers: { scopes: ['read'], annotations: ['readOnlyHint'] },
            writers: { clients: ['oauth:agent'], users: ['ada'], scopes: ['write'] },
          },
        },
      },
    });
  });
  after(async () => {
    server?.remove();
    rmSync(plugins, { recursive: true, force: true });
    rmSync(keysFile, { force: true });
    await issuer?.close();
  });

  const call = (token: string, toolName = 'getNote', headers = {}): Promise<Response> =>
    fetch(`${server.url}/mcp/callTool`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${token}`,
        Prefer: 'receipt',
        ...headers,
      },
      body: JSON.stringify({ toolName, arguments: {} }),
    });

  it('let in clients and those for whom they act, by their scopes', async () => {
    const reader = await issuer.clientToken('agent', 'read');
    expect((await call(reader)).status).to.equal(200);
    const denied = await call(reader, 'setNote');
    expect(denied.status).to.equal(403);
    expect(denied.headers.get('www-authenticate'), 'no scope would help a client that acts for nobody').to.equal(null);
    const writer = await issuer.userToken('agent', 'ada', 'read write');
    expect((await call(writer, 'setNote')).status).to.equal(200);
    const narrow = await issuer.userToken('agent', 'ada', 'read');
    const missing = await call(narrow, 'setNote');
    expect(missing.headers.get('www-authenticate')).to.equal(
      `Bearer realm="toolcell", error="insufficient_scope", scope="read write", resource_metadata="${METADATA}"`,
    );
    const line = await server.entry(({ user, code }) => user === 'ada' && code === 'ok');
    expect(line).to.include({ client: 'oauth:agent', caller: 'client:oauth:agent user:ada' });
  });

  it('tell everyone else where tokens are issued', async () => {
    const nobody = await fetch(`${server.url}/mcp/metadata`);
    expect(nobody.status).to.equal(401);
    expect(nobody.headers.get('www-authenticate')).to.equal(`Bearer realm="toolcell", resource_metadata="${METADATA}"`);
    const document = await fetch(`${server.url}/.well-known/oauth-protected-resource`);
    expect(await document.json()).to.deep.equal({
      resource: RESOURCE,
      authorization_servers: [issuer.issuer],
      bearer_methods_supported: ['header'],
      scopes_supported: ['read', 'write'],
    });
    const ofMcp = await fetch(`${server.url}/.well-known/oauth-protected-resource/mcp`);
    expect(await ofMcp.json()).to.include({ resource: `${RESOURCE}/mcp` });
    const openapi = await fetch(`${server.url}/openapi.json`, { headers: { 'X-API-Key': apiKey } });
    expect(await openapi.text()).to.contain('an API key or an access token');
  });

  it('are refused with a reason if they are wrong, and the reason has nothing of them', async () => {
    const token = await issuer.sign({ ...issuer.goodClaims(), exp: 1 });
    const reply = await call(token);
    expect(reply.status).to.equal(401);
    expect(reply.headers.get('www-authenticate')).to.equal(
      `Bearer realm="toolcell", error="invalid_token", resource_metadata="${METADATA}"`,
    );
    const body = await reply.text();
    expect(JSON.parse(body)).to.include({ code: 'unauthenticated', fault: 'caller', retryable: false });
    expect(body).to.contain('The token has expired').and.not.contain(token.split('.')[2]);
  });

  it('cannot take the name of a client that has an API key', async () => {
    expect((await call(apiKey, 'getNote')).status).to.equal(403);
    const token = await issuer.sign({ ...issuer.goodClaims(), client_id: 'agent', scope: 'read' });
    expect((await call(token)).status).to.equal(200);
    await server.entry(({ client, keyId, code }) => client === 'agent' && keyId !== undefined && code === 'forbidden');
    await server.entry(({ client, keyId, code }) => client === 'oauth:agent' && keyId === undefined && code === 'ok');
  });

  it('end up in no reply, receipt, log, audit log, metric or plugin', async () => {
    const token = await issuer.userToken('agent', 'ada', 'read write');
    const [, payload = '', signature = ''] = token.split('.');
    const replies = [
      await call(token, 'setNote'),
      await call(token, 'none'),
      await call(`${token}x`),
      await fetch(`${server.url}/mcp/metadata?access_token=${token}`),
    ];
    const [first] = replies;
    const receipt = await fetch(`${server.url}/calls/${first?.headers.get('toolcell-call-id')}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(receipt.status).to.equal(200);
    await server.entry(({ code, user }) => code === 'tool_not_found' && user === 'ada');
    const texts = [
      ...(await Promise.all(
        [...replies, receipt].map(async (reply) => JSON.stringify([...reply.headers]) + (await reply.text())),
      )),
      server.stdout(),
      server.stderr(),
      readFileSync(join(server.folder, 'audit.log'), 'utf8'),
    ];
    for (const text of texts) {
      expect(text).not.to.contain(payload);
      expect(text).not.to.contain(signature);
    }
  });

  it('are refused together with another credential', async () => {
    const token = await issuer.clientToken('agent', 'read');
    expect((await call(token, 'getNote', { 'X-API-Key': apiKey })).status).to.equal(400);
  });
});

describe('a server whose issuer is down', function () {
  this.timeout(120_000);

  it('says that it cannot know who calls, blames nobody, and goes on when the issuer is back', async () => {
    const signingKey = await newSigningKey('first');
    const issuer = await AuthorizationServer.start({ keys: [signingKey] });
    const token = await issuer.clientToken('agent', 'read');
    const port = Number(new URL(issuer.issuer).port);
    const plugins = writePlugins(PLUGINS);
    await issuer.close();
    const oauth = { issuer: issuer.issuer, resource: RESOURCE };
    const server = await startServer({ plugins, config: { access: { oauth } } });
    const ask = () => fetch(`${server.url}/mcp/metadata`, { headers: { Authorization: `Bearer ${token}` } });
    try {
      const down = await ask();
      expect(down.status).to.equal(503);
      expect(down.headers.get('retry-after')).to.equal('1');
      expect(await down.json()).to.include({ code: 'identity_unavailable', fault: 'host', retryable: true });
      const line = await server.entry(({ code }) => code === 'identity_unavailable');
      expect(JSON.stringify(line.cause)).to.contain(new URL(issuer.issuer).origin).and.not.contain(token);
      const again = await AuthorizationServer.start({ keys: [signingKey] }, port);
      let status = 0;
      for (const startMs = performance.now(); status !== 200 && performance.now() - startMs < 10_000; ) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        ({ status } = await ask());
      }
      expect(status).to.equal(200);
      await again.close();
      expect((await ask()).status, 'the keys from before go on').to.equal(200);
    } finally {
      server.remove();
      rmSync(plugins, { recursive: true, force: true });
    }
  });

  it('asks it about opaque tokens with a secret from the environment', async () => {
    const issuer = await AuthorizationServer.start({ format: 'opaque', keys: [await newSigningKey('first')] });
    const plugins = writePlugins(PLUGINS);
    const oauth = {
      issuer: issuer.issuer,
      resource: RESOURCE,
      introspectionUrl: `${issuer.issuer}/token/introspection`,
      introspectionClientId: 'toolcell',
      introspectionSecretEnv: 'ISSUER_SECRET',
    };
    const server = await startServer({ plugins, config: { access: { oauth } }, env: { ISSUER_SECRET: SECRET } });
    try {
      const token = await issuer.clientToken('agent', 'read');
      const ask = (bearer: string) =>
        fetch(`${server.url}/mcp/metadata`, { headers: { Authorization: `Bearer ${bearer}` } });
      expect((await ask(token)).status).to.equal(200);
      expect((await ask('never-issued')).status).to.equal(401);
    } finally {
      server.remove();
      rmSync(plugins, { recursive: true, force: true });
      await issuer.close();
    }
  });
});
