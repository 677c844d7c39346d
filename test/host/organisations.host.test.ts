// Two organisations that have a client of the same name: nothing of one is the other's.

import { rmSync } from 'node:fs';
import { expect } from 'chai';
import { createKey } from '../../src/front/doors/issue-keys.ts';
import { changeKeys } from '../../src/front/doors/key-file.ts';
import { writePlugins } from '../support/config.ts';
import { callTool } from '../support/host.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const source = `export const put = async ({ value }, { store }) => { await store.set('note', value); return 'put'; };
export const get = async (_args, { store, caller }) => ({ note: (await store.get('note')) ?? null, caller });`;

describe('clients of the same name in two organisations', function () {
  this.timeout(120_000);
  let plugins: string;
  let keysFile: string;
  let server: ServerProcess;
  const keys: Record<string, string> = {};

  before(async () => {
    plugins = writePlugins({
      notes: { source, tools: { put: {}, get: {} }, manifest: { capabilities: { store: { scope: 'caller' } } } },
    });
    keysFile = `${plugins}-keys.json`;
    for (const org of ['acme', 'other']) {
      const issued = await changeKeys(keysFile, (list) =>
        createKey(list, { client: 'ada', org, scopes: [] }, undefined),
      );
      keys[org] = issued.key;
    }
    server = await startServer({
      plugins,
      config: { access: { keysFile }, grants: { notes: { store: true } }, idempotency: { enabled: true } },
    });
  });
  after(() => {
    server?.remove();
    rmSync(plugins, { recursive: true, force: true });
    rmSync(keysFile, { force: true });
  });

  /** A busy machine may keep the store waiting for too long. */
  const call = async (
    org: string,
    name: string,
    args = {},
    more: Readonly<Record<string, string>> = {},
  ): ReturnType<typeof callTool> => {
    const reply = await callTool(server.url, name, args, undefined, { 'X-API-Key': keys[org] ?? '', ...more });
    return reply.code === 'store_unavailable' ? call(org, name, args, more) : reply;
  };

  it('have entries of the store of their own, and other names for plugins', async () => {
    expect((await call('acme', 'put', { value: 'of acme' })).body).to.equal('put');
    const [acme, other] = [await call('acme', 'get'), await call('other', 'get')] as { body: Record<string, string> }[];
    expect([acme?.body.note, other?.body.note]).to.deep.equal(['of acme', null]);
    expect(acme?.body.caller).not.to.equal(other?.body.caller);
  });

  it('get no receipt of each other, and no answer that was kept for the other', async () => {
    const wanted = { Prefer: 'receipt', 'Idempotency-Key': '"one"' };
    const first = await call('acme', 'get', {}, wanted);
    const second = await call('other', 'get', {}, { 'Idempotency-Key': '"one"' });
    expect((second.body as Record<string, unknown>).note).to.equal(null);
    const receipt = async (org: string): Promise<number> => {
      const path = `${server.url}/calls/${first.headers.get('toolcell-call-id')}`;
      return (await fetch(path, { headers: { 'X-API-Key': keys[org] ?? '' } })).status;
    };
    expect([await receipt('acme'), await receipt('other')]).to.deep.equal([200, 404]);
  });
});
