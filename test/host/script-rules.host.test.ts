// Who may send scripts, and with which limits, by access rules: over HTTP and MCP, in lists, and in the words of refusals.

import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createKey } from '../../src/front/doors/issue-keys.ts';
import { changeKeys } from '../../src/front/doors/key-file.ts';
import { startTestHost, type TestHost } from '../support/host.ts';
import { mcpSender, scriptSender } from '../support/scripts.ts';

const PLUGINS = {
  shop: {
    source: 'export const listOrders = () => [1, 2, 3];',
    tools: { listOrders: { annotations: { readOnlyHint: true } } },
  },
};
const keysFile = join(tmpdir(), `toolcell-test-script-rules-${process.pid}.json`);

/** Headers with a key for a client. */
const keyFor = async (client: string, scopes: readonly string[] = []) => {
  const { key } = await changeKeys(keysFile, (list) => createKey(list, { client, scopes }, undefined));
  return { authorization: `Bearer ${key}` };
};

describe('access rules about scripts', function () {
  this.timeout(120_000);
  let host: TestHost;
  let ada: Awaited<ReturnType<typeof keyFor>>;
  let bob: typeof ada;
  let eve: typeof ada;
  before(async () => {
    [ada, bob, eve] = [await keyFor('ada', ['scripts']), await keyFor('bob'), await keyFor('eve')];
    host = await startTestHost({
      ...{ plugins: PLUGINS, scripts: {} },
      access: {
        keysFile,
        default: 'deny',
        rules: {
          tools: { plugins: ['shop'] },
          senders: { scopes: ['scripts'], tools: ['run_script'] },
          bob: { clients: ['bob'], tools: ['run_script'], limits: { calls: 1, wallMs: 2_000 } },
        },
      },
    });
  });
  after(async () => {
    await host?.close();
    rmSync(keysFile, { force: true });
  });

  it('refuse a script and name the missing scope, while its tools stay allowed', async () => {
    const refused = await scriptSender(host.url)('1', { headers: eve });
    expect(refused.status).to.equal(403);
    expect(refused.body).to.include({
      ...{ code: 'forbidden', fault: 'caller', retryable: false },
      detail: 'You may not send scripts. It needs the scope "scripts".',
    });
    expect(refused.headers.get('www-authenticate')).to.include('error="insufficient_scope", scope="scripts"');
    expect(host.log.at(-1)).to.include({ code: 'forbidden', deniedBy: 'access.default' });
    expect((await host.call('listOrders', {}, undefined, eve)).status).to.equal(200);
    expect((await scriptSender(host.url)('(await tools.listOrders()).length', { headers: ada })).body.result).to.equal(
      3,
    );
  });

  it('list the tool of MCP for those alone who may send scripts', async () => {
    for (const [key, expected] of [
      [ada, ['listOrders', 'run_script']],
      [eve, ['listOrders']],
    ] as const) {
      const { result } = await mcpSender(host.url, key)('/mcp', 'tools/list');
      expect(result.tools?.map(({ name }) => name)).to.deep.equal(expected);
    }
    const called = await fetch(`${host.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...eve },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'run_script', arguments: { code: '1' } } },
      }),
    });
    expect(called.status).to.equal(403);
    expect(((await called.json()) as { error: { message: string } }).error.message).to.match(/^forbidden: You may not/);
  });

  it('lower limits of scripts, and are named by whoever passes one', async () => {
    const send = scriptSender(host.url);
    const { body } = await send(
      'const codes = []; for (let i = 0; i < 2; i += 1) await tools.listOrders().then(() => codes.push("ok"), ({ code, limit }) => codes.push(code + " " + limit)); codes',
      { headers: bob },
    );
    expect(body.result, JSON.stringify(body)).to.deep.equal(['ok', 'script_exceeded calls']);
    const late = await send('await new Promise((done) => setTimeout(done, 60000))', { headers: bob });
    expect(late.body, JSON.stringify(late.body)).to.include({
      ...{ code: 'script_exceeded', limit: 'wallMs', allowed: 2_000, setting: 'access.rules.bob.limits.wallMs' },
    });
    const own = await send('await new Promise((done) => setTimeout(done, 60000))', {
      headers: bob,
      more: { limits: { wallMs: 300 } },
    });
    expect(own.body).to.include({ limit: 'wallMs', setting: 'scripts.wallMs' });
  });
});
